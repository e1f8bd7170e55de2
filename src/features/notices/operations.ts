import Type from 'typebox'
import { plainEmail } from '../../domains/accounts/index.ts'
import { limitLetters, Mail, readMail } from '../../domains/mail/index.ts'
import { findTenant, rootOf } from '../../domains/tenants/index.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Email, TenantId } from '../../kernel/operation/shape.ts'
import { tryAgain } from './answers.ts'
import { previewDigest, sendDigest } from './digest.ts'
import { listRecipients, ownEmail } from './recipients.ts'
import { changeNotices, noticesOf } from './settings.ts'
import { DigestPreview, NoticeSettings, noticeFields } from './shapes.ts'

export const getNotifications = read({
  name: 'get_notifications',
  route: 'GET /tenants/{id}/notifications',
  role: null,
  summary: 'Recipients and e-mails of a workspace, and the time of its digest.',
  input: Type.Object({ id: TenantId }),
  output: NoticeSettings,
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, caller, subject }) => noticesOf(tx, caller, subject),
})

const MOST_RECIPIENTS = 50

const Emails = (title: string, description: string) =>
  Type.Array(Email(), { title, description, maxItems: MOST_RECIPIENTS })

export const updateNotifications = write({
  name: 'update_notifications',
  route: 'PATCH /tenants/{id}/notifications',
  role: 'admin',
  summary: 'Set recipients and e-mails of a workspace, and the time of its digest. A field left out stays.',
  description:
    'A workspace without changes of its own uses the events and limits of its agency. `recipients` is the whole list beside owners and admins. A member of the workspace, or of one above it, gets e-mails at once; any other address gets a confirmation link first, and so does one that unsubscribed. `try_again` takes addresses off the list of those that the mail server refused.',
  input: Type.Object({
    id: TenantId,
    to_admins: Type.Optional(noticeFields.to_admins),
    recipients: Type.Optional(Emails('Other recipients', 'Members, or any address that confirms it by a link')),
    events: Type.Optional(noticeFields.events),
    low_index: Type.Optional(noticeFields.low_index),
    low_check: Type.Optional(noticeFields.low_check),
    least_dropped: Type.Optional(noticeFields.least_dropped),
    source_days: Type.Optional(noticeFields.source_days),
    digest: Type.Optional(noticeFields.digest),
    working_days: Type.Optional(noticeFields.working_days),
    digest_time: Type.Optional(noticeFields.digest_time),
    time_zone: Type.Optional(noticeFields.time_zone),
    skip_if_unchanged: Type.Optional(noticeFields.skip_if_unchanged),
    left_out: Type.Optional(noticeFields.left_out),
    try_again: Type.Optional(Emails('Try again', 'Addresses that the mail server refused')),
  }),
  output: NoticeSettings,
  example: {
    id: 'ten_bakery',
    recipients: ['vera@bakery.example'],
    digest: true,
    digest_time: '07:30',
    time_zone: 'Europe/Vienna',
    low_index: 50,
  },
  faults: ['rate_limited'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id, recipients, try_again, ...wanted }) {
    const before = noticesOf(tx, caller, subject)
    if (recipients) listRecipients(tx, app, caller, subject, recipients)
    changeNotices(tx, id, wanted)
    const listed = new Set(noticesOf(tx, caller, subject).recipients.map(({ email }) => email))
    const again = (try_again ?? []).filter((email) => listed.has(email))
    tryAgain(tx, again)
    const after = noticesOf(tx, caller, subject)
    changed({ tenant_id: id, before, after })
    return after
  },
})

export const previewDigestNow = read({
  name: 'preview_digest',
  route: 'GET /tenants/{id}/digest/preview',
  role: null,
  summary: 'The digest as it would go out now, as HTML and as text.',
  description: 'It covers the time since the last digest: one day for the first, seven days at most.',
  input: Type.Object({ id: TenantId }),
  output: DigestPreview,
  example: { id: 'ten_northwind' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, app, subject }) => previewDigest(tx, app, subject),
})

/** Digests by hand: from one workspace, and to one address, which may be a stranger's. */
const A_DAY = { workspace: 24, address: 5 }
const REACHED = 'and this limit is reached. Try again tomorrow.'
const TOO_MANY = {
  workspace: `${A_DAY.workspace} digests a day can be sent by hand, ${REACHED}`,
  address: `One address can be sent ${A_DAY.address} digests a day by hand, ${REACHED}`,
}

export const sendDigestNow = write({
  name: 'send_digest',
  route: 'POST /tenants/{id}/digest',
  role: 'admin',
  summary: 'Send the digest now: to its recipients, or to one address.',
  description:
    '`to` is yours, of a recipient who agreed, or of a person of the workspace or one above it; for a platform admin anybody’s. The next digest leaves out what the recipients got now. The digest of the day is still sent, unless nothing changed and `skip_if_unchanged` is set.',
  input: Type.Object({
    id: TenantId,
    to: Type.Optional(Email('To')),
    skip_if_unchanged: Defaulted(
      Type.Boolean({ title: 'Only if something changed', description: 'Sends nothing when there is no news' }),
      false,
    ),
  }),
  output: Shape('SentDigest', {
    tenant_id: Type.String(),
    skipped: Type.Boolean({ description: 'There was no news, so nothing was sent' }),
    letters: Type.Array(Mail),
  }),
  example: { id: 'ten_northwind', to: 'ada@northwind.example' },
  faults: ['rate_limited', 'conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id, to: given, skip_if_unchanged: skip = false }) {
    const to = given === undefined ? undefined : plainEmail(given)
    limitLetters(tx, `digest:${id}`, A_DAY.workspace, TOO_MANY.workspace)
    if (to) limitLetters(tx, `digest:${rootOf(tx, id)}:${to}`, A_DAY.address, TOO_MANY.address)
    const asked = { to, own: to === ownEmail(tx, caller), any: caller.platform, skip }
    const { skipped, mails } = sendDigest(tx, app, subject, asked)
    changed({ tenant_id: id, after: { to: to ?? 'recipients', skipped, letters: mails.length } })
    return { tenant_id: id, skipped, letters: mails.map((mail) => readMail(tx, mail)) }
  },
})
