import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { MOST, MOST_USD, Moment, Nullable, Secret, TimeZone } from '../../kernel/operation/shape.ts'
import { BaseUrl, HintedSecret } from '../../kernel/web-fetch/adapter.ts'

export const CRAWL_ADAPTERS = namedEnum('CrawlAdapter', [
  'speedyindex',
  'rapidurlindexer',
  'indexmenow',
  'twoindex',
  'yandex_webmaster',
  'simulated',
])
export type CrawlAdapterName = (typeof CRAWL_ADAPTERS)[number]

/**
 * The highest list price of a link, USD, which counts until the operator enters a price; null where none is published.
 * Without it the cost of a push would be shown as nothing.
 */
export const LIST_USD: Record<CrawlAdapterName, number | null> = {
  speedyindex: 0.0075,
  rapidurlindexer: null,
  indexmenow: null,
  twoindex: 0.00056,
  yandex_webmaster: 0,
  simulated: 0,
}

const thresholds = {
  plan_tier: Nullable(Type.String({ title: 'Plan tier', maxLength: 100 })),
  cost_per_indexed_usd: Nullable(Type.Number({ title: 'Cost per indexed link, USD', minimum: 0, maximum: MOST_USD })),
  monthly_allowance: Nullable(Type.Integer({ title: 'Links per month', minimum: 0, maximum: MOST })),
  fallback_cost_per_indexed_usd: Type.Number({
    title: 'Fallback cost per indexed link, USD',
    minimum: 0,
    maximum: MOST_USD,
  }),
  failover_errors: Type.Integer({ title: 'Failures that open the breaker', minimum: 1, maximum: 1000 }),
  failover_window_min: Type.Integer({ title: 'within minutes', minimum: 1, maximum: 10_080 }),
  failover_cooldown_min: Type.Integer({ title: 'Cool-down, minutes', minimum: 1, maximum: 10_080 }),
  failover_allowance_pct: Type.Number({ title: 'Allowance used, percent', minimum: 0, maximum: 1000 }),
  failover_day3_min_rate_pct: Type.Number({ title: 'Lowest day-3 indexed rate, percent', minimum: 0, maximum: 100 }),
  fallback_share_pct: Type.Integer({ title: 'New pushes for the fallback, percent', minimum: 0, maximum: 100 }),
}

export const RouteFields = Type.Object(
  {
    adapter: Type.Optional(Type.Enum(CRAWL_ADAPTERS, { title: 'Supplier' })),
    enabled: Type.Optional(Type.Boolean({ title: 'In use' })),
    base_url: Type.Optional(Nullable(BaseUrl)),
    api_key: Type.Optional(Nullable(Secret({ title: 'API key', minLength: 1, maxLength: 500 }))),
  },
  { additionalProperties: false },
)
const routeInput = Nullable(RouteFields)

export const Thresholds = Type.Partial(Type.Object(thresholds))

export const CrawlInput = Type.Object({
  ...Thresholds.properties,
  routes: Type.Optional(
    Type.Object(
      { primary: Type.Optional(routeInput), fallback: Type.Optional(routeInput) },
      { additionalProperties: false },
    ),
  ),
})

const RouteStatus = Nullable(
  Shape('CrawlRoute', {
    adapter: Type.String(),
    enabled: Type.Boolean(),
    base_url: Nullable(Type.String()),
    simulated: Type.Boolean(),
    api_key: HintedSecret,
    status: Type.Enum(['closed', 'open', 'half_open', 'off'], {
      description: 'State of its circuit breaker; off when not in use',
    }),
    breaker: Nullable(Type.Object({ cause: Type.String(), reason: Type.String(), opened_at: Moment, until: Moment })),
    last_errors: Type.Array(Type.Object({ at: Moment, failure: Type.String(), message: Type.String() })),
    sent_this_month: Type.Integer(),
  }),
)

export type Estimate = Static<typeof Estimate>
export const Estimate = Shape(
  'AllowanceEstimate',
  { credits: Nullable(Type.Integer()), used: Type.Integer(), used_pct: Nullable(Type.Number()), since: Moment },
  { description: 'Remaining links at the primary supplier, estimated' },
)

export const CrawlStatus = Shape('CrawlSettings', {
  ...thresholds,
  routes: Type.Object({ primary: RouteStatus, fallback: RouteStatus }),
  estimate: Estimate,
  day3: Type.Object(
    { seen: Type.Integer(), looked: Type.Integer(), rate_pct: Nullable(Type.Number()) },
    { description: 'The primary over the last 14 days, by our own checks; null rate: too few links' },
  ),
})

export type JobSync = Static<typeof JobSync>
export const JobSync = Shape('JobSync', {
  frequency: Type.Enum(['daily', '6h', '1h'], { title: 'How often' }),
  time: Type.String({
    title: 'Time of day',
    description: 'A time such as 06:30',
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  }),
  tz: TimeZone,
})
