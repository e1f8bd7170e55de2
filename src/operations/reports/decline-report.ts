import Type from 'typebox'
import { ClientReport, decline, findIssue, Reason, ReportId, readIssue } from '../../domains/issues/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const declineReport = write({
  name: 'decline_report',
  route: 'POST /reports/{id}/decline',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  archived_too: true,
  summary: 'Decline a report that is not sent. It is kept and never sent; reissue it to make another.',
  input: Type.Object({ id: ReportId, reason: Reason('For your agency') }),
  output: ClientReport,
  example: { id: 'iss_bakery', reason: 'The client left.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle({ tx, subject, changed }, { id, reason }) {
    decline(tx, subject, reason?.trim() || null)
    changed({
      tenant_id: subject.tenant_id,
      target: id,
      before: { state: subject.state },
      after: { state: 'declined', reason },
    })
    return readIssue(tx, id)
  },
})
