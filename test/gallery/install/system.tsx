/** The audit trail, errors, the machine room and backups. */

import { installSinks, ownSinks, type Sink } from '../../../views/audit-streams/pages.tsx'
import { Backups } from '../../../views/backups/backups.tsx'
import { NewVersion, Releases, type ReleasesData } from '../../../views/releases/releases.tsx'
import { HeadOf } from '../../../views/shell.tsx'
import { type AuditRow, auditList, ownAuditList } from '../../../views/system/audit.tsx'
import { auditWords } from '../../../views/system/audit-words.ts'
import { type ErrorAnswer, ErrorPage, type ErrorRow, errorHead, errorList } from '../../../views/system/errors.tsx'
import { type BackupRow, System, type SystemData } from '../../../views/system/system.tsx'
import { inApp, inOperator, inPage, NO_ROWS } from '../frames.tsx'
import { NASTY, NOW } from '../samples.ts'

const line = (id: string, more: Partial<AuditRow> = {}): AuditRow => ({
  id,
  created_at: NOW,
  action: 'update_tenant',
  actor: 'ada@northwind.example',
  user_id: 'usr_ada',
  via: 'session',
  key_id: null,
  app: null,
  door: 'page',
  as_platform: false,
  tenant_id: 'ten_bakery',
  tenant_name: 'Bakery',
  target: 'ten_bakery',
  before: { name: 'Baker' },
  after: { name: 'Bakery' },
  ip: '203.0.113.7',
  request_id: '019aa000-0000-7000-8000-000000000001',
  ...more,
})
const LINES = [
  line('a'),
  line('b', { actor: NASTY, via: 'oauth', app: NASTY, door: 'tool', tenant_name: NASTY, target: NASTY }),
  line('c', {
    via: 'system',
    actor: 'system',
    tenant_id: null,
    tenant_name: null,
    target: null,
    ip: null,
    request_id: null,
    before: null,
    after: null,
    door: null,
    as_platform: true,
  }),
  line('d', { tenant_name: null, before: null, after: { note: NASTY } }),
]

const sink = (id: string, more: Partial<Sink> = {}): Sink => ({
  id,
  tenant_id: null,
  tenant_name: null,
  url: 'https://siem.agency.example/services/collector/raw',
  has_authorization: true,
  has_ca: false,
  state: 'on',
  sent_rows: 128_400,
  behind: 0,
  lost_rows: 0,
  failing_since: null,
  last_error: null,
  last_ok_at: NOW,
  created_by: 'pat@platform.example',
  created_at: NOW,
  ...more,
})
const SINKS = [
  sink('s1'),
  sink('s2', {
    url: 'syslog+tls://logs.agency.example:6514',
    failing_since: NOW,
    last_error: 'No connection within 15 seconds.',
    behind: 1204,
    lost_rows: 12,
  }),
  sink('s3', { state: 'off', url: `https://siem.example/${'a'.repeat(200)}`, last_ok_at: null }),
]
const OWN_SINKS = [sink('s4', { tenant_id: 'ten_bakery', tenant_name: NASTY, behind: null, lost_rows: null })]

const error = (id: string, more: Partial<ErrorRow> = {}): ErrorRow => ({
  id,
  message: 'TypeError: undefined is not an object',
  place: 'take_looks',
  count: 1234,
  first_seen_at: NOW,
  last_seen_at: NOW,
  resolved: false,
  reopened_at: null,
  versions: ['0.1.0', '0.2.0'],
  request_id: '019aa000-0000-7000-8000-000000000001',
  ...more,
})
const ERRORS = [error('e1'), error('e2', { reopened_at: NOW, message: NASTY }), error('e3', { resolved: true })]
const whole = (row: ErrorRow): ErrorAnswer => ({
  ...row,
  fingerprint: 'f'.repeat(64),
  stack: `TypeError: x\n    at look (/take-looks.ts:1:2)\n${NASTY}`,
  sample: { method: 'POST', route: '/check', actor: NASTY, tenant_id: 'ten_bakery' },
  days: Array.from({ length: 30 }, (_, i) => ({
    day: `2026-11-${String((i % 28) + 1).padStart(2, '0')}`,
    n: (i * 7) % 5,
  })),
})

