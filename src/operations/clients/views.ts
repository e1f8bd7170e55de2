import Type from 'typebox'
import {
  addView,
  ClientFilters,
  ClientView,
  changeView,
  findView,
  removeView,
  ViewId,
  ViewName,
} from '../../domains/figures/index.ts'
import { write } from '../../kernel/operation/operation.ts'

const ON_PAGE = 'the page Clients of the web interface'

export const createClientView = write({
  name: 'create_client_view',
  route: 'POST /clients/views',
  role: 'member',
  instead: ON_PAGE,
  summary: 'Save filters and order of the list of clients under a name, for all members of your workspace.',
  description: 'At most 20 for a workspace. `GET /clients` has them in `saved_views`.',
  input: Type.Object({ name: ViewName, filters: ClientFilters }),
  output: ClientView,
  example: { name: 'Retainers', filters: { tag: 'Retainer', sort: 'name' } },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { name, filters }) {
    const view = addView(tx, caller, { name, filters })
    changed({ tenant_id: caller.tenant_id, target: view.id, after: { name: view.name, filters } })
    return view
  },
})

export const updateClientView = write({
  name: 'update_client_view',
  route: 'PATCH /clients/views/{id}',
  role: 'member',
  instead: ON_PAGE,
  summary: 'Rename a saved view, or change its filters.',
  input: Type.Object({ id: ViewId, name: Type.Optional(ViewName), filters: Type.Optional(ClientFilters) }),
  output: ClientView,
  example: { id: 'vie_retainers', name: 'Monthly clients' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findView(tx, caller, id!),

  handle({ tx, subject, changed }, { name, filters }) {
    const { tenant_id, name: before } = subject
    const view = changeView(tx, subject, { name, filters })
    changed({
      tenant_id,
      before: { name: before, filters: JSON.parse(subject.filters) },
      after: { name: view.name, filters: view.filters },
    })
    return view
  },
})

export const deleteClientView = write({
  name: 'delete_client_view',
  route: 'DELETE /clients/views/{id}',
  role: 'member',
  proof: false,
  instead: ON_PAGE,
  summary: 'Delete a saved view. Its clients stay.',
  input: Type.Object({ id: ViewId }),
  output: Type.Object({ ...ClientView.properties, deleted: Type.Boolean() }),
  example: { id: 'vie_retainers' },
  subject: (tx, caller, { id }) => findView(tx, caller, id!),

  handle({ tx, subject, changed }) {
    const { tenant_id, name } = subject
    removeView(tx, subject.id)
    changed({ tenant_id, before: { name, filters: JSON.parse(subject.filters) } })
    return { ...subject, deleted: true }
  },
})
