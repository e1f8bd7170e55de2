import Type from 'typebox'
import {
  MonthDocument,
  MonthReport,
  monthDocument,
  monthFigures,
  monthReport,
  ReportedMonth,
} from '../../domains/reports/index.ts'
import { atLeast } from '../../kernel/operation/caller.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getMonthReport = outbound({
  name: 'get_month_report',
  route: 'GET /tenants/{id}/reports/{month}',
  role: null,
  instead: 'list_jobs',
  local: true,
  summary: 'A month’s report: its text, its numbers before and after, and its pages by what became of them.',
  description:
    'All pushes that the workspace and those below it ordered in the month (UTC), counted now. list_month_report_pages has the rest of each part.',
  input: Type.Object({ id: TenantId, month: ReportedMonth }),
  output: Type.Object({ ...MonthReport.properties, ...MonthDocument.properties }),
  example: { id: 'ten_bakery', month: '2026-11' },

  async handle({ app, caller, read }, { id, month }) {
    const document = await monthDocument(app, { tenant_id: id, month }, monthFigures(app, id, month))
    const report = read((tx) => monthReport(tx, id, month))
    // A draft is read by those who write it.
    const hidden = report.state !== 'shared' && !caller.platform && !atLeast(caller.role, 'admin')
    return { ...report, ...(hidden ? { comment: '', contact: '' } : {}), ...document }
  },
})
