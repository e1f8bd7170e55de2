/** Clients of an agency in their conditions, one of them, and who belongs to a workspace. */
import { createSubTenant } from '../../src/operations/tenants/create-sub-tenant.ts'
import { ClientPage } from '../../views/clients/client.tsx'
import type { ClientProps } from '../../views/clients/client-props.ts'
import { type ClientRow, Clients, type ClientsProps } from '../../views/clients/clients.tsx'
import { type MemberRow, Members, type MembersProps } from '../../views/members/members.tsx'
import { DASHBOARD, desk, found, STANDING } from './dashboard.tsx'
import { inApp, NO_ROWS } from './frames.tsx'
import { ROWS as SITES } from './indexnow.tsx'
import { at, jobs, NASTY, NOW, READER } from './samples.ts'

const FIGURES = {
  since: '2026-10-23',
  sent_30d: 240,
  returned_30d: 60,
  indexed_30d: 120,
  rate: 0.67,
  available: 96,
  reserved: 120,
  used_per_day: 2.4,
  lacks: 0,
  runway_days: 40,
  running_dry: false,
}

const client = (id: string, more: Partial<ClientRow> = {}): ClientRow => ({
  id,
  name: 'Bakery',
  kind: 'client',
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
  figures: FIGURES,
  lately: [0, 12, 40, 0, 0, 25, 31, 18, 0, 44, 20, 0, 26, 24],
  ...more,
})

const ROWS = [
  client('ten_bakery'),
  client('ten_team', {
    kind: 'team',
    name: NASTY,
    figures: { ...FIGURES, rate: null, reserved: 0, sent_30d: 0 },
    lately: Array(14).fill(0),
  }),
  client('ten_inn', {
    name: 'Inn',
    depth: 3,
    figures: { ...FIGURES, available: 10, runway_days: 1, running_dry: true },
  }),
  client('ten_old', { name: 'Old client', archived: true, archived_at: NOW }),
]
const listed = <Row,>(items: Row[]) => ({ items, total: items.length, page: 1, page_size: 50 })
const { name, kind, notes } = createSubTenant.input.properties
const ADDS = { properties: { name, kind, notes }, required: ['name'] }

const clients = (more: Partial<ClientsProps> = {}) =>
  inApp(
    'Clients',
    <Clients
      list={listed(ROWS)}
      query={{}}
      self={at('/clients')}
      depth={1}
      purse={5000}
      adds={ADDS}
      idempotency_key="once"
      {...more}
    />,
  )

const member = (uid: string, more: Partial<MemberRow> = {}): MemberRow => ({
  id: uid,
  uid,
  tenant_id: 'ten_northwind',
  email: 'ada@northwind.example',
  name: 'Ada',
  role: 'owner',
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

const clientPage = (row: ClientRow, more: Partial<ClientProps> = {}) =>
  inApp(
    row.name,
    <ClientPage
      client={row}
      report={{
        standing: STANDING,
        chart: DASHBOARD.chart,
        cases: [found('key', { note: 'The file answered 404.' }), found('failed', { name: NASTY, count: 3 })],
      }}
      pushes={{ items: jobs(5), total: 48 }}
      people={{ items: PEOPLE, total: 3 }}
      sites={{ items: SITES, total: 9 }}
      base={at('')}
      desk={desk()}
      edits={ADDS}
      gives={{ properties: { amount: { type: 'integer', title: 'Credits' } }, required: ['amount'] }}
      now={NOW}
      zone={READER}
      idempotency_key="once"
      {...more}
    />,
  )

const FRESH: Partial<ClientProps> = {
  report: {
    standing: { ...STANDING, rate: null, usual: null, sent_30d: 0, settles_today: 0, reserved: 0, runway_days: null },
    chart: [],
    cases: [],
  },
  pushes: NO_ROWS,
  people: NO_ROWS,
  sites: NO_ROWS,
}

const members = (more: Partial<MembersProps> = {}) =>
  inApp(
    'Members',
    <Members
      list={listed(PEOPLE)}
      query={{}}
      self={at('/members')}
      workspace={NASTY}
      highest="admin"
      idempotency_key="once"
      {...more}
    />,
  )

export const clientGallery = [
  { name: 'clients', page: () => clients() },
  { name: 'clients-none', page: () => clients({ list: NO_ROWS }) },
  { name: 'clients-viewer', page: () => clients({ purse: null, adds: null }) },
  { name: 'clients-422', page: () => clients({ issues: [{ path: 'name', message: 'is required' }] }) },
  { name: 'client', page: () => clientPage(ROWS[1]!) },
  { name: 'client-new', page: () => clientPage(ROWS[0]!, FRESH) },
  { name: 'client-archived', page: () => clientPage(ROWS[3]!) },
  { name: 'client-422', page: () => clientPage(ROWS[0]!, { issues: [{ path: 'name', message: 'is required' }] }) },
  { name: 'members', page: () => members() },
  {
    name: 'members-invited',
    page: () => members({ invited: { email: 'new@northwind.example', url: 'https://push.example/welcome?t=x' } }),
  },
  { name: 'members-viewer', page: () => members({ highest: null, list: NO_ROWS }) },
]
