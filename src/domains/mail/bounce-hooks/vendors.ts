/**
 * Calls of mail services about letters that came back. Each reader gives the failures of one call; deliveries, openings
 * and the like are left out. `policy`: refused by a rule about the sender, so the address is not to blame.
 */
import { type Fields, isFields } from '../../../kernel/operation/shape.ts'
import { readDeliveryReport } from '../delivery-report.ts'
import type { BOUNCE_KINDS } from '../shapes.ts'

export type ReportedBounce = {
  address: string
  message_id?: string | undefined
  kind: (typeof BOUNCE_KINDS)[number]
  answer: string
  policy?: boolean
  /** Its ids at the service, by which it is known when it is sent again; without any, the whole call. */
  names?: readonly string[]
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const fields = (value: unknown): Fields => (isFields(value) ? value : {})
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
/** The first text that says something. */
const first = (...values: unknown[]): string => values.map(text).find((one) => one.trim() !== '') ?? ''

/** docs.aws.amazon.com/ses/latest/dg/notification-contents.html and event-publishing-retrieving-sns-contents.html (read 2026-11). */
export function fromSes(body: Fields): ReportedBounce[] {
  const what = first(body.notificationType, body.eventType)
  const mail = fields(body.mail)
  const headers = list(mail.headers)
  const message_id = text(headers.find(({ name }) => text(name).toLowerCase() === 'message-id')?.value) || undefined
  if (what === 'Complaint')
    return list(fields(body.complaint).complainedRecipients).map(({ emailAddress }) => ({
      ...{ address: text(emailAddress), message_id, kind: 'complaint' as const },
      answer: first(fields(body.complaint).complaintFeedbackType) || 'Reported as spam',
    }))
  if (what !== 'Bounce') return []
  const { bounceType, bounceSubType, bouncedRecipients } = fields(body.bounce)
  return list(bouncedRecipients).map(({ emailAddress, diagnosticCode, status }) => ({
    address: text(emailAddress),
    message_id,
    kind: bounceType === 'Permanent' ? 'hard' : 'soft',
    answer: withoutType(first(diagnosticCode, status)) || `${text(bounceType)} bounce, ${text(bounceSubType)}`,
  }))
}

/** `smtp; 550 5.1.1 user unknown` (RFC 3464, 2.3.6). */
const withoutType = (answer: string): string => answer.replace(/^[\w-]+\s*;\s*/, '')

/** postmarkapp.com/developer/webhooks/bounce-webhook and /spam-complaint-webhook, types of /api/bounce-api (read 2026-11). */
export function fromPostmark({ RecordType, Type, Email, Description, Details, MessageID }: Fields): ReportedBounce[] {
  const kind = RecordType === 'SpamComplaint' ? 'complaint' : POSTMARK[text(Type)]
  if (!kind || (RecordType !== 'Bounce' && RecordType !== 'SpamComplaint')) return []
  const answer = first(Details, Description, Type)
  return [
    { address: text(Email), message_id: text(MessageID), answer, ...(typeof kind === 'string' ? { kind } : kind) },
  ]
}

const RULE = { kind: 'hard', policy: true } as const
const POSTMARK: Readonly<Record<string, ReportedBounce['kind'] | typeof RULE>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  Transient: 'soft',
  SoftBounce: 'soft',
  DnsError: 'soft',
  Undeliverable: 'soft',
  SpamComplaint: 'complaint',
  SpamNotification: RULE,
  Blocked: RULE,
  DMARCPolicy: RULE,
}

/** documentation.mailgun.com, Webhooks and Events (read 2026-11): `failed` with its severity, and `complained`. */
export function fromMailgun(body: Fields): ReportedBounce[] {
  const { id, event, severity, reason, recipient, message, 'delivery-status': status } = fields(body['event-data'])
  // The signature is of the token alone, and counts for one event.
  const names = [text(fields(body.signature).token), text(id)].filter(Boolean)
  const { code, 'enhanced-code': enhanced, message: said, description } = fields(status)
  const message_id = text(fields(fields(message).headers)['message-id'])
  const address = text(recipient)
  if (event === 'complained') return [{ address, message_id, kind: 'complaint', answer: 'Reported as spam', names }]
  if (event !== 'failed') return []
  const words = first(said, description, reason)
  const coded = text(enhanced) && !words.includes(text(enhanced)) ? `${text(enhanced)} ${words}` : words
  const answer = text(code) && !coded.startsWith(text(code)) ? `${text(code)} ${coded}` : coded
  return [
    {
      ...{ address, message_id, answer, kind: severity === 'permanent' ? 'hard' : 'soft', names },
      ...(reason === 'espblock' && { policy: true }),
    },
  ]
}

/** twilio.com/docs/sendgrid/for-developers/tracking-events/event (read 2026-11): an array of events. */
export function fromSendgrid(body: unknown): ReportedBounce[] {
  return (Array.isArray(body) ? list(body) : [fields(body)]).flatMap((event): ReportedBounce[] => {
    const { email, reason, status, type, 'smtp-id': id } = event
    const base = {
      ...{ address: text(email), message_id: text(id) || undefined, answer: first(reason, status) },
      names: [JSON.stringify(event)],
    }
    if (event.event === 'spamreport') return [{ ...base, kind: 'complaint', answer: 'Reported as spam' }]
    if (event.event === 'dropped' && /^(bounced|invalid|spam reporting)/i.test(text(reason)))
      return [{ ...base, kind: /^spam/i.test(text(reason)) ? 'complaint' : 'hard' }]
    if (event.event !== 'bounce') return []
    if (type === 'blocked') return [{ ...base, kind: 'soft', policy: true }]
    return [{ ...base, kind: /^4\./.test(text(status)) ? 'soft' : 'hard' }]
  })
}

/** resend.com/docs/webhooks/event-types (read 2026-11). */
export function fromResend({ type, data }: Fields): ReportedBounce[] {
  const { to, bounce, message_id } = fields(data)
  const addresses = (Array.isArray(to) ? to : [to]).map(text).filter(Boolean)
  const { type: kind, subType, message } = fields(bounce)
  const of = (rest: Omit<ReportedBounce, 'address'>) =>
    addresses.map((address) => ({ address, message_id: text(message_id) || undefined, ...rest }))
  if (type === 'email.complained') return of({ kind: 'complaint', answer: 'Reported as spam' })
  if (type !== 'email.bounced') return []
  return of({ kind: kind === 'Permanent' ? 'hard' : 'soft', answer: first(message, subType, kind) })
}

/** developers.brevo.com/docs/transactional-webhooks (read 2026-11); batched webhooks bring an array. */
export function fromBrevo(body: unknown): ReportedBounce[] {
  return (Array.isArray(body) ? list(body) : [fields(body)]).flatMap((event): ReportedBounce[] => {
    const kind = BREVO[text(event.event)]
    if (!kind) return []
    const answer = first(event.reason) || (kind === 'complaint' ? 'Reported as spam' : text(event.event))
    return [
      {
        address: text(event.email),
        message_id: text(event['message-id']),
        answer,
        kind,
        names: [JSON.stringify(event)],
      },
    ]
  })
}

const BREVO: Readonly<Record<string, ReportedBounce['kind']>> = {
  hard_bounce: 'hard',
  invalid_email: 'hard',
  soft_bounce: 'soft',
  spam: 'complaint',
  complaint: 'complaint',
}

/** The report that a mail server sent back (RFC 3464), as it came. */
export function fromReport(raw: string): ReportedBounce[] | null {
  const read = readDeliveryReport(raw)
  return read && [{ ...read, address: read.address ?? '' }]
}
