import Type from 'typebox'
import { MOST_PEOPLE, othersLeft, peopleToWriteTo, writeLetters } from '../../domains/accounts/personal-letters.ts'
import { findJob } from '../../domains/jobs/index.ts'
import { canSend, Mail, readMail, storedEmail } from '../../domains/mail/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { MOST_RECIPIENTS } from '../../features/reports/deliveries/recipients.ts'
import { sendReportNow } from '../../features/reports/deliveries/send-now.ts'
import { KnownPerson } from '../../features/reports/deliveries/shapes.ts'
import { readIssue } from '../../features/reports/issues/read.ts'
import { ClientReport, Period } from '../../features/reports/issues/shapes.ts'
import { shareMonthAs } from '../../features/reports/months/month-addresses.ts'
import { ReportedMonth } from '../../features/reports/months/shapes.ts'
import { closePageQuestion, findPageQuestion } from '../../features/reports/portal/page-questions.ts'
import { shareReport } from '../../features/reports/pushes/shared-job-reports.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { forbidden, invalid, notFound } from '../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Email, Moment, TenantId } from '../../kernel/operation/shape.ts'
import { LINE } from '../../kernel/operation/validation-errors.ts'
import { hasBegun } from '../../kernel/time/periods.ts'

export const getEmailRecipients = read({
  name: 'get_email_recipients',
  route: 'GET /tenants/{id}/email-recipients',
  role: 'member',
  instead: 'list_members',
  summary: 'The people of a workspace to whom `send_email` writes, and whether a mail server is set up.',
  input: Type.Object({ id: TenantId }),
  output: Shape('EmailRecipients', {
    tenant_id: Type.String(),
    tenant_name: Type.String(),
    configured: Type.Boolean({ description: 'Whether e-mails are sent; else they are kept as `suppressed`' }),
    people: Type.Array(KnownPerson),
    others_left: Count('Other addresses that you may write to today: for admins'),
  }),
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, caller, subject }) => ({
    tenant_id: subject.id,
    tenant_name: subject.name,
    configured: canSend(storedEmail(tx)),
    people: peopleToWriteTo(tx, subject.id),
    others_left: othersLeft(tx, caller, subject.id),
  }),
})

export const sendEmail = write({
  name: 'send_email',
  route: 'POST /tenants/{id}/emails',
  role: 'member',
  instead: 'the pages of the web interface, where a person reads the text first',
  summary: 'Write an e-mail to people of a workspace, in its brand: one for each of at most 10 people.',
  description:
    'It goes to members of the workspace, to recipients of its reports, to readers whose question about a page is open, and to members above it that you can reach. Admins can also write to 10 other addresses a day. An address gets 10 such e-mails a day. Answers go to the person who writes.',
  input: Type.Object({
    id: TenantId,
    to: Type.Array(Email('To'), { title: 'To', minItems: 1, maxItems: MOST_PEOPLE }),
    subject: Type.String({ title: 'Subject', minLength: 1, maxLength: 150, pattern: LINE }),
    text: Type.String({ title: 'Text', minLength: 1, maxLength: 5000, pattern: '\\S' }),
    question_id: Type.Optional(
      Type.String({ title: 'Question', maxLength: 60, description: 'The question that it answers, which is closed' }),
    ),
    job_id: Type.Optional(
      Type.String({
        title: 'Push',
        maxLength: 60,
        description: 'Adds a button that opens the report of this push or check, which is shared',
      }),
    ),
    month: Type.Optional(
      Type.With(ReportedMonth, {
        description: 'Adds a button that opens the report of this month, with the figures of the day; for admins',
      }),
    ),
  }),
  output: Type.Object({ emails: Type.Array(Mail) }),
  example: {
    id: 'ten_bakery',
    to: ['vera@bakery.example'],
    subject: '1 page of your site cannot be indexed',
    text: 'Dear Vera,\n\nhttps://bakery.example/rye answers 404. Please restore it.\n\nAda',
  },
  faults: ['rate_limited'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject: tenant, changed }, { to, subject, text, question_id, job_id, month }) {
    const question = question_id === undefined ? null : findPageQuestion(tx, caller, question_id)
    if (question && question.tenant_id !== tenant.id) throw notFound('question')
    const job = job_id === undefined ? null : findJob(tx, caller, job_id)
    if (job && job.tenant_id !== tenant.id) throw notFound('job')
    const report = job
      ? shareReport(tx, app, job.id)
      : month && sharedMonth(tx, app, caller, { tenant_id: tenant.id, month })
    const ids = writeLetters(tx, app, caller, tenant, { to, subject, text, report })
    if (question) closePageQuestion(tx, question.id)
    const emails = ids.map((id) => readMail(tx, id))
    const after = { to: emails.map((one) => one.to), subject, question_id, job_id, month }
    changed({ tenant_id: tenant.id, target: tenant.id, after })
    return { emails }
  },
})

/** The live address of a month, which admins alone share. */
function sharedMonth(tx: Tx, app: Install, caller: Caller, of: { tenant_id: string; month: string }): string {
  if (!caller.platform && !atLeast(caller.role, 'admin'))
    throw forbidden('Only admins can share the report of a month. Ask one of them.')
  if (!hasBegun(of.month, tx.now)) throw invalid({ path: 'month', message: 'has not begun yet' })
  return shareMonthAs(tx, app, caller, of)
}

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
    note: Type.Optional(
      Type.String({ title: 'Note', description: 'Above the figures, in the e-mail alone', maxLength: 2000 }),
    ),
  }),
  output: Type.Object({ ...ClientReport.properties, undo_until: Moment }),
  example: { id: 'ten_bakery', month: '2026-10', to: ['vera@bakery.example'], note: 'Dear Vera, here it is.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  async handle({ app, caller, signal, subject: tenant, write, changed }, { month, to, note = '' }) {
    if (!hasBegun(month, app.clock.now())) throw invalid({ path: 'month', message: 'has not begun yet' })
    const send = await sendReportNow({ app, caller, signal }, { tenant, period: month, to, note })
    return write((tx) => {
      const { issue, addresses, undo_until } = send(tx)
      const before = { state: issue.state }
      changed({ tenant_id: tenant.id, target: issue.id, before, after: { state: 'sending', to: addresses } })
      return { ...readIssue(tx, issue.id), undo_until }
    })
  },
})
