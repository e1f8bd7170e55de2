/** Notifications, the e-mail log, one e-mail, the mail server, and the pages behind links of e-mails. */

import { Email } from '../../../views/emails/letter.tsx'
import { emailLog } from '../../../views/emails/log.tsx'
import { EmailSettings, Template } from '../../../views/emails/settings.tsx'
import type { EmailRow } from '../../../views/emails/words.ts'
import { Agree, Stop, Stopped } from '../../../views/notices/answer.tsx'
import { Digest, type Notices, Notifications } from '../../../views/notices/notifications.tsx'
import { inApp, inPage, inPublic, NO_ROWS } from '../frames.tsx'
import { NASTY, NOW } from '../samples.ts'

/** A view of the gallery stands in for the e-mail. */
const FRAMED = 'letter-daily_digest'

const row = (id: string, more: Partial<EmailRow> = {}): EmailRow => ({
  id,
  tenant_id: 'ten_bakery',
  template: 'daily_digest',
  to: 'ada@northwind.example',
  subject: 'Bakery: Monday, 2 November 2026',
  status: 'sent',
  attempts: 1,
  error: null,
  address_refused: false,
  next_attempt_at: null,
  created_at: NOW,
  sent_at: NOW,
  ...more,
})
const ROWS = [
  row('a'),
  row('b', { status: 'queued', sent_at: null, next_attempt_at: NOW, template: 'indexnow_site_failing' }),
  row('c', {
    to: `${'a-very-long-name-'.repeat(4)}@bakery.example`,
    subject: NASTY,
    status: 'failed',
    sent_at: null,
    address_refused: true,
    error: `The mail server: 550 5.1.1 no such mailbox ${NASTY}`,
  }),
  row('d', { status: 'suppressed', sent_at: null, template: 'invite' }),
]
const LIST = { items: ROWS, total: 4, page: 1, page_size: 50 }

const NOTICES: Notices = {
  tenant_id: 'ten_bakery',
  to_admins: true,
  events: ['low_credits'],
  low_index: 20,
  low_check: null,
  digest: true,
  digest_hour: 7,
  time_zone: 'Europe/Vienna',
  skip_if_unchanged: true,
  next_digest_at: NOW,
  last_digest_day: '2026-11-01',
  recipients: [
    { email: 'ada@northwind.example', name: 'Ada', listed: false, status: 'active', refused_at: null, refusal: null },
    { email: 'boss@bakery.example', name: null, listed: true, status: 'waiting', refused_at: null, refusal: null },
    {
      email: 'x@bakery.example',
      name: NASTY,
      listed: true,
      status: 'active',
      refused_at: NOW,
      refusal: `550 ${NASTY}`,
    },
    {
      email: 'vera@bakery.example',
      name: 'Vera',
      listed: true,
      status: 'unsubscribed',
      refused_at: null,
      refusal: null,
    },
    { email: 'ben@northwind.example', name: null, listed: true, status: 'gone', refused_at: null, refusal: null },
  ],
}
const DIGEST = {
  tenant_id: 'ten_bakery',
  subject: 'Bakery: Monday, 2 November 2026',
  html: '',
  text: `Hello ${NASTY}`,
  since: NOW,
  changed: false,
  recipients: 2,
}
const notifications = (more: Partial<Parameters<typeof Notifications>[0]> = {}) =>
  inPage('Notifications', 'settings', <Notifications notices={NOTICES} self={FRAMED} changes={true} {...more} />)

const SETTINGS = {
  configured: false,
  host: 'smtp.northwind.example',
  port: 587,
  secure: 'starttls',
  user: 'northwind',
  password: { set: true, hint: '…cret' },
  from_address: null,
  from_name: NASTY,
  own_domains: false,
  dkim_selector: null,
} as const
const TEMPLATE = {
  name: 'daily_digest',
  sent_when: 'Once a day at the hour of the workspace',
  subject: 'Bakery: Monday',
  html: '',
  text: 'Hello',
} as const
const HOOKS = [
  {
    service: 'ses',
    url: `https://push.northwind.example/hooks/bounces/spb_${'x'.repeat(38)}`,
    signing_key: null,
    created_at: '2026-11-01T09:00:00.000Z',
    heard_at: '2026-11-02T09:00:00.000Z',
    said: '2 bounces. 1 about no e-mail of this install.',
    reported_at: '2026-11-02T09:00:00.000Z',
  },
  {
    service: 'report',
    url: `https://push.northwind.example/hooks/bounces/spb_${'y'.repeat(38)}`,
    signing_key: null,
    created_at: '2026-11-01T09:00:00.000Z',
    heard_at: null,
    said: null,
    reported_at: null,
  },
] as const
const ASKED = { email: 'ada@northwind.example', workspace: NASTY, action: '/unsubscribe?token=x' }

export const emailGallery = [
  { name: 'notifications', page: () => notifications() },
  {
    name: 'notifications-read',
    page: () => notifications({ changes: false, notices: { ...NOTICES, recipients: [] } }),
  },
  {
    name: 'notifications-422',
    page: () =>
      notifications({
        sent: {
          daily: {
            values: { time_zone: 'Mars' },
            issues: [{ path: 'time_zone', message: 'must be an IANA name, such as Europe/Vienna' }],
          },
          recipients: {
            values: { recipients: ['nobody'] },
            issues: [{ path: 'recipients.0', message: 'must be an e-mail address' }],
          },
        },
      }),
  },
  { name: 'digest', page: () => inPage('Digest', 'settings', <Digest digest={DIGEST} self={FRAMED} sends />) },
  { name: 'emails', page: () => inApp('E-mail log', <emailLog.View list={LIST} query={{}} self="/emails" />) },
  {
    name: 'emails-empty',
    page: () => inApp('E-mail log', <emailLog.View list={NO_ROWS} query={{ q: 'x' }} self="/emails" />),
  },
  {
    name: 'email-failed',
    page: () =>
      inPage(
        'E-mail',
        'settings',
        <Email email={{ ...ROWS[2]!, html: '', text: NASTY }} list="/emails" />,
        'E-mail log',
      ),
  },
  {
    name: 'email-settings',
    page: () =>
      inPage('E-mail', 'settings', <EmailSettings settings={SETTINGS} templates={[TEMPLATE]} hooks={HOOKS} />),
  },
  { name: 'email-template', page: () => inPage('E-mail', 'settings', <Template {...TEMPLATE} self="/email/x" />) },
  { name: 'unsubscribe', page: () => inPublic('Stop these e-mails?', <Stop {...ASKED} />) },
  { name: 'unsubscribed', page: () => inPublic('Stopped', <Stopped {...ASKED} />) },
  { name: 'confirm-recipient', page: () => inPublic('E-mails', <Agree {...ASKED} />) },
]
