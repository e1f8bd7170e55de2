/** Suppliers in numbers: balances, usage, batches and how well each does. */
import type { Child } from '../../views/jsx/elements.ts'
import { Balances, type BalancesProps, type ProvidersData } from '../../views/providers/balances.tsx'
import { Batches, type BatchLink, BatchPage, type BatchRow } from '../../views/providers/batches.tsx'
import { Scoreboard, type Scores } from '../../views/providers/scoreboard.tsx'
import { PROVIDERS } from '../../views/providers/tabs.tsx'
import { Usage, type UsageList } from '../../views/providers/usage.tsx'
import { inPlatform, NO_ROWS } from './frames.tsx'
import { links, NASTY, NOW } from './samples.ts'

const line = (adapter: string, amount: number | null, unit: 'USD' | 'credits' | 'searches' | null, ok = true) => ({
  adapter,
  ok,
  message: ok ? 'The account answers.' : 'The key was refused (401).',
  amount,
  unit,
})

const DATA: ProvidersData = {
  crawl_estimate: { credits: 31_760, used: 18_240, used_pct: 36.5, since: NOW },
  fallback_credits: null,
  plan_tier: 'Gold',
  monthly_allowance: 50_000,
  balances: {
    crawl_primary: line('speedyindex', 31_802, 'credits'),
    crawl_fallback: null,
    scan_standard: line('dataforseo', 48.21, 'USD'),
    scan_live: line('serper', null, null, false),
    as_of: NOW,
  },
  today: [
    {
      engine: 'scan_standard',
      adapter: 'dataforseo',
      looks: 4120,
      daily_cap: 20_000,
      spent_usd: 12.36,
      calls_in_doubt: 2,
      cost_in_doubt_usd: 0.006,
      daily_cap_usd: 15,
    },
    {
      engine: 'scan_live',
      adapter: 'serper',
      looks: 140,
      daily_cap: null,
      spent_usd: 1.4,
      calls_in_doubt: 0,
      cost_in_doubt_usd: 0,
      daily_cap_usd: 1,
    },
  ],
}

const balances = (more: Partial<BalancesProps> = {}): Child => (
  <Balances
    data={DATA}
    entered={{ credits: 50_000, as_of: NOW, cost_per_credit_usd: null, next_bill_at: NOW }}
    self={PROVIDERS}
    {...more}
  />
)

const usageRow = (tenant_id: string, tenant_name: string, links: number): UsageList['items'][number] => ({
  tenant_id,
  tenant_name,
  batches: Math.ceil(links / 250),
  links,
  primary_links: links,
  fallback_links: 0,
  indexed: Math.round(links * 0.62),
  billed: Math.round(links * 0.63),
  cost_usd: links > 1000 ? links * 0.012 : null,
})
const USAGE = [usageRow('ten_northwind', 'Northwind', 18_240), usageRow('ten_bakery', NASTY, 410)]
const listed = <Row,>(items: Row[]) => ({ items, total: items.length, page: 1, page_size: 50 })

const usage = (list: UsageList) => (
  <Usage list={list} month="2026-11" before="2026-10" next={null} query={{}} self={`${PROVIDERS}/usage`} />
)

const score = (more: Partial<Scores['items'][number]>): Scores['items'][number] => ({
  month: '2026-11',
  route: 'primary',
  adapter: 'speedyindex',
  simulated: false,
  links: 18_240,
  indexed_day1: 5200,
  indexed_day3: 9100,
  indexed_day7: 11_400,
  answered_day1: 18_240,
  answered_day3: 18_240,
  answered_day7: 18_240,
  indexed_later: 120,
  indexed_rate: 0.625,
  cost_usd: 136.8,
  cost_per_indexed_usd: 0.012,
  held_out: 410,
  held_out_indexed: 92,
  lift: 0.4,
  ...more,
})

