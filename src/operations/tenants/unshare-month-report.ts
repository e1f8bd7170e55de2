import Type from 'typebox'
import { ReportedMonth, stopMonth } from '../../domains/reports/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const unshareMonthReport = write({
  name: 'unshare_month_report',
  route: 'DELETE /tenants/{id}/reports/{month}/share',
  role: 'admin',
  summary: 'Stop sharing a month’s report: its address then says so.',
  input: Type.Object({ id: TenantId, month: ReportedMonth }),
  output: Type.Object({
    tenant_id: Type.String(),
    month: Type.String(),
    stopped: Type.Boolean({ description: 'False when it was not shared' }),
  }),
  example: { id: 'ten_bakery', month: '2026-11' },

  handle({ tx, changed }, { id, month }) {
    const stopped = stopMonth(tx, id, month)
    changed({ tenant_id: id, target: month, before: { shared: stopped }, after: { shared: false } })
    return { tenant_id: id, month, stopped }
  },
})
