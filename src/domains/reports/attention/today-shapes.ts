import Type from 'typebox'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable } from '../../../kernel/operation/shape.ts'
import { CaseShape } from './overview-shapes.ts'

const Count = (description: string) => Type.Integer({ description })
export const Day = (description: string) => Type.String({ format: 'date', description: `${description}, UTC` })

export const RUNWAY = {
  used_per_day: Type.Number({ description: 'Index credits used per day, on average of the last 28 days' }),
  runway_days: Nullable(
    Type.Integer({ description: 'Whole days that the available index credits last; null when none are used' }),
  ),
  running_dry: Type.Boolean({ description: 'They last 7 days or less' }),
  lacks: Count('Index credits missing to last another 30 days'),
}

export const ActingCaseShape = Shape('ActingCase', {
  ...CaseShape.properties,
  act: Nullable(
    Type.Object(
      { operation: Type.String(), input: Type.Record(Type.String(), Type.Unknown()) },
      { description: 'The one operation that answers the case; null where a person has to decide on its page' },
    ),
  ),
})

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
