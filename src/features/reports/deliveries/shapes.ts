import Type, { type Static } from 'typebox'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Email, Moment, Nullable } from '../../../kernel/operation/shape.ts'
import { ReportSummary, Sections } from '../issues/shapes.ts'
import { CONSENTS, RECIPIENT_STATUSES, SHOWN_STATES } from '../words.ts'

export const RecipientId = Type.String({ description: 'Id of the recipient', maxLength: 64 })

export const recipientFields = {
  email: Email(),
  name: Type.String({ title: 'Name', maxLength: 120 }),
  pdf: Type.Boolean({ title: 'Attach the PDF' }),
}

export const ReportRecipient = Shape('ReportRecipient', {
  id: Type.String(),
  tenant_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  pdf: Type.Boolean(),
  status: Type.Enum(RECIPIENT_STATUSES, {
    description: '`waiting`: for the person to confirm; `bounced`: the address is refused, so no report goes there',
  }),
  status_at: Moment,
  consent: Nullable(Type.Enum(CONSENTS, { description: '`stated`: the agency says that the person agreed' })),
  answer: Nullable(Type.String({ description: 'The words of the server that refused the address' })),
  opened: Type.Integer({ minimum: 0, description: 'Reports that the person opened' }),
  opened_at: Nullable(Moment),
  created_at: Moment,
})
export type ReportRecipient = Static<typeof ReportRecipient>

export const ReportDelivery = Shape('ReportDelivery', {
  id: Type.String(),
  recipient_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  state: Type.Enum(SHOWN_STATES, {
    description:
      '`suppressed`: no mail server is set up, so the e-mail can be resent; `refused`: at hand-over; `bounced`: later; `in_doubt`: the connection ended before the server answered, so it may have arrived',
  }),
  at: Moment,
  answer: Nullable(Type.String({ description: 'The words of the server' })),
  mail_id: Nullable(Type.String({ description: 'Id of the e-mail; null when none was written' })),
  opened: Type.Integer({ minimum: 0 }),
  opened_at: Nullable(Moment),
})
export type ReportDelivery = Static<typeof ReportDelivery>

export const ReportLetter = Shape('ReportLetter', {
  subject: Type.String(),
  html: Type.String(),
  text: Type.String({ description: 'The same for programs that show no HTML' }),
  from_name: Type.String(),
  reply_to: Nullable(Type.String({ description: 'The e-mail address in `contact` of the report' })),
  recipients: Type.Integer({ minimum: 0, description: 'People who get it' }),
  with_pdf: Type.Integer({ minimum: 0, description: 'People who get the PDF with it' }),
})
export type ReportLetter = Static<typeof ReportLetter>

export const ReportToSend = Shape('ReportToSend', {
  summary: ReportSummary,
  frozen_at: Moment,
  language: Type.String({ description: 'Tag of the language that it is written in' }),
  sections: Sections,
  attach_pdf: Type.Boolean({ description: 'Whether the schedule attaches the PDF' }),
  letter: ReportLetter,
})
export type ReportToSend = Static<typeof ReportToSend>

export const SchedulePreview = Shape('ReportSchedulePreview', {
  period: Type.String({ description: 'The month or quarter of the letter: the next one, or the one before it' }),
  next_period: Nullable(Type.String()),
  next_draft_at: Nullable(Moment),
  next_send_at: Nullable(Moment),
  letter: ReportLetter,
})
export type SchedulePreview = Static<typeof SchedulePreview>

export const ReportSender = Shape('ReportSender', {
  from: Nullable(Type.String({ description: 'Sender of the reports; null without a mail server' })),
  own_domain: Nullable(Type.String({ description: 'The domain of the agency that could be the sender' })),
  aligned: Type.Boolean({ description: 'Whether mail servers accept `own_domain` as the sender' }),
  spf: Nullable(Type.String({ description: 'The SPF record of `own_domain` as it was found' })),
  needs: Nullable(Type.String({ description: 'Missing part of the SPF record' })),
  dkim_record: Nullable(
    Type.String({ description: 'Where the key of the mail server belongs; null without a DKIM selector' }),
  ),
  dkim_found: Type.Boolean({ description: 'Whether a DKIM key is there' }),
})
export type ReportSender = Static<typeof ReportSender>

export const ClientReaders = Shape('ClientReaders', {
  tenant_id: Type.String(),
  name: Type.String(),
  reports: Count('People who get its reports'),
  accounts: Count('People with an account in it, who get the answers to their questions'),
})
