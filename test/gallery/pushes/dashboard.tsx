/** The dashboard of an agency at work, of a fresh install, and as a viewer sees it. */

import type { ActingCase, CaseKind } from '../../../src/domains/figures/index.ts'
import type { Site } from '../../../src/doors/pages/web.ts'
import type { ClientStanding } from '../../../src/features/attention/index.ts'
import { DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import type { Forecast } from '../../../views/attention/headline.tsx'
import { Today, type TodayProps } from '../../../views/attention/today.tsx'
import type { Weeks } from '../../../views/attention/weeks.ts'
import { featurePages } from '../../../views/features.ts'
import type { CaseContext } from '../../../views/kit/case-line.ts'
import { tasksOf } from '../../../views/setup/tasks.ts'
import { HeadOf } from '../../../views/shell.tsx'
import { inApp } from '../frames.tsx'
import { at, NASTY, NOW, nameOf, READER } from '../samples.ts'

const STANDING: ClientStanding = {
  id: 'ten_bakery',
  name: 'Bakery',
  since: '2026-10-23',
  sent_30d: 240,
  returned_30d: 60,
  indexed_30d: 120,
  rate: 0.67,
  rate_links: 180,
  rate_until: dayOf(plus(NOW, -8 * DAY)),
  available: 96,
  reserved: 120,
  used_per_day: 2.4,
  lacks: 0,
  runway_days: 40,
  running_dry: false,
  last: { day: dayOf(plus(NOW, -8 * DAY)), links: 48, rate: 0.71 },
  usual: 0.69,
  off_usual: null,
  below_usual: false,
  settles_today: 24,
  came_back: 8,
  came_in: 31,
}
const DRY = { available: 10, runway_days: 1, running_dry: true, used_per_day: 9.5, lacks: 275 }
const BELOW = { last: { ...STANDING.last!, rate: 0.31 }, off_usual: 'below' as const, below_usual: true }
const LOW = { last: { ...STANDING.last!, rate: 0.14 }, usual: null, off_usual: 'low' as const, below_usual: true }

const found = (kind: CaseKind, more: Partial<ActingCase> = {}): ActingCase => ({
  act: null,
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

const OPEN: ActingCase[] = [
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
const INSTALL: ActingCase[] = (
  [
    'clock',
    'restored',
    'supplier',
    'breaker',
    'double',
    'engine',
    'mail',
    'audit_stream',
    'unproved',
    'request',
    'invitation',
  ] as const
).map((kind) =>
  found(kind, { tenant_id: null, tenant_name: null, name: 'primary', note: 'the supplier refused our key' }),
)
const MORE: ActingCase[] = [
  found('past_due', { note: plus(NOW, 5 * DAY) }),
  found('mailbox', { name: 'ada@alder.example' }),
  found('webhook', { note: 'It has only failed since 2026-11-18. No answer within 15 seconds.' }),
]

/** Parts of pages that features fill. */
const SLOTS: Site['slots'] = featurePages.flatMap(({ slots }) => slots ?? [])

const can = (all: boolean): CaseContext['may'] => ({
  give: all,
  verify: all,
  answer: all,
  retry: all,
  look: all,
  approve: all,
  grant: all,
  operate: all,
  packs: all,
  push: all,
  hook: all,
})
const desk = (all = true): CaseContext => ({
  base: at(''),
  tenant_id: 'northwind',
  may: can(all),
  words: Object.assign({}, ...SLOTS.map(({ case_words }) => case_words)),
  zone: READER,
  names: nameOf,
})

const WEEKS: Weeks = {
  since: '2026-09-07',
  final: [61, 63, 59, 65, 68, 66, 72, 70, 65, 71].map((share, at) => ({
    monday: dayOf(plus('2026-09-07T00:00:00.000Z', 7 * at * DAY)),
    sunday: dayOf(plus('2026-09-13T00:00:00.000Z', 7 * at * DAY)),
    at,
    links: 612,
    due: 0,
    seen: Math.round(6.12 * share),
    share: share / 100,
  })),
  so_far: { monday: '2026-11-16', sunday: '2026-11-22', at: 10, links: 44, due: 4, seen: 29, share: 29 / 44 },
  newer: 44,
  usual: 0.65,
}

const FORECAST: Forecast = {
  tenant_id: 'northwind',
  spendable: 2526,
  own: 1240,
  reserved: 299,
  expected_refunds: 150,
  used_per_day: 61.4,
  runway_days: 41,
  running_dry: false,
  lacks: 0,
  last_day: dayOf(plus(NOW, 41 * DAY)),
  days: Array.from({ length: 15 }, (_, i) => ({
    day: dayOf(plus(NOW, (i - 7) * DAY)),
    links: i % 7 === 5 ? 0 : 96 + i,
    refunded: i > 7 ? 0 : 20 + i,
    waiting: i > 7 ? 96 + i : 0,
    expected_refunds: i > 7 ? 24 : 0,
  })).filter(({ links }) => links > 0),
}

const TODAY: TodayProps = {
  weeks: WEEKS,
  pushes: [],
  now: NOW,
  forecast: FORECAST,
  jobs: 148,
  simulated: false,
  checklist: [],
  clients: [
    {
      ...STANDING,
      ...DRY,
      id: 'ten_alder',
      name: 'Alder & Sons',
      last: { ...STANDING.last!, rate: 0.92 },
      off_usual: 'above',
    },
    { ...STANDING, ...LOW, id: 'ten_low', name: 'Alder Legal' },
    { ...STANDING, ...BELOW },
    { ...STANDING, id: 'ten_usual', name: 'Kettle Coffee' },
    { ...STANDING, id: 'ten_nasty', name: NASTY, last: null, usual: null, settles_today: 0, came_in: 0, came_back: 0 },
  ],
  cases: {
    open: OPEN,
    seen: [found('key', { id: 'seen', name: 'blog.kettle.example', tenant_name: 'Kettle Coffee' })],
  },
  desk: desk(),
  can_write: true,
  base: at(''),
  zone: READER,
  idempotency_key: 'key',
}

const today = (more: Partial<TodayProps> = {}) =>
  inApp('Today', <Today {...TODAY} {...more} />, 'Today', {
    kind: 'today',
    head: (
      <HeadOf
        title="Good morning, Ada"
        sub="Northwind: 6 clients, 43 open pushes."
        act={more.can_write === false ? null : { label: 'New push', icon: 'plus', href: at('/push') }}
      />
    ),
  })

export const dashboardGallery = [
  { name: 'dashboard', page: () => today() },
  {
    name: 'dashboard-new',
    page: () =>
      today({
        weeks: { ...WEEKS, final: [], so_far: null, newer: 0, usual: null },
        jobs: 0,
        clients: [],
        cases: { open: [], seen: [] },
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
  {
    name: 'dashboard-viewer',
    page: () =>
      today({
        can_write: false,
        desk: desk(false),
        clients: [],
        weeks: { ...WEEKS, final: [] },
        forecast: { ...FORECAST, last_day: null, runway_days: null, used_per_day: 0, expected_refunds: 0 },
      }),
  },
  { name: 'dashboard-platform', page: () => today({ cases: { open: [...INSTALL, ...MORE], seen: [] }, desk: desk() }) },
]
