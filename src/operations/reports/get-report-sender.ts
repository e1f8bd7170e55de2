import Type from 'typebox'
import { ReportSender, senderOfReports } from '../../domains/deliveries/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getReportSender = outbound({
  name: 'get_report_sender',
  route: 'GET /tenants/{id}/report-sender',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'The sender of a workspace’s reports, and whether its own domain can be it.',
  description:
    'Looks up the SPF record of the own domain, and the DKIM key that the mail server signs with, where its selector is set. Where either is missing, reports come from the sender of this install under the name of the agency.',
  input: Type.Object({ id: TenantId }),
  output: ReportSender,
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ app, signal }, { id }) => senderOfReports(app, id, signal),
})
