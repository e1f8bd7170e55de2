import Type from 'typebox'
import { CreditKind, OwnTenant } from '../../domains/credits/index.ts'
import { JOB_STATUSES, JOB_TYPES, reservedByJob } from '../../domains/jobs/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Moment } from '../../kernel/operation/shape.ts'

export const listReservedCredits = read({
  name: 'list_reserved_credits',
  route: 'GET /credits/reserved',
  role: null,
  instead: 'get_credits',
  summary: 'The jobs that the reserved credits of a workspace belong to, newest first.',
  input: Type.Object({ ...listInput('created_at'), tenant_id: OwnTenant, kind: Type.Optional(CreditKind) }),
  output: ListOf(
    Shape('ReservedCredits', {
      job_id: Type.String(),
      name: Type.String(),
      type: Type.Enum(JOB_TYPES),
      status: Type.Enum(JOB_STATUSES),
      created_at: Moment,
      pending: Type.Integer({ description: 'Credits of this kind that are not settled yet; their sum is `reserved`' }),
    }),
  ),
  example: { kind: 'index' },

  handle: ({ tx, caller }, { tenant_id = caller.tenant_id, kind = 'index', ...page }) =>
    reservedByJob(tx, { tenant_id, kind }, page),
})
