import Type from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { HintedSecret } from '../../kernel/web-fetch/adapter.ts'
import { SECURE_MODES } from './courier.ts'
import { TEMPLATES } from './letters.ts'

export const MAIL_STATUSES = namedEnum('LetterStatus', ['queued', 'sent', 'failed', 'suppressed'])

/** `hard`: no such address; `soft`: not now; `complaint`: the person reported it as spam. */
export const BOUNCE_KINDS = namedEnum('BounceKind', ['hard', 'soft', 'complaint'])

export const MailStatus = Type.Enum(MAIL_STATUSES, {
  title: 'Status',
  description: 'suppressed: no mail server was set up; it is kept and can be sent later',
})
export const TemplateName = Type.Enum(TEMPLATES, { title: 'Template' })

export const Mail = Shape('Letter', {
  id: Id,
  tenant_id: Nullable(Type.String()),
  template: TemplateName,
  to: Type.String(),
  subject: Type.String(),
  status: MailStatus,
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(Type.String()),
  address_refused: Type.Boolean({
    description: 'The mail server refuses this address: notices skip it until an e-mail is resent to it',
  }),
  next_attempt_at: Nullable(Moment),
  created_at: Moment,
  sent_at: Nullable(Moment),
})

/** Columns of `mails` in the shape of the API. */
export const MAIL_COLUMNS = columnsOf(Mail, 'mails', {
  to: 'mails.to_address',
  address_refused: 'exists (select 1 from refused_addresses where address = mails.to_address)',
})

export const MailWithBody = Shape('LetterWithBody', {
  ...Mail.properties,
  html: Type.String({ description: 'Without its one-time link' }),
  text: Type.String({ description: 'Without its one-time link' }),
})

export const SecureMode = Type.Enum(SECURE_MODES, {
  title: 'Encryption',
  description: 'tls: from the first byte (port 465) · starttls (port 587) · none: for a relay on this machine',
})

export const EmailSettings = Shape('EmailSettings', {
  configured: Type.Boolean({ description: 'Whether mail is sent: a host and a sender are set' }),
  host: Nullable(Type.String()),
  port: Type.Integer(),
  secure: SecureMode,
  user: Nullable(Type.String()),
  password: HintedSecret,
  from_address: Nullable(Type.String()),
  from_name: Nullable(Type.String()),
  own_domains: Type.Boolean({ description: 'E-mails of a workspace with a domain of its own come from there' }),
  dkim_selector: Nullable(Type.String()),
})
