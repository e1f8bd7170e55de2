import Type from 'typebox'
import { hasBegun, monthUrl, ReportedMonth, shareMonthAs, stopMonth } from '../../domains/reports/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { SecretOnce, TenantId } from '../../kernel/operation/shape.ts'

export const shareMonthReport = write({
  name: 'share_month_report',
  route: 'POST /tenants/{id}/reports/{month}/share',
  role: 'admin',
  archived_too: true,
  summary: 'Create, or return, the address of a month’s report. Anyone who has it can read the report.',
  description: 'A report without a contact gets the person who shares it.',
  input: Type.Object({
    id: TenantId,
    month: ReportedMonth,
    renew: Type.Optional(
      Type.Boolean({ title: 'New address', description: 'The previous address stops working', default: false }),
    ),
  }),
  output: Type.Object({ tenant_id: Type.String(), month: Type.String(), url: SecretOnce('Address of the report') }),
  example: { id: 'ten_bakery', month: '2026-10' },

  handle({ tx, app, caller, changed }, { id, month, renew = false }) {
    if (!hasBegun(month, tx.now)) throw invalid({ path: 'month', message: 'has not begun yet' })
    const before = { shared: monthUrl(tx, app, id, month) !== null }
    const renewed = renew && stopMonth(tx, id, month)
    const url = shareMonthAs(tx, app, caller, { tenant_id: id, month })
    changed({ tenant_id: id, target: month, before: { ...before, renewed: false }, after: { shared: true, renewed } })
    return { tenant_id: id, month, url }
  },
})
