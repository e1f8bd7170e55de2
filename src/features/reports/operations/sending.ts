import Type from 'typebox'
import { findTenant } from '../../../domains/tenants/index.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { outbound, write } from '../../../kernel/operation/operation.ts'
import { Email, Moment, TenantId } from '../../../kernel/operation/shape.ts'
import { hasBegun } from '../../../kernel/time/periods.ts'
import { MOST_RECIPIENTS } from '../deliveries/recipients.ts'
import { sendReportNow, takeReportBack } from '../deliveries/send-now.ts'
import { previewSending } from '../deliveries/send-preview.ts'
import { ReportToSend } from '../deliveries/shapes.ts'
import { findIssue, readIssue } from '../issues/read.ts'
import { ClientReport, Period, ReportId } from '../issues/shapes.ts'

const Note = Type.String({ title: 'Note', description: 'Above the figures, in the e-mail alone', maxLength: 2000 })

const AttachPdf = Type.Optional(
  Type.Boolean({
    title: 'Attach the PDF',
    description: 'Unless given, as the schedule says; who asked for the PDF gets it in any case',
  }),
)

export const sendReport = outbound({
  name: 'send_report',
  route: 'POST /tenants/{id}/reports/{month}/send',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'Send the report of a month or quarter now, with a note, to chosen people.',
  description:
    'The latest revision is sent, as it was frozen; where there is none, or it was declined, skipped or expired, the figures are frozen now. It goes to recipients of the reports, and to members, who get this one alone; its schedule sends it to nobody else. For admins and the approvers of its schedule. `take_back_report` undoes it until `undo_until`. Without a mail server its e-mails are kept as `suppressed`.',
  input: Type.Object({
    id: TenantId,
    month: Period,
    to: Type.Array(Email('To'), { title: 'To', minItems: 1, maxItems: MOST_RECIPIENTS }),
    note: Type.Optional(Note),
    attach_pdf: AttachPdf,
  }),
  output: Type.Object({ ...ClientReport.properties, undo_until: Moment }),
  example: { id: 'ten_bakery', month: '2026-10', to: ['vera@bakery.example'], note: 'Dear Vera, here it is.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  async handle({ app, caller, signal, subject: tenant, write, changed }, { month, to, note = '', attach_pdf }) {
    if (!hasBegun(month, app.clock.now())) throw invalid({ path: 'month', message: 'has not begun yet' })
    const send = await sendReportNow({ app, caller, signal }, { tenant, period: month, to, note, attach_pdf })
    return write((tx) => {
      const { issue, addresses, undo_until } = send(tx)
      const before = { state: issue.state }
      changed({ tenant_id: tenant.id, target: issue.id, before, after: { state: 'sending', to: addresses } })
      return { ...readIssue(tx, issue.id), undo_until }
    })
  },
})

export const previewReport = outbound({
  name: 'preview_report',
  route: 'POST /tenants/{id}/reports/{month}/preview',
  role: 'member',
  instead: 'the page Reports of the web interface',
  harmless: true,
  local: true,
  summary: 'The report of a month or quarter as `send_report` would send it now, with its letter. Nothing is stored.',
  input: Type.Object({ id: TenantId, month: Period, note: Type.Optional(Note), attach_pdf: AttachPdf }),
  output: ReportToSend,
  example: { id: 'ten_bakery', month: '2026-10', note: 'Dear Vera, here it is.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ app, subject }, { month, ...given }) => previewSending(app, subject.id, month, given),
})

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
