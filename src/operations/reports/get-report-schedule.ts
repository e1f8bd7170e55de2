import Type from 'typebox'
import { ReportSchedule, scheduleOf } from '../../domains/issues/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getReportSchedule = read({
  name: 'get_report_schedule',
  route: 'GET /tenants/{id}/report-schedule',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'When and how a workspace’s reports are drafted, approved and sent. Off until it is set.',
  input: Type.Object({ id: TenantId }),
  output: ReportSchedule,
  example: { id: 'ten_bakery' },

  handle: ({ tx }, { id }) => scheduleOf(tx, id),
})
