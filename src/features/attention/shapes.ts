import Type from 'typebox'
import { RUNWAY, StandingShape } from '../../domains/figures/index.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { CASE_KINDS } from './case.ts'

const Count = (description: string) => Type.Integer({ description })
export const CaseShape = Shape('AttentionCase', {
  kind: Type.Enum(namedEnum('CaseKind', CASE_KINDS)),
  id: Type.String({
    description: 'Unique together with `kind`: the id of the one subject; otherwise a word such as `waiting`',
  }),
  tenant_id: Nullable(Type.String()),
  tenant_name: Nullable(Type.String({ description: 'null for cases of the install or of the person' })),
  name: Type.String({ description: 'Name of the subject: a host, a push, an address' }),
  count: Type.Number({ description: 'Links, credits, e-mails or accounts, by kind; 0 where nothing is counted' }),
  note: Nullable(Type.String()),
  stamp: Type.String({ description: 'Changes with the case' }),
  standing: Type.Optional(StandingShape),
})

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
