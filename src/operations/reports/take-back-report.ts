import Type from 'typebox'
import { takeReportBack } from '../../domains/deliveries/index.ts'
import { ClientReport, findIssue, ReportId, readIssue } from '../../domains/issues/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const takeBackReport = write({
  name: 'take_back_report',
  route: 'POST /reports/{id}/take-back',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'Take back a report that `send_report` sent less than ten seconds ago.',
  description: 'Its e-mails are not sent. A report that nobody got before waits for approval again.',
  input: Type.Object({ id: ReportId }),
  output: ClientReport,
  example: { id: 'iss_now' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id }) {
    const to = takeReportBack(tx, caller, subject)
    const report = readIssue(tx, id)
    const before = { state: subject.state, to }
    changed({ tenant_id: subject.tenant_id, target: id, before, after: { state: report.state } })
    return report
  },
})
