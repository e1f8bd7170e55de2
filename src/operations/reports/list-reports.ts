import Type from 'typebox'
import { ClientReport, ISSUE_STATES, listIssues, Period } from '../../domains/issues/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listReports = read({
  name: 'list_reports',
  route: 'GET /reports',
  role: 'member',
  instead: 'the resource signalpost://reports',
  summary: 'Reports of clients with their five figures and the figures before, the latest revision of each.',
  input: Type.Object({
    ...listInput('urgency', 'name', 'due_at', 'period'),
    tenant_id: Type.Optional(TreeTenantId),
    period: Type.Optional(Period),
    state: Type.Optional(Type.Enum(ISSUE_STATES, { title: 'State' })),
    revisions: Type.Optional(Type.Boolean({ title: 'All revisions', description: 'Earlier ones too', default: false })),
    q: Search,
  }),
  output: ListOf(ClientReport),
  example: { state: 'waiting' },

  handle: ({ tx, caller }, { tenant_id, period, state, q, revisions, ...page }) =>
    listIssues(
      tx,
      { path: caller.platform ? '/' : caller.path, tenant_id, period, state, q, all_revisions: revisions },
      page,
    ),
})
