/** Clients of an agency in their conditions, one of them, and who belongs to a workspace. */

import { ClientSections } from '../../../views/attention/client-sections.tsx'
import type { ClientWhyProps } from '../../../views/attention/why.tsx'
import { ClientPage } from '../../../views/clients/client.tsx'
import type { ClientSubject } from '../../../views/clients/client-props.ts'
import { type ClientRow, clientList } from '../../../views/clients/clients.tsx'
import { NewClient, type NewClientProps } from '../../../views/clients/new-client.tsx'
import { KindAndNote, TransferPanel } from '../../../views/clients/transfer.tsx'
import { Invited, type MemberRow, memberList, newMember, RoleNotes } from '../../../views/members/pages.tsx'
import type { Query } from '../../../views/parts/lists/list.ts'
import { LeftOut } from '../../../views/reports/left-out.tsx'
import { inApp, inPage, NO_ROWS } from '../frames.tsx'
import { ROWS as SITES } from '../install/indexnow.tsx'
import { at, jobs, NASTY, NOW, nameOf, READER } from '../samples.ts'
import { DASHBOARD, desk, found, SLOTS, STANDING } from './dashboard.tsx'

const EARNINGS = {
  price: { usd_month: 400, usd_credit: 0.2 },
  earned_usd: 482.4,
  cost_usd: 61.05,
  unpriced_links: 0,
  margin_usd: 421.35,
}

const client = (id: string, more: Partial<ClientRow> = {}): ClientRow => ({
  ...STANDING,
  id,
  name: 'Bakery',
  kind: 'client',
  search_place: null,
  parent_id: 'ten_northwind',
  depth: 2,
  notes: null,
  rooms: null,
  default_recheck_days: 0,
  archived: false,
  archived_at: null,
  archived_by: null,
  created_at: NOW,
  updated_at: NOW,
  hosts: ['bakery.example', 'shop.bakery.example'],
  days: DASHBOARD.chart,
  earnings: EARNINGS,
  ...more,
})

const ROWS = [
  client('ten_bakery'),
  client('ten_team', {
    kind: 'team',
    name: NASTY,
    last: null,
    usual: null,
    rate: null,
    reserved: 0,
    sent_30d: 0,
    runway_days: null,
    hosts: [],
    days: [],
  }),
  client('ten_inn', { name: 'Inn', available: 10, runway_days: 1, running_dry: true }),
  client('ten_old', { name: 'Old client', archived: true, archived_at: NOW }),
]
const listed = <Row,>(items: Row[]) => ({ items, total: items.length, page: 1, page_size: 50 })
const COUNTS = { all: 4, off_usual: 1, low_credits: 1, no_push: 1 }
const NO_COUNTS = { all: 0, off_usual: 0, low_credits: 0, no_push: 0 }
const FROM = { name: 'Northwind', available: 5000 }

type Drawn = Parameters<typeof clientList.View>[0]

const clients = (more: Partial<Drawn> = {}) =>
  inApp(
    'Clients',
    <clientList.View
      site={{ slots: SLOTS }}
      list={{ ...listed(ROWS), counts: COUNTS, available: 1286 }}
      query={{ view: 'all' }}
      self={at('/clients')}
      base={at('')}
      now={NOW}
      zone={READER}
      {...more}
    />,
    'Clients',
    { kind: 'clients' },
  )

const transfer = (row: ClientRow, query: Query = {}, issues?: { path: string; message: string }[]) => {
  const asked = { transfer: row.id, ...query }
  const around = { self: at('/clients'), query: asked, now: NOW, zone: READER, idempotency_key: 'once' }
  return clients({
    query: asked,
    panel: <TransferPanel {...around} to={row} from={FROM} issues={issues} more={<KindAndNote />} />,
  })
}

const newClient = (more: Partial<NewClientProps> = {}) =>
  inPage(
    'New client',
    'client',
    <NewClient action={at('/clients')} available={1240} highest="owner" logo idempotency_key="once" {...more} />,
  )

const member = (uid: string, more: Partial<MemberRow> = {}): MemberRow => ({
  id: uid,
  uid,
  tenant_id: 'ten_northwind',
  email: 'ada@northwind.example',
  name: 'Ada',
  role: 'owner',
  second_factor: 'totp',
  status: 'active',
  joined: true,
  created_at: NOW,
  ...more,
})

const PEOPLE = [
  member('usr_ada'),
  member('usr_ben', { name: NASTY, email: 'ben@northwind.example', role: 'member', joined: false }),
  member('usr_cyd', { name: 'Cyd', email: 'cyd@northwind.example', role: 'admin', status: 'suspended' }),
]

const WEEKS = [0.62, 0.4, 0.66, 0.58].map((rate, at) => ({
  week: `2026-${['11-16', '11-09', '11-02', '10-26'][at]}`,
  links: 100,
  checked: at === 0 ? 40 : 100,
  seen: Math.round(rate * (at === 0 ? 40 : 100)),
  final: at > 0,
}))
const REPORT = {
  tenant_id: 'ten_bakery',
  month: '2026-10',
  state: 'shared',
  comment: '',
  contact: '',
  opened: 3,
  opened_at: NOW,
  shared_at: NOW,
} as const