const backup = (id: string, more: Partial<BackupRow> = {}): BackupRow => ({
  id,
  name: 'signalpost-20261121T020000Z.backup.age',
  place: '/backups',
  state: 'proved',
  encrypted: true,
  started_at: NOW,
  finished_at: NOW,
  bytes: 48_000_000,
  sha256: 'f'.repeat(64),
  took_ms: 4200,
  held_ms: 900,
  error: null,
  ...more,
})
const backups = (more: Partial<SystemData['backups']> = {}): SystemData['backups'] => ({
  place: 's3://copies/nightly',
  keep: 7,
  encrypted: true,
  last_at: NOW,
  last_restored_at: NOW,
  error: null,
  next_at: NOW,
  recent: [
    backup('1', { state: 'running', bytes: null, took_ms: null }),
    backup('2'),
    backup('3', { state: 'failed', error: NASTY }),
    backup('4', { state: 'gone' }),
  ],
  ...more,
})
const task = (name: string, more = {}) => ({
  name,
  summary: 'Order and collect looks at search engines',
  every_s: 5,
  last_at: NOW,
  took_ms: 12,
  done: 3,
  next_at: NOW,
  failed_at: null,
  error: null,
  ...more,
})
export const system = (more: Partial<SystemData> = {}): SystemData => ({
  version: '0.2.0',
  previous_version: null,
  updated_at: null,
  update: null,
  started_at: NOW,
  uptime_s: 90_000,
  passive: false,
  database: { bytes: 480e6, log_bytes: 8e5, free_bytes: 12e6, schema: 21, checked_at: NOW, damage: null },
  disk: { free_bytes: 12e9, total_bytes: 40e9, bytes_a_day: 21e6, full_on: '2028-06-12' },
  backups: backups(),
  tasks: [
    task('take_looks'),
    task('send_mails', { failed_at: NOW, error: NASTY }),
    task('make_backups', { last_at: null, took_ms: null, done: null }),
  ],
  crawl: { primary: { adapter: 'speedyindex', status: 'closed', last_error: null }, fallback: null },
  payments: { mode: 'live', webhook: true, last_event_at: NOW, waiting: 3 },
  smtp: { configured: true, host: 'mail.northwind.example', port: 587, waiting: 2 },
  loop: { stalls: 3, stalled_ms: 600, longest_ms: 240, last_at: NOW },
  errors_open: 0,
  geo: {
    built_in: { source: 'geo-whois-asn-country 2.3.2026061719', made_on: '2026-06-17', bytes: 528_031 },
    own: null,
  },
  ...more,
})
export const bad = system({
  previous_version: '0.1.0',
  updated_at: NOW,
  update: {
    asked_at: NOW,
    error: null,
    newer: { version: '0.3.0', released: NOW, security: true, notes: `## 0.3.0\n\n- ${NASTY}\n` },
  },
  passive: true,
  errors_open: 3,
  geo: { ...system().geo, own: { source: 'City of 2026', made_on: '2026-10-30', bytes: 64_000_000 } },
  backups: backups({ error: NASTY, last_at: null, last_restored_at: null }),
  database: { ...system().database, damage: 'row 7 missing from index', checked_at: null },
  crawl: {
    primary: { adapter: 'speedyindex', status: 'open', last_error: { at: NOW, failure: 'auth', message: NASTY } },
    fallback: null,
  },
  smtp: { configured: false, host: null, port: 587, waiting: 0 },
})

const list = <T,>(items: T[]) => ({ items, total: items.length, page: 1, page_size: 50 })

const NOTES = `### Upgrade notes

- One migration runs. ${NASTY}

### Added

- A page that shows what is new: see the [manual](upgrade.md).

| was | is |
|---|---|
| \`old\` | \`new\` |`
const RELEASES: ReleasesData = {
  version: '0.2.0',
  previous_version: '0.1.0',
  updated_at: NOW,
  update: { asked_at: NOW, error: null, newer: { version: '0.3.0', released: NOW, security: true, notes: NOTES } },
  releases: [
    { version: '0.2.0', is_new: true, notes: NOTES },
    { version: '0.1.0', is_new: false, notes: 'The first.' },
  ],
}

export const systemGallery = [
  {
    name: 'audit',
    page: () =>
      inApp(
        'Audit',
        <auditList.View
          list={list(LINES.map((row) => ({ ...row, said: auditWords(row) })))}
          query={{}}
          self="/audit"
        />,
      ),
  },
  {
    name: 'audit-own',
    page: () =>
      inApp(
        'Audit',
        <ownAuditList.View
          list={list(LINES.map((row) => ({ ...row, said: auditWords(row) })))}
          query={{}}
          self="/audit"
        />,
      ),
  },
  {
    name: 'audit-streams',
    page: () => inApp('Audit', <installSinks.View list={list(SINKS)} query={{}} self="/audit/streams" />),
  },
  {
    name: 'audit-streams-own',
    page: () => inApp('Audit', <ownSinks.View list={list(OWN_SINKS)} query={{}} self="/audit/streams" />),
  },
  {
    name: 'errors',
    page: () => inApp('Errors', <errorList.View list={list(ERRORS)} query={{ resolved: 'all' }} self="/errors" />),
  },
  {
    name: 'errors-none',
    page: () => inApp('Errors', <errorList.View list={NO_ROWS} query={{ resolved: 'false' }} self="/errors" />),
  },
  {
    name: 'error',
    page: () => {
      const head = { ...errorHead({ error: whole(ERRORS[1]!) }), title: 'Error' }
      return inApp('Error', <ErrorPage error={whole(ERRORS[1]!)} />, 'Errors', { head: <HeadOf {...head} /> })
    },
  },
  { name: 'system', page: () => inPage('System', '', <System system={system()} />) },
  { name: 'system-bad', page: () => inPage('System', '', <System system={bad} />) },
  {
    name: 'releases',
    page: () =>
      inOperator(
        'Releases',
        <>
          <NewVersion version="0.2.0" />
          <Releases program={RELEASES} />
        </>,
      ),
  },
  { name: 'backups', page: () => inPage('Backups', '', <Backups backups={backups()} />) },
  {
    name: 'backups-none',
    page: () =>
      inPage(
        'Backups',
        '',
        <Backups
          backups={backups({
            keep: 0,
            encrypted: false,
            recent: [],
            last_at: null,
            last_restored_at: null,
            next_at: null,
          })}
        />,
      ),
  },
]
