/** Suppliers and check engines, connected, in trouble and not there yet. */
import { engineAdapters } from '../../src/upstream/index.ts'
import { AppPage } from '../../views/layout.tsx'
import { Engines, type EnginesProps } from '../../views/suppliers/engines.tsx'
import type { EnginesData } from '../../views/suppliers/forms.tsx'
import type { CrawlData, RouteData, SuppliersProps } from '../../views/suppliers/props.ts'
import { Suppliers } from '../../views/suppliers/suppliers.tsx'
import { NASTY, NOW, shell } from './samples.ts'

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

const platform = (content: ReturnType<typeof Suppliers>) => (
  <AppPage shell={shell('', { operator: true })} title="Suppliers">
    {content}
  </AppPage>
)

const suppliers = (more: Partial<SuppliersProps> = {}) =>
  platform(
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
      self="/app/platform/suppliers"
      {...more}
    />,
  )

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
const engines = (more: Partial<EnginesProps> = {}) =>
  platform(
    <Engines
      data={{
        engines: {
          scan_standard: engine(),
          scan_live: engine({ adapter: 'serpapi', enabled: false, queue: { ...HEADROOM, why: null } }),
          scan_bing: null,
          upstream: null,
        },
        search_console: {
          service_account: { set: true, hint: 'looks@quay.example' },
          base_url: null,
          reserve_pct: 25,
          properties: [{ property: 'sc-domain:bakery.example', open_looks: 3, used_today: 120, queue: HEADROOM }],
        },
      }}
      self="/app/platform/engines"
      wants={Object.fromEntries([...engineAdapters].map(([name, { secrets }]) => [name, secrets]))}
      {...more}
    />,
  )

export const supplierGallery = [
  { name: 'suppliers', page: () => suppliers() },
  {
    name: 'suppliers-none',
    page: () =>
      suppliers({
        crawl: { ...CRAWL, routes: { primary: null, fallback: null }, day3: { seen: 0, looked: 0, rate_pct: null } },
        account: {
          ...NO_ACCOUNT,
          connected: true,
          connected_at: NOW,
          synced: { at: NOW, ok: true, message: NASTY, credits: 9, batches: 2 },
        },
        sent: {
          form: 'primary',
          values: { adapter: 'speedyindex' },
          issues: [{ path: 'api_key', message: 'is required before the route can be used' }],
        },
      }),
  },
  { name: 'engines', page: () => engines() },
  {
    name: 'engines-none',
    page: () =>
      engines({
        data: {
          engines: { scan_standard: null, scan_live: null, scan_bing: null, upstream: null },
          search_console: null,
        },
      }),
  },
]