const WHY: ClientWhyProps['why'] = {
  standing: STANDING,
  facts: [
    { mark: 'cause', text: '37 of the 44 links are in /category/: 1 of 37 indexed.', more: 'Usually 55%.' },
    { mark: 'ruled_out', text: 'Other sections are as usual: 6 of 7 indexed.' },
    { mark: 'refunded', text: '37 credits were refunded.' },
  ],
  sections: [
    { name: '/category/', host: 'quay.example', links: 37, indexed: 1, usual: 0.55 },
    { name: NASTY, host: 'quay.example', links: 3, indexed: 3, usual: null },
  ],
  missed: [{ uid: 1, url: 'https://quay.example/category/1', flags: ['canonical_elsewhere'] }],
}

const subject = (row: ClientRow, more: Partial<ClientSubject>): ClientSubject => ({
  client: row,
  overview: {
    standing: STANDING,
    chart: DASHBOARD.chart,
    cases: [found('key', { note: 'The file answered 404.' }), found('failed', { name: NASTY, count: 3 })],
    weeks: WEEKS,
    report: REPORT,
    engine: 'Google',
    earnings: EARNINGS,
    search_place: { place: { country: 'DE', language: 'de', device: 'mobile' }, tenant_id: 'ten_bakery' },
  },
  jobs: { items: jobs(5), total: 48 },
  writes: true,
  pushes: true,
  people: { items: PEOPLE, total: 3 },
  sites: { items: SITES, total: 9 },
  base: at(''),
  names: nameOf,
  edits: true,
  gives: true,
  now: NOW,
  zone: READER,
  idempotency_key: 'once',
  ...more,
})

const LEFT_OUT = [{ tenant_id: 'ten_orchard', tenant_name: NASTY, links: 40, hosts: ['orchard.example'] }]
const SOURCES = [{ id: 'std_quay', address: 'https://quay.example/sitemap.xml' }]

const clientPage = (row: ClientRow, why: ClientWhyProps['why'] | null, more: Partial<ClientSubject> = {}) => {
  const of = subject(row, more)
  const facts = SLOTS.map(({ client_facts }) => client_facts?.(of))
  const left_out = more.jobs === NO_ROWS ? [] : LEFT_OUT
  const sections = (
    <>
      <LeftOut of={left_out} client={row.name} href={(host) => at(`/links?host=${host}`)} />
      <ClientSections {...of} why={why} sources={SOURCES} desk={desk()} />
    </>
  )
  return inPage(row.name, 'client', <ClientPage {...of} sections={sections} facts={facts} panel={null} />)
}

const FRESH: Partial<ClientSubject> = {
  overview: {
    standing: { ...STANDING, rate: null, last: null, usual: null, sent_30d: 0, reserved: 0, runway_days: null },
    chart: [],
    cases: [],
    weeks: [],
    report: null,
    engine: 'Google',
    earnings: null,
    search_place: { place: { country: 'US', language: 'en', device: 'desktop' }, tenant_id: null },
  },
  jobs: NO_ROWS,
  people: NO_ROWS,
  sites: NO_ROWS,
}

const members = (list: Parameters<typeof memberList.View>[0]['list'] = listed(PEOPLE)) =>
  inApp(
    'People',
    <memberList.View
      list={list}
      query={{}}
      self={at('/members')}
      below={
        <>
          {newMember(at('/members'), 'admin')}
          <RoleNotes />
        </>
      }
    />,
  )

export const clientGallery = [
  { name: 'clients', page: () => clients() },
  { name: 'clients-none', page: () => clients({ list: { ...NO_ROWS, counts: NO_COUNTS, available: 0 } }) },
  { name: 'clients-viewer', page: () => clients({ may: () => false }) },
  { name: 'clients-transfer', page: () => transfer(ROWS[2]!) },
  {
    name: 'clients-transfer-402',
    page: () =>
      transfer(ROWS[0]!, { way: 'back', amount: '5' }, [
        { path: '', message: 'This needs 5 index credits; 0 are available.' },
      ]),
  },
  { name: 'client-add', page: () => newClient() },
  {
    name: 'client-add-rest',
    page: () =>
      newClient({
        made: { name: NASTY, done: '2 hosts', parts: ['hosts', 'credits'] },
        values: { hosts: 'not a host', credits: '99999' },
        issues: [
          { path: 'hosts', message: 'not a host must be a domain' },
          { path: 'credits', message: 'This needs 99,999 index credits; 1,240 are available.' },
        ],
      }),
  },
  { name: 'client', page: () => clientPage(ROWS[1]!, WHY) },
  { name: 'client-new', page: () => clientPage(ROWS[0]!, null, FRESH) },
  { name: 'client-archived', page: () => clientPage(ROWS[3]!, WHY) },
  { name: 'members', page: () => members() },
  {
    name: 'members-invited',
    page: () =>
      inPage(
        'Invitation ready',
        'settings',
        <Invited
          email="new@northwind.example"
          mailed={false}
          url="https://push.example/welcome?t=x"
          list={at('/members')}
        />,
      ),
  },
  { name: 'members-none', page: () => members(NO_ROWS) },
]
