/** Suppliers and check engines: in trouble, chosen, compared, and not connected yet. */
import { engineAdapters } from '../../../src/upstream/index.ts'
import { PageHead } from '../../../views/parts/page/page-head.tsx'
import { forms, SUPPLIERS_HEAD } from '../../../views/suppliers/pages.tsx'
import type {
  CrawlData,
  DuelData,
  EnginesData,
  ProvidersData,
  RouteData,
  SuppliersProps,
} from '../../../views/suppliers/props.ts'
import { Suppliers } from '../../../views/suppliers/suppliers.tsx'
import { inPlatform } from '../frames.tsx'
import { NASTY, NOW } from '../samples.ts'

const route = (more: Partial<NonNullable<RouteData>> = {}): NonNullable<RouteData> => ({
  adapter: 'speedyindex',
  enabled: true,
  base_url: null,
  simulated: false,
  api_key: { set: true, hint: '…4711' },
  status: 'closed',
  breaker: null,
  last_errors: [],
  sent_this_month: 18_240,
  ...more,
})

export const CRAWL: CrawlData = {
  plan_tier: 'Gold',
  cost_per_indexed_usd: 0.012,
  monthly_allowance: 50_000,
  fallback_cost_per_indexed_usd: 0.02,
  failover_errors: 5,
  failover_window_min: 10,
  failover_cooldown_min: 30,
  failover_allowance_pct: 95,
  failover_day3_min_rate_pct: 20,
  fallback_share_pct: 20,
  routes: {
    primary: route({
      status: 'open',
      breaker: { cause: 'errors', reason: '5 failures within 10 minutes.', opened_at: NOW, until: NOW },
      last_errors: [{ at: NOW, failure: 'transient', message: NASTY }],
    }),
    fallback: route({ adapter: 'rapidurlindexer' }),
  },
  estimate: { credits: 31_760, used: 18_240, used_pct: 36.5, since: NOW },
  day3: { seen: 310, looked: 480, rate_pct: 64.6 },
}
const NO_ACCOUNT = {
  connected: false,
  simulated: false,
  adapter: null,
  connected_at: null,
  expires_at: null,
  endpoints: null,
  pending: null,
  synced: null,
}

const HEADROOM = { left: 20, resumes_at: NOW, why: 'The cap of today is used up.' }
export const engine = (more: Partial<NonNullable<EnginesData['engines']['scan_live']>> = {}) => ({
  adapter: 'dataforseo',
  enabled: true,
  simulated: false,
  base_url: null,
  login: { set: true, hint: '…dlow' },
  password: { set: true, hint: '…0815' },
  api_key: null,
  daily_cap: 5000,
  daily_cap_usd: 3,
  cost_usd: null,
  used_today: 5000,
  spent_today_usd: 2.9,
  open_looks: 1300,
  queue: HEADROOM,
  ...more,
})

const ENGINES: EnginesData = {
  engines: {
    scan_standard: engine(),
    scan_live: engine({ adapter: 'serpapi', enabled: false, queue: { ...HEADROOM, why: null } }),
    scan_bing: null,
    upstream: null,
  },
  search_place: { country: 'US' as const, language: 'en' as const, device: 'desktop' as const },
  search_console: {
    service_account: { set: true, hint: 'looks@quay.example' },
    base_url: null,
    reserve_pct: 25,
    properties: [{ property: 'sc-domain:bakery.example', open_looks: 3, used_today: 120, queue: HEADROOM }],
  },
}

const line = (adapter: string, amount: number | null, unit: 'USD' | 'credits' | 'searches' | null, ok = true) => ({
  adapter,
  ok,
  message: ok ? 'The account answers.' : 'The key was refused (401).',
  amount,
  unit,
})

const PROVIDERS: ProvidersData = {
  crawl_estimate: { credits: 31_760, used: 18_240, used_pct: 36.5, since: NOW },
  fallback_credits: null,
  plan_tier: 'Gold',
  monthly_allowance: 50_000,
  entered: { credits: 50_000, as_of: NOW, cost_per_credit_usd: null, next_bill_at: NOW },
  balances: {
    crawl_primary: line('speedyindex', 31_802, 'credits'),
    crawl_fallback: line('rapidurlindexer', null, null, false),
    scan_standard: line('dataforseo', 48.21, 'USD'),
    scan_live: null,
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
  ],
}

const ofDay = (day: 1 | 3 | 7, answered: number, rate: number, reach: number) => ({
  day,
  answered,
  indexed: Math.round(answered * rate),
  rate,
  low: rate - reach,
  high: rate + reach,
})

