import Type from 'typebox'
import { deliveriesOf, ReportDelivery } from '../../domains/deliveries/index.ts'
import { findIssue, ReportId } from '../../domains/issues/index.ts'
import { ListOf, listInput, pageOf } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listReportDeliveries = read({
  name: 'list_report_deliveries',
  route: 'GET /reports/{id}/deliveries',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'The e-mails of a report: one for each recipient, with what became of it and when it was opened.',
  input: Type.Object({ id: ReportId, ...listInput('email') }),
  output: ListOf(ReportDelivery),
  example: { id: 'iss_sent' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle({ tx }, { id, ...page }) {
    const all = deliveriesOf(tx, id)
    return pageOf(page.dir === 'desc' ? all.toReversed() : all, page)
  },
})
