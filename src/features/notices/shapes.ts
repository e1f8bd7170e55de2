import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable, TimeOfDay, TimeZone } from '../../kernel/operation/shape.ts'

export const EVENTS = namedEnum('NoticeEvent', [
  'job_finished',
  'low_credits',
  'indexnow_site_failing',
  'plan_past_due',
  'links_dropped',
  'source_failing',
  'question_asked',
])
export type NoticeEvent = (typeof EVENTS)[number]

/** Days in which drops of a host count together. */
export const DROPS_COUNT_DAYS = 7

const RECIPIENT_STATUSES = namedEnum('RecipientStatus', ['active', 'waiting', 'unsubscribed', 'gone'])
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number]

export const Recipient = Shape('Recipient', {
  email: Type.String(),
  name: Nullable(Type.String({ description: 'Name of the account with this address, if it is one of the workspace' })),
  listed: Type.Boolean({ description: 'false: gets them as an owner or admin' }),
  status: Type.Enum(RECIPIENT_STATUSES, {
    title: 'Status',
    description:
      'waiting: did not confirm the address yet · unsubscribed: by the link in an e-mail · gone: no member now',
  }),
  refused_at: Nullable(Moment),
  refusal: Nullable(Type.String({ description: 'The mail server’s answer when it refused the address' })),
})

const Threshold = (what: string) =>
  Nullable(
    Type.Integer({
      title: `Low ${what} credits`,
      description: 'An e-mail is sent below this number; null: never',
      minimum: 1,
      maximum: 1_000_000_000,
    }),
  )

/** Letters about the events, and the digest. */
export const KINDS = namedEnum('NoticeKind', [...EVENTS, 'daily_digest'])
export type NoticeKind = (typeof KINDS)[number]

/** An e-mail that one recipient does not get. */
const LeftOut = Shape('NoticeLeftOut', {
  kind: Type.Enum(KINDS, { description: 'The kind of e-mail' }),
  email: Type.String({ description: 'The recipient who does not get it', maxLength: 254 }),
})
export type LeftOut = Static<typeof LeftOut>

/** Settings, named like their columns. */
export const noticeFields = {
  to_admins: Type.Boolean({ title: 'Send to owners and admins', description: 'Clients without any use the agency’s' }),
  events: Type.Array(Type.Enum(EVENTS), {
    title: 'E-mails',
    description: 'Events with an e-mail of their own, beside the digest',
    uniqueItems: true,
    maxItems: EVENTS.length,
  }),
  low_index: Threshold('index'),
  low_check: Threshold('check'),
  least_dropped: Type.Integer({
    title: 'Dropped links of a host',
    description: `The e-mail about drops names a host from this number of links on, dropped or back in ${DROPS_COUNT_DAYS} days`,
    minimum: 1,
    maximum: 999,
  }),
  source_days: Type.Integer({
    title: 'Days without a source',
    description:
      'An e-mail is sent once a source of a standing push could not be read for these days; after a week it pauses',
    minimum: 1,
    maximum: 6,
  }),
  digest: Type.Boolean({ title: 'Send a digest' }),
  working_days: Type.Boolean({
    title: 'Digest on working days only',
    description: 'From Monday to Friday in the time zone; the digest of Monday covers the weekend',
  }),
  digest_time: TimeOfDay,
  time_zone: TimeZone,
  skip_if_unchanged: Type.Boolean({
    title: 'Skip it when nothing changed',
    description: 'No link was indexed, nothing was refunded, and the same things need attention',
  }),
  left_out: Type.Array(LeftOut, {
    title: 'Left out',
    description: 'E-mails that single recipients do not get',
    maxItems: 300,
  }),
}

export const LastNotice = Shape('LastNotice', { kind: Type.Enum(KINDS), email: Type.String(), sent_at: Moment })

export const NoticeSettings = Shape('NoticeSettings', {
  tenant_id: Type.String(),
  ...noticeFields,
  of_agency: Type.Boolean({
    description: 'Events and limits are those of the agency, because nothing was changed here',
  }),
  recipients: Type.Array(Recipient),
  last_sent: Type.Array(LastNotice, {
    description: 'The last e-mail of each kind to each recipient, among the last 500 of the workspace; newest first',
  }),
  sent_7_days: Type.Array(Shape('SentNotices', { email: Type.String(), letters: Count() }), {
    description: 'E-mails that recipients got in 7 days, most first',
  }),
  next_digest_at: Nullable(Moment),
  last_digest_day: Nullable(Type.String({ description: 'A day of the time zone' })),
})

export const DigestPreview = Shape('DigestPreview', {
  tenant_id: Type.String(),
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
  since: Moment,
  changed: Type.Boolean({ description: 'false: `skip_if_unchanged` would skip it' }),
  recipients: Type.Integer({ minimum: 0, description: 'Addresses that would get it' }),
})
