import Type from 'typebox'
import {
  MonthDocument,
  MonthReport,
  monthDocument,
  monthFigures,
  monthReport,
  monthUrl,
  ReportedMonth,
} from '../../domains/reports/index.ts'
import { readTenant } from '../../domains/tenants/index.ts'
import { atLeast } from '../../kernel/operation/caller.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Nullable, TenantId } from '../../kernel/operation/shape.ts'

export const getMonthReport = outbound({
  name: 'get_month_report',
  route: 'GET /tenants/{id}/reports/{month}',
  role: null,
  instead: 'list_jobs',
  local: true,
  summary: 'A month’s report: its text, its numbers before and after, and its pages by what became of them.',
  description:
    'All pushes that the workspace and those below it ordered in the month, in the time zone of its report schedule (UTC without one), counted now. list_month_report_pages has the rest of each part.',
  input: Type.Object({ id: TenantId, month: ReportedMonth }),
  output: Type.Object({
    tenant_name: Type.String(),
    ...MonthReport.properties,
    url: Nullable(Type.String({ description: 'Its address while it is shared, for those who share it' })),
    ...MonthDocument.properties,
  }),
  example: { id: 'ten_bakery', month: '2026-11' },

  async handle({ app, caller, read }, { id, month }) {
    const document = await monthDocument(app, { tenant_id: id, month }, monthFigures(app, id, month))
    const writes = caller.platform || atLeast(caller.role, 'admin')
    return read((tx) => {
      const report = monthReport(tx, id, month)
      // A draft is read by those who write it.
      const hidden = report.state !== 'shared' && !writes
      return {
        tenant_name: readTenant(tx, id).name,
        ...report,
        ...(hidden ? { comment: '', contact: '' } : {}),
        url: writes && !caller.viewing ? monthUrl(tx, app, id, month) : null,
        ...document,
      }
    })
  },
})
