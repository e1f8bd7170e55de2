import Type from 'typebox'
import { RefusedRows, RowIds } from '../../../kernel/operation/each-row.ts'
import { outbound, write } from '../../../kernel/operation/operation.ts'
import { Moment } from '../../../kernel/operation/shape.ts'
import { reissue } from '../issues/drafting.ts'
import { approve, approveMany, decline } from '../issues/issue-states.ts'
import { findIssue, findIssues, readIssue, refusedRecipients } from '../issues/read.ts'
import { ClientReport, Reason, ReportId } from '../issues/shapes.ts'

export const approveReport = write({
  name: 'approve_report',
  route: 'POST /reports/{id}/approve',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'Approve a report that waits. It goes to its recipients at the hour of its schedule, or at `send_at`.',
  description:
    'For admins, and for members whom the schedule names as approvers. Recipients whose address is refused get nothing; `refused` names them. A report that nobody would get is not approved.',
  input: Type.Object({
    id: ReportId,
    send_at: Type.Optional(Type.With(Moment, { title: 'Send at', description: 'Unless given: the schedule’s hour' })),
  }),
  output: Type.Object({ ...ClientReport.properties, refused: Type.Array(Type.String()) }),
  example: { id: 'iss_bakery' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id, send_at }) {
    approve(tx, caller, subject, send_at ?? null)
    changed({
      tenant_id: subject.tenant_id,
      target: id,
      before: { state: subject.state },
      after: { state: 'approved', send_at: send_at ?? subject.due_at },
    })
    return { ...readIssue(tx, id), refused: refusedRecipients(tx, subject.tenant_id) }
  },
})

export const approveReports = write({
  name: 'approve_reports',
  route: 'POST /reports/approve',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'Approve up to 200 reports in one act. Those that cannot be approved are named, with why.',
  input: Type.Object({ ids: RowIds('Reports') }),
  output: Type.Object({ approved: Type.Array(Type.String()), refused: RefusedRows }),
  example: { ids: ['iss_bakery'] },

  handle({ tx, caller, changed }, { ids }) {
    const answer = approveMany(tx, caller, ids, findIssues(tx, caller, ids))
    changed({
      target: `${answer.approved.length} reports`,
      before: { approved: [] },
      after: { approved: answer.approved },
    })
    return answer
  },
})

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

export const reissueReport = outbound({
  name: 'reissue_report',
  route: 'POST /reports/{id}/reissue',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  local: true,
  summary: 'Count a closed report again as its next revision, which waits for approval.',
  description: 'Both revisions are kept; readers see that the new one corrects the one before.',
  input: Type.Object({ id: ReportId, reason: Reason('Shown to readers') }),
  output: ClientReport,
  example: { id: 'iss_sent', reason: 'Three pages were counted twice.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  async handle({ app, subject, write, changed }, { id, reason }) {
    const store = await reissue(app, subject, reason?.trim() || null)
    return write((tx) => {
      const report = readIssue(tx, store(tx))
      changed({
        tenant_id: subject.tenant_id,
        target: id,
        before: { revision: subject.revision },
        after: { revision: report.revision, id: report.id },
      })
      return report
    })
  },
})
