/** Notifications, the e-mail log, one letter, the mail server and its letters, and the pages behind links of letters. */

import { LetterPage } from '../../views/emails/letter.tsx'
import { Log } from '../../views/emails/log.tsx'
import { EmailSettingsPage, TemplatePage } from '../../views/emails/settings.tsx'
import type { LetterRow } from '../../views/emails/words.ts'
import { Agree, Stop, Stopped } from '../../views/notices/answer.tsx'
import { type Notices, Notifications } from '../../views/notices/notifications.tsx'
import { inApp, inPublic, NO_ROWS } from './frames.tsx'
import { NASTY, NOW } from './samples.ts'

/** A view of the gallery stands in for the letter. */
const FRAMED = 'letter-daily_digest'

const row = (id: string, more: Partial<LetterRow> = {}): LetterRow => ({
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
  inApp(
    'Notifications',
    <Notifications notices={NOTICES} digest={DIGEST} self={FRAMED} workspace={NASTY} changes={true} {...more} />,
  )

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
} as const
const TEMPLATE = {
  name: 'daily_digest',
  sent_when: 'Once a day at the hour of the workspace',
  subject: 'Bakery: Monday',
  html: '',
  text: 'Hello',
} as const
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
        values: { time_zone: 'Mars', recipients: ['nobody'] },
        issues: [
          { path: 'time_zone', message: 'must be an IANA name, such as Europe/Vienna' },
          { path: 'recipients.0', message: 'must be an e-mail address' },
        ],
      }),
  },
  {
    name: 'emails',
    page: () => inApp('E-mail log', <Log list={LIST} query={{}} self="/emails" sub="What was sent." />),
  },
  {
    name: 'emails-empty',
    page: () => inApp('E-mail log', <Log list={NO_ROWS} query={{ q: 'x' }} self="/emails" sub="What was sent." />),
  },
  {
    name: 'email-failed',
    page: () =>
      inApp(
        'E-mail',
        <LetterPage letter={{ ...ROWS[2]!, html: '', text: NASTY }} log="/emails" resends={true} />,
        'E-mail log',
      ),
  },
  {
    name: 'email-settings',
    page: () =>
      inApp('E-mail', <EmailSettingsPage settings={SETTINGS} templates={[TEMPLATE]} self="/email" log="/letters" />),
  },
  { name: 'email-template', page: () => inApp('E-mail', <TemplatePage template={TEMPLATE} email="/email" />) },
  { name: 'unsubscribe', page: () => inPublic('Stop these letters?', <Stop {...ASKED} />) },
  { name: 'unsubscribed', page: () => inPublic('Stopped', <Stopped {...ASKED} />) },
  { name: 'confirm-recipient', page: () => inPublic('Letters', <Agree {...ASKED} />) },
]
