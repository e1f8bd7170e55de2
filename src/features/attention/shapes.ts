import Type from 'typebox'
import { ActingCaseShape, RUNWAY } from '../../domains/figures/index.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

const Count = (description: string) => Type.Integer({ description })
export const AttentionShape = Shape('Attention', {
  open: Type.Array(ActingCaseShape, { description: 'Most urgent first' }),
  seen: Type.Array(ActingCaseShape, { description: 'Marked as seen today by you, and not changed since' }),
})

export const NUMBERS = Type.Object({
  indexed_30d: Count('Links found indexed in 30 days, with the workspaces below'),
  indexed_change: Nullable(Type.Number({ description: 'Percent, against the 30 days before' })),
  credits_returned: Count('Index credits refunded in 30 days, with the workspaces below'),
  settling_this_week: Count('Links with a final result due within a week'),
  index_credits: Count('Index credits available to the workspace itself'),
  reserved: Count('Index credits reserved in the workspace itself'),
  spendable: Count('Index credits available here and below'),
  used_per_day: RUNWAY.used_per_day,
  runway_days: RUNWAY.runway_days,
})
