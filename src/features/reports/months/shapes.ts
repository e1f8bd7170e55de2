import Type from 'typebox'
import { namedEnum, Shape } from '../../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../../kernel/operation/shape.ts'

const MONTH_STATES = namedEnum('MonthReportState', ['new', 'draft', 'shared', 'stopped'])

/** A month's report without its numbers. */
export const MonthReport = Shape('MonthReport', {
  tenant_id: Type.String(),
  month: Type.String(),
  state: Type.Enum(MONTH_STATES, { description: '`draft`: written and never shared; `stopped`: no longer shared' }),
  comment: Type.String(),
  contact: Type.String(),
  opened: Type.Integer({ minimum: 0, description: 'By others than people of the workspace and those above it' }),
  opened_at: Nullable(Moment),
  shared_at: Nullable(Moment),
})
