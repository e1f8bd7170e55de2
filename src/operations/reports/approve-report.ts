import Type from 'typebox'
import { approve, ClientReport, findIssue, ReportId, readIssue, refusedRecipients } from '../../domains/issues/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Moment } from '../../kernel/operation/shape.ts'

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
