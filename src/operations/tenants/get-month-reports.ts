import Type from 'typebox'
import { MonthReport, monthReportsOf } from '../../domains/reports/index.ts'
import { readTenant } from '../../domains/tenants/index.ts'
import { atLeast } from '../../kernel/operation/caller.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getMonthReports = read({
  name: 'get_month_reports',
  route: 'GET /tenants/{id}/reports',
  role: null,
  instead: 'list_jobs',
  summary: 'Months of a workspace that have a push or a report, latest first. Members see shared reports only.',
  input: Type.Object({ id: TenantId }),
  output: Type.Object({
    tenant_name: Type.String(),
    kind: Type.String({ description: 'Kind of the workspace' }),
    months: Type.Array(
      Shape('ListedMonthReport', {
        ...MonthReport.properties,
        pushes: Type.Integer({ minimum: 0, description: 'Ordered in the month' }),
      }),
    ),
  }),
  example: { id: 'ten_bakery' },

  handle({ tx, caller }, { id }) {
    const { name, kind } = readTenant(tx, id)
    const writes = caller.platform || atLeast(caller.role, 'admin')
    const months = monthReportsOf(tx, id)
    return { tenant_name: name, kind, months: writes ? months : months.filter(({ state }) => state === 'shared') }
  },
})
