import Type from 'typebox'
import { findTenant } from '../../domains/tenants/index.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Email, TenantId } from '../../kernel/operation/shape.ts'
import { changeNotices, listRecipients, NoticeSettings, noticeFields, noticesOf, tryAgain } from './index.ts'

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
    '`recipients` is the whole list beside owners and admins. A member of the workspace, or of one above it, gets e-mails at once; any other address gets a confirmation link first, and so does one that unsubscribed. `try_again` takes addresses off the list of those that the mail server refused.',
  input: Type.Object({
    id: TenantId,
    to_admins: Type.Optional(noticeFields.to_admins),
    recipients: Type.Optional(Emails('Other recipients', 'Members, or any address that confirms it by a link')),
    events: Type.Optional(noticeFields.events),
    low_index: Type.Optional(noticeFields.low_index),
    low_check: Type.Optional(noticeFields.low_check),
    digest: Type.Optional(noticeFields.digest),
    digest_hour: Type.Optional(noticeFields.digest_hour),
    time_zone: Type.Optional(noticeFields.time_zone),
    skip_if_unchanged: Type.Optional(noticeFields.skip_if_unchanged),
    try_again: Type.Optional(Emails('Try again', 'Addresses that the mail server refused')),
  }),
  output: NoticeSettings,
  example: {
    id: 'ten_bakery',
    recipients: ['vera@bakery.example'],
    digest: true,
    digest_hour: 7,
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
