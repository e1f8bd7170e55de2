/** Reports of pushes as pages of the core show them. */
import Type, { type Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../kernel/operation/shape.ts'

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

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Address of the shared report of a push or check; null while it is not shared. */
    reportUrl(tx: ReadTx, app: Pick<Install, 'config' | 'sealer' | 'catalog'>, job_id: string): string | null
    /** The latest month of a workspace whose report is shared. */
    newestReport(tx: ReadTx, tenant_id: string): Static<typeof MonthReport> | null
  }
}
