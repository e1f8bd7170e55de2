/** The dashboard of an agency at work, of a fresh install, and as a viewer sees it. */
import type { Case, CaseKind, ClientStanding } from '../../src/domains/reports/index.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import type { Desk } from '../../views/dashboard/cases.tsx'
import { Dashboard, type DashboardProps } from '../../views/dashboard/dashboard.tsx'
import { tasksOf } from '../../views/setup/tasks.ts'
import { inApp } from './frames.tsx'
import { at, jobs, NASTY, NOW, READER } from './samples.ts'

export const STANDING: ClientStanding = {
  id: 'ten_bakery',
  name: 'Bakery',
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
  last: { day: dayOf(plus(NOW, -8 * DAY)), links: 48, rate: 0.71 },
  usual: 0.69,
  below_usual: false,
  settles_today: 24,
  came_back: 8,
  came_in: 31,
}
const DRY = { available: 10, runway_days: 1, running_dry: true, used_per_day: 9.5, lacks: 275 }
const BELOW = { last: { ...STANDING.last!, rate: 0.31 }, below_usual: true }

export const found = (kind: CaseKind, more: Partial<Case> = {}): Case => ({
  kind,
  id: `${kind}-1`,
  tenant_id: 'ten_bakery',
  tenant_name: 'Bakery',
  name: 'shop.bakery.example',
  count: 19,
  note: null,
  stamp: '1',
  standing: STANDING,
  ...more,
})

const OPEN: Case[] = [
  found('dry', { tenant_name: 'Alder & Sons', standing: { ...STANDING, ...DRY } }),
  found('stopped', {
    name: NASTY,
    note: 'The crawl supplier accepts no links now. Signalpost tries again at 07:05 UTC.',
  }),
  found('key', { note: 'The file answered 404.' }),
  found('failed', { name: 'Spring pages, a name that is as long as people make them', count: 3, tenant_name: NASTY }),
  found('domain', { name: 'reports.alder.example', count: 1, note: 'There is no TXT record.' }),
  found('below_usual', { standing: { ...STANDING, ...BELOW } }),
  found('draft', { name: 'submit_index_job', count: 400, note: 'Nightly agent' }),
  found('low', { standing: { ...STANDING, ...DRY, runway_days: null, used_per_day: 0 } }),
]
export const INSTALL: Case[] = (
  ['clock', 'supplier', 'breaker', 'engine', 'mail', 'unproved', 'request', 'invitation'] as const
).map((kind) =>
  found(kind, { tenant_id: null, tenant_name: null, name: 'primary', note: 'the supplier refused our key' }),
)
const MORE: Case[] = [found('past_due', { note: plus(NOW, 5 * DAY) }), found('mailbox', { name: 'ada@alder.example' })]

const can = (all: boolean): Desk['may'] => ({
  give: all,
  verify: all,
  retry: all,
  look: all,
  approve: all,
  grant: all,
  reset: all,
  packs: all,
  push: all,
})
export const desk = (all = true): Desk => ({
  base: at(''),
  tenant_id: 'northwind',
  may: can(all),
  purse: 1284,
  zone: READER,
})

export const DASHBOARD: DashboardProps = {
  person: 'Ada',
  summary: 'Northwind: 6 clients, 43 pushes being watched, 8 need attention.',
  numbers: {
    indexed_30d: 1912,
    indexed_change: 18,
    credits_returned: 214,
    index_credits: 1284,
    spendable: 2526,
    used_per_day: 61.4,
    reserved: 386,
    runway_days: 19,
    settling_this_week: 386,
  },
  age_days: 400,
  jobs: 148,
  chart: Array.from({ length: 30 }, (_, i) => ({
    day: dayOf(plus(NOW, (i - 29) * DAY)),
    indexed: i % 7 > 4 ? 0 : 30 + ((i * 17) % 31),
    waiting: i < 22 || i % 7 > 4 ? 0 : 4 * (i - 21),
    not_indexed: i > 23 || i % 7 > 4 ? 0 : 12 + ((i * 7) % 9),
  })),
  clients: [
    { ...STANDING, ...DRY, id: 'ten_alder', name: 'Alder & Sons' },
    { ...STANDING, ...BELOW },
    { ...STANDING, id: 'ten_nasty', name: NASTY, last: null, usual: null, settles_today: 0, came_in: 0, came_back: 0 },
  ],
  cases: {
    open: OPEN,
    seen: [found('key', { id: 'seen', name: 'blog.kettle.example', tenant_name: 'Kettle Coffee' })],
  },
  desk: desk(),
  in_progress: jobs(8).filter((one) => one.status === 'sending' || one.status === 'watching'),
  can_write: true,
  base: at(''),
  now: NOW,
  zone: READER,
  idempotency_key: 'key',
}

const dashboard = (more: Partial<DashboardProps> = {}) => inApp('Dashboard', <Dashboard {...DASHBOARD} {...more} />)

export const dashboardGallery = [
  { name: 'dashboard', page: () => dashboard() },
  {
    name: 'dashboard-new',
    page: () =>
      dashboard({
        summary: 'Northwind: 0 pushes being watched.',
        numbers: { ...DASHBOARD.numbers, indexed_30d: 0, indexed_change: null, runway_days: null, reserved: 0 },
        age_days: 0,
        jobs: 0,
        chart: [],
        clients: [],
        cases: { open: [], seen: [] },
        in_progress: [],
        simulated: true,
        checklist: tasksOf(
          {
            address: true,
            mail: false,
            supplier: true,
            engine: true,
            client: false,
            push: false,
            indexnow: false,
            backup: false,
          },
          at(''),
        ),
      }),
  },
  { name: 'dashboard-viewer', page: () => dashboard({ can_write: false, desk: desk(false), clients: [] }) },
  {
    name: 'dashboard-platform',
    page: () => dashboard({ cases: { open: [...INSTALL, ...MORE], seen: [] }, desk: { ...desk(), purse: 0 } }),
  },
]
