import Type from 'typebox'
import { assertNoOpenRequest } from '../../domains/credits/index.ts'
import { findTenant, removeEmpty, setArchived } from '../../domains/tenants/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const deleteTenant = write({
  name: 'delete_tenant',
  route: 'DELETE /tenants/{id}',
  role: 'admin',
  proof: true,
  tool: {
    when: 'when a client has left: archiving hides and stops the workspace, deleting needs an empty one',
    returns: '`archived`, `deleted`',
    next: 'update_tenant with archived: false brings it back',
    inputs: {
      id: 'Id of the workspace; never assumed',
      mode: 'delete: for good, only without jobs, credits or workspaces below',
      confirm: 'Exact name of the workspace, for mode delete',
    },
    names_workspace: true,
  },
  summary: 'Archive a workspace, or delete an empty one.',
  description:
    'Archives unless `mode` is `delete`: see `PATCH /tenants/{id}` for the effects. Deleting needs `confirm` with the exact name, and a workspace with no workspaces below it, no jobs, credit history, standing pushes, deploy hooks or own domain, and no pack request that waits for its answer.',
  input: Type.Object({
    id: TenantId,
    mode: Type.Optional(Type.Enum(['archive', 'delete'], { title: 'What to do', default: 'archive' })),
    confirm: Type.Optional(Type.String({ title: 'Name of the workspace, to confirm', maxLength: 200 })),
  }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean(), archived: Type.Boolean() }),
  example: { id: 'ten_bakery', mode: 'archive' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id, mode = 'archive', confirm }) {
    if (mode === 'archive') {
      changed({ tenant_id: id, before: { archived: subject.archived_at !== null }, after: { archived: true } })
      setArchived(tx, caller, subject, true)
      return { id, deleted: false, archived: true }
    }
    if (confirm !== subject.name)
      throw invalid({ path: 'confirm', message: 'must be the name of the workspace, exactly' })
    assertNoOpenRequest(tx, id)
    changed({ tenant_id: id, before: { name: subject.name, kind: subject.kind, parent_id: subject.parent_id } })
    removeEmpty(tx, caller, subject)
    return { id, deleted: true, archived: false }
  },
})