const SCORES = [
  score({}),
  score({
    route: 'fallback',
    adapter: 'rapidurlindexer',
    links: 640,
    indexed_day1: 10,
    indexed_day3: 20,
    indexed_day7: 40,
    answered_day1: 640,
    answered_day3: 640,
    answered_day7: 640,
    indexed_rate: 0.0625,
    cost_per_indexed_usd: null,
    lift: -0.16,
  }),
  score({ month: '2026-10', adapter: 'simulated', simulated: true, lift: null, held_out: 0 }),
]

const batch = (id: string, more: Partial<BatchRow> = {}): BatchRow => ({
  id,
  ref: `sp-${id}-0193f0a2`,
  job_id: '0193f0a2-1145-7000-8000-000000000001',
  job_name: 'Location pages · November',
  tenant_id: 'ten_bakery',
  tenant_name: 'Bakery',
  state: 'sent',
  route: 'primary',
  adapter: 'speedyindex',
  simulated: false,
  task_id: '6541f0a2c1',
  url_count: 240,
  rejected: 3,
  indexed_day1: 60,
  indexed_day3: 110,
  indexed_day7: 151,
  indexed_later: 4,
  billed: 158,
  cost_usd: 1.896,
  report: { status: 'done', done: true, indexed: 158, unindexed: 79, at: NOW },
  attempts: 1,
  last_error: null,
  created_at: NOW,
  sent_at: NOW,
  ...more,
})

const BATCHES = [
  batch('a'),
  batch('b', {
    state: 'doubtful',
    job_name: NASTY,
    tenant_name: NASTY,
    last_error: NASTY,
    sent_at: null,
    report: null,
  }),
  batch('c', { state: 'refused', job_name: null, adapter: null, route: null, cost_usd: null, task_id: null }),
  batch('d', { state: 'held', adapter: null, route: null }),
]

const batches = (more: Partial<Parameters<typeof Batches>[0]> = {}) => (
  <Batches list={listed(BATCHES)} query={{}} self={`${PROVIDERS}/batches`} workspace={null} {...more} />
)

const LINKS = listed(links(6, 3) as BatchLink[])

export const providerGallery = [
  { name: 'providers', page: () => inPlatform('Providers', balances()) },
  {
    name: 'providers-none',
    page: () =>
      inPlatform(
        'Providers',
        balances({
          entered: null,
          data: {
            ...DATA,
            crawl_estimate: { credits: null, used: 0, used_pct: null, since: NOW },
            balances: { crawl_primary: null, crawl_fallback: null, scan_standard: null, scan_live: null, as_of: NOW },
            today: [],
          },
        }),
      ),
  },
  {
    name: 'providers-422',
    page: () => inPlatform('Providers', balances({ issues: [{ path: 'credits', message: 'must be >= 0' }] })),
  },
  { name: 'provider-usage', page: () => inPlatform('Usage', usage(listed(USAGE))) },
  { name: 'provider-usage-none', page: () => inPlatform('Usage', usage(NO_ROWS)) },
  { name: 'batches', page: () => inPlatform('Batches', batches()) },
  {
    name: 'batches-none-of-a-client',
    page: () =>
      inPlatform('Batches', batches({ list: NO_ROWS, workspace: NASTY, query: { tenant_id: 'x', site: 'a.example' } })),
  },
  { name: 'batch', page: () => inPlatform('Batch', <BatchPage batch={BATCHES[0]!} links={LINKS} query={{}} />) },
  {
    name: 'batch-in-doubt',
    page: () => inPlatform('Batch', <BatchPage batch={BATCHES[1]!} links={NO_ROWS} query={{}} />),
  },
  {
    name: 'scoreboard',
    page: () =>
      inPlatform(
        'Scoreboard',
        <Scoreboard list={{ ...listed(SCORES), duel: null }} query={{}} self={`${PROVIDERS}/scoreboard`} />,
      ),
  },
  {
    name: 'scoreboard-none',
    page: () =>
      inPlatform(
        'Scoreboard',
        <Scoreboard list={{ ...NO_ROWS, duel: null }} query={{}} self={`${PROVIDERS}/scoreboard`} />,
      ),
  },
]