export const DUEL: DuelData = {
  since: '2026-08-31',
  sides: [
    {
      route: 'primary',
      adapter: 'speedyindex',
      share_pct: 80,
      links: 1700,
      days: [ofDay(1, 1690, 0.17, 0.02), ofDay(3, 1660, 0.47, 0.02), ofDay(7, 1642, 0.72, 0.02)],
      cost_per_indexed_usd: 0.041,
    },
    {
      route: 'fallback',
      adapter: 'rapidurlindexer',
      share_pct: 20,
      links: 230,
      days: [ofDay(1, 230, 0.09, 0.04), ofDay(3, 220, 0.38, 0.06), ofDay(7, 214, 0.63, 0.06)],
      cost_per_indexed_usd: 0.052,
    },
  ],
  control: [ofDay(1, 90, 0.05, 0.05), ofDay(3, 90, 0.17, 0.07), ofDay(7, 88, 0.31, 0.09)],
  verdict: { better: 'primary', points: 9, sure: false, more_links: 240, needed_by: 'fallback' },
}
const NO_DAYS = ([1, 3, 7] as const).map((day) => ({ day, answered: 0, indexed: 0, rate: null, low: null, high: null }))

const suppliers = (more: Partial<SuppliersProps> = {}) =>
  inPlatform(
    'Suppliers',
    <>
      <PageHead {...SUPPLIERS_HEAD} />
      <Suppliers
        crawl={CRAWL}
        sync={{ frequency: '6h', time: '06:30', tz: 'Europe/Vienna' }}
        account={{
          ...NO_ACCOUNT,
          pending: {
            user_code: 'WDJB-MJHT',
            verification_uri: 'https://supplier.example/device',
            expires_at: NOW,
            interval: 5,
          },
        }}
        engines={ENGINES}
        providers={PROVIDERS}
        duel={DUEL}
        wants={Object.fromEntries([...engineAdapters].map(([name, { secrets }]) => [name, secrets]))}
        forms={forms}
        self="/app/platform/suppliers"
        {...more}
      />
    </>,
    'suppliers',
  )

const NONE = {
  crawl: { ...CRAWL, routes: { primary: null, fallback: null }, day3: { seen: 0, looked: 0, rate_pct: null } },
  engines: {
    engines: { scan_standard: null, scan_live: null, scan_bing: null, upstream: null },
    search_console: null,
    search_place: { country: 'US' as const, language: 'en' as const, device: 'desktop' as const },
  },
  duel: { ...DUEL, sides: [], control: NO_DAYS, verdict: null },
}

export const supplierGallery = [
  { name: 'suppliers', page: () => suppliers() },
  { name: 'suppliers-paused', page: () => suppliers({ of: 'primary' }) },
  {
    name: 'suppliers-fallback',
    page: () =>
      suppliers({
        of: 'fallback',
        duel: { ...DUEL, sides: DUEL.sides.map((side) => ({ ...side, days: NO_DAYS })), verdict: null },
      }),
  },
  { name: 'suppliers-engine', page: () => suppliers({ of: 'scan_standard' }) },
  {
    name: 'suppliers-empty',
    page: () =>
      suppliers({
        of: 'primary',
        crawl: {
          ...CRAWL,
          routes: {
            ...CRAWL.routes,
            primary: route({
              adapter: 'twoindex',
              status: 'open',
              last_errors: [{ at: NOW, failure: 'quota', message: NASTY }],
              breaker: {
                cause: 'quota',
                reason: `the account has no credits left: ${NASTY}`,
                opened_at: NOW,
                until: NOW,
              },
            }),
          },
        },
      }),
  },
  { name: 'suppliers-new-engine', page: () => suppliers({ ...NONE, of: 'scan_live', adapter: 'xmlriver' }) },
  { name: 'suppliers-search-console', page: () => suppliers({ of: 'search_console' }) },
  { name: 'suppliers-none', page: () => suppliers({ ...NONE, of: 'scan_bing', adapter: 'serpapi_bing' }) },
  {
    name: 'suppliers-refused',
    page: () =>
      suppliers({
        ...NONE,
        of: 'primary',
        account: {
          ...NO_ACCOUNT,
          connected: true,
          connected_at: NOW,
          synced: { at: NOW, ok: true, message: NASTY, credits: 9, batches: 2 },
        },
        refused: {
          form: 'primary',
          values: { adapter: 'speedyindex', failover_errors: '0' },
          issues: [
            { path: 'api_key', message: 'is required before the route can be used' },
            { path: 'failover_errors', message: 'must be >= 1' },
          ],
        },
      }),
  },
]
