import Type from 'typebox'
import { KnownPerson, MOST_PEOPLE, othersLeft, peopleToWriteTo, writeLetters } from '../../domains/accounts/index.ts'
import { canSend, Mail, readMail, storedEmail } from '../../domains/mail/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Email, Moment, ReportedMonth, TenantId } from '../../kernel/operation/shape.ts'

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
    'It leaves after ten seconds, in which `take_back_email` undoes it. It goes to members of the workspace, to recipients of its reports, to readers whose question about a page is open, and to members above it that you can reach. Admins can also write to 10 other addresses a day. An address gets 10 such e-mails a day. Answers go to the person who writes.',
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
  output: Type.Object({ undo_until: Moment, emails: Type.Array(Mail) }),
  example: {
    id: 'ten_bakery',
    to: ['vera@bakery.example'],
    subject: '1 page of your site cannot be indexed',
    text: 'Dear Vera,\n\nhttps://bakery.example/rye answers 404. Please restore it.\n\nAda',
  },
  faults: ['rate_limited'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject: tenant, changed }, { to, subject, text, question_id, job_id, month }) {
    const carried = { question_id, job_id, month }
    const { report, kept, done } = app.carriedByLetter(tx, app, caller, tenant, carried)
    const { mails, undo_until } = writeLetters(tx, app, caller, tenant, { to, subject, text, report, kept })
    done()
    const emails = mails.map((mail) => readMail(tx, mail))
    const after = { to: emails.map((one) => one.to), subject, ...carried }
    changed({ tenant_id: tenant.id, target: tenant.id, after })
    return { undo_until, emails }
  },
})
