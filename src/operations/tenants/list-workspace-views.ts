import Type from 'typebox'
import { ViewShape, viewOnWire, viewSource } from '../../domains/accounts/index.ts'
import { ListOf, list, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const listWorkspaceViews = read({
  name: 'list_workspace_views',
  route: 'GET /tenants/{id}/views',
  role: 'owner',
  instead: 'list_audit_log',
  summary: 'When the operator viewed a workspace: who, how long, how many pages, and why.',
  description: 'A view is listed when it has ended, after 30 minutes at the latest. Nothing can be changed in a view.',
  input: Type.Object({ ...listInput('ended_at'), id: TenantId }),
  output: ListOf(ViewShape),
  example: { id: 'ten_bakery' },

  handle({ tx }, { id, ...asked }) {
    const { items, ...page } = list(tx, viewSource(id), asked)
    return { ...page, items: (items as Parameters<typeof viewOnWire>[0][]).map(viewOnWire) }
  },
})
