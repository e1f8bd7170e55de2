import Type from 'typebox'
import { CaseShape, readClient, SentDayShape, StandingShape } from '../../domains/reports/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getTenantOverview = read({
  name: 'get_tenant_overview',
  route: 'GET /tenants/{id}/overview',
  role: null,
  instead: 'get_credits and list_jobs of the workspace',
  summary:
    'How one workspace does: credits and how long they last, indexed share, links by day, and what needs attention.',
  description: 'Without the workspaces below it.',
  input: Type.Object({ id: TenantId }),
  output: Shape('WorkspaceOverview', {
    standing: StandingShape,
    chart: Type.Array(SentDayShape, { description: 'Links by day of sending and result, of 30 days at most' }),
    cases: Type.Array(CaseShape),
  }),
  example: { id: 'ten_bakery' },

  handle: ({ tx }, { id }) => readClient(tx, id),
})
