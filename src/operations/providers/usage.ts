import Type from 'typebox'
import { inDoubtToday, integrations, spentToday } from '../../domains/checks/index.ts'
import { ENGINES } from '../../domains/jobs/index.ts'
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../domains/plans/index.ts'
import {
  BALANCE_SETTING,
  balancesOf,
  CRAWL_SETTING,
  crawlSettings,
  duel,
  Estimate,
  estimateOf,
  Month,
  priceOf,
  ROUTES,
  type StoredBalance,
  SYNC_BATCHES,
  scoreboard,
  storedBalance,
  UpstreamBalances,
  UsageRow,
  usage,
} from '../../domains/providers/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { patched, writeSetting } from '../../kernel/database/settings.ts'
import { csvInput, csvLines } from '../../kernel/operation/csv.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { MOST, MOST_USD, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { countOfDay } from '../../kernel/scheduling/limits.ts'
import { dayOf, plus } from '../../kernel/time/clock.ts'

export const getProviders = outbound({
  name: 'get_providers',
  route: 'GET /admin/providers',
  role: 'platform',
  summary:
    "The suppliers at a glance: estimated crawl credits, fallback credits, scan balances, today's spend against caps.",
  input: Type.Object({}),
  output: Type.Object({
    crawl_estimate: Estimate,
    fallback_credits: Nullable(Type.Number({ description: 'Reported by the fallback supplier' })),
    plan_tier: Nullable(Type.String()),
    monthly_allowance: Nullable(Type.Integer()),
    entered: Nullable(
      Type.Object(
        {
          credits: Nullable(Type.Integer()),
          as_of: Moment,
          cost_per_credit_usd: Nullable(Type.Number()),
          next_bill_at: Nullable(Moment),
        },
        { description: 'Last entry by update_provider_balance' },
      ),
    ),
    balances: UpstreamBalances,
    today: Type.Array(
      Type.Object({
        engine: Type.String(),
        adapter: Type.String(),
        looks: Type.Integer(),
        daily_cap: Nullable(Type.Integer()),
        spent_usd: Type.Number({ description: 'Including calls in doubt' }),
        calls_in_doubt: Type.Integer({ description: 'Calls with a lost answer, not yet reported by the vendor' }),
        cost_in_doubt_usd: Type.Number(),
        daily_cap_usd: Nullable(Type.Number()),
      }),
    ),
  }),
  example: {},

  async handle({ app, signal, read }) {
    const balances = await balancesOf(app, signal, false)
    return read((tx) => {
      const { plan_tier, monthly_allowance } = crawlSettings(tx)
      const { engines } = integrations(tx)
      return {
        crawl_estimate: estimateOf(tx),
        fallback_credits: balances.crawl_fallback?.amount ?? null,
        plan_tier,
        monthly_allowance,
        entered: storedBalance(tx),
        balances,
        today: ENGINES.flatMap((engine) => {
          const stored = engines[engine]
          if (!stored) return []
          const doubt = inDoubtToday(tx, engine)
          return {
            engine,
            adapter: stored.adapter,
            looks: countOfDay(tx, `looks:${engine}`, dayOf(tx.now)),
            daily_cap: stored.daily_cap,
            spent_usd: Math.round(spentToday(tx, engine) * 10_000) / 10_000,
            calls_in_doubt: doubt.calls,
            cost_in_doubt_usd: Math.round(doubt.cost_usd * 10_000) / 10_000,
            daily_cap_usd: stored.daily_cap_usd ?? null,
          }
        }),
      }
    })
  },
})

export const getProviderUsage = read({
  name: 'get_provider_usage',
  route: 'GET /admin/providers/usage',
  role: 'platform',
  summary: 'Crawl usage of a month by client: links sent, indexed, billed, cost.',
  input: Type.Object({ ...listInput('links', 'tenant_name'), month: Month }),
  output: ListOf(UsageRow),
  example: {},
  handle: ({ tx }, { month, ...page }) => usage(tx, month, page),
})

const COLUMNS = Object.keys(UsageRow.properties)
const ALL = 1_000_000

export const getProviderUsageCsv = outbound({
  name: 'get_provider_usage_csv',
  route: 'GET /admin/providers/usage/csv',
  role: 'platform',
  summary: 'Crawl usage of a month by client, as CSV.',
  input: Type.Object({ month: Month, ...csvInput }),
  output: UsageRow,
  produces: 'text/csv',
  example: {},

  async handle({ read }, { month, separator }) {
    const { rows, name } = read((tx) => ({
      rows: usage(tx, month, { page_size: ALL }).items,
      name: month ?? tx.now.slice(0, 7),
    }))
    return { filename: `crawl-usage-${name}.csv`, lines: csvLines(COLUMNS, [rows], separator) }
  },
})

const rate = (description: string) => Nullable(Type.Number({ description }))

const days = () =>
  Type.Array(
    Type.Object({
      day: Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(7)]),
      indexed: Type.Integer(),
      answered: Type.Integer({ description: 'Links whose day has come and whose result is known' }),
      rate: rate('`indexed` of `answered`, 0..1'),
      low: rate('Lower bound of the 95 % interval'),
      high: rate('Upper bound of the 95 % interval'),
    }),
  )

const Duel = Shape(
  'SupplierDuel',
  {
    since: Type.String({ description: 'First day counted' }),
    sides: Type.Array(
      Type.Object({
        route: Type.Enum(ROUTES),
        adapter: Type.String(),
        share_pct: Type.Integer({ description: 'Share of new pushes' }),
        links: Type.Integer(),
        days: days(),
        cost_per_indexed_usd: rate(`Per link found indexed by our own checks by day ${LAST_LOOK_DAY}`),
      }),
    ),
    control: days(),
    verdict: Nullable(
      Type.Object({
        better: Nullable(Type.Enum(ROUTES)),
        points: Type.Integer({ description: 'Difference of the day-7 rates in percentage points' }),
        sure: Type.Boolean({ description: 'The difference is certain at 95 %' }),
        more_links: Nullable(Type.Integer({ description: 'About how many more results make it certain' })),
        needed_by: Nullable(Type.Enum(ROUTES, { description: 'Null: both, half each' })),
      }),
    ),
  },
  { description: 'The connected suppliers beside each other, over the last 84 days' },
)

export const getProviderScoreboard = read({
  name: 'get_provider_scoreboard',
  route: 'GET /admin/providers/scoreboard',
  role: 'platform',
  summary: `Results of each crawl supplier by month, from our own checks: indexed by day ${LOOK_DAYS.join(', ')}, cost, lift.`,
  description: `Lift is the share of sent links indexed by day ${LAST_LOOK_DAY}, less that of the control groups of the same pushes (\`holdout_pct\`).`,
  input: Type.Object({ ...listInput('month') }),
  output: Shape('Scoreboard', {
    ...ListOf(
      Shape('ScoreboardRow', {
        month: Type.String(),
        route: Type.String(),
        adapter: Type.String(),
        simulated: Type.Boolean(),
        links: Type.Integer({ description: 'Accepted by the supplier' }),
        indexed_day1: Type.Integer({ description: 'Part of `answered_day1`: found by a check answered by then' }),
        indexed_day3: Type.Integer(),
        indexed_day7: Type.Integer(),
        answered_day1: Type.Integer({ description: 'Links whose day has come and whose result of that day is known' }),
        answered_day3: Type.Integer(),
        answered_day7: Type.Integer(),
        indexed_later: Type.Integer({ description: 'Found indexed after the refund' }),
        indexed_rate: rate(
          `By day ${LAST_LOOK_DAY}, 0..1: \`indexed_day7\` of \`answered_day7\`; null before any has come`,
        ),
        cost_usd: rate('Bill of the supplier; null where no price is set'),
        cost_per_indexed_usd: rate(`Per link found indexed by our own checks by day ${LAST_LOOK_DAY}`),
        held_out: Type.Integer({
          description: `Links in the control groups of the same pushes, with a result of day ${LAST_LOOK_DAY}`,
        }),
        held_out_indexed: Type.Integer(),
        lift: rate('-1..1; null without a control group'),
      }),
    ).properties,
    duel: Duel,
  }),
  example: {},
  handle: ({ tx }, page) => ({ ...scoreboard(tx, page), duel: duel(tx) }),
})

export const getUpstreamBalance = outbound({
  name: 'get_upstream_balance',
  route: 'GET /upstream/balance',
  role: 'platform',
  summary: 'Balances at the suppliers: standard scans (USD), live scans (searches left), crawl credits.',
  description: 'They are kept for 5 minutes.',
  input: Type.Object({
    refresh: Type.Optional(Type.String({ title: 'Ask again', description: '1 asks now instead', maxLength: 5 })),
  }),
  output: UpstreamBalances,
  example: {},
  handle: ({ app, signal }, { refresh }) => balancesOf(app, signal, refresh === '1' || refresh === 'true'),
})

export const updateProviderBalance = write({
  name: 'update_provider_balance',
  route: 'PUT /admin/providers/balance',
  role: 'platform',
  summary: "Re-base the estimate of the crawl supplier's credits: it counts down from here with every link sent.",
  description: 'A field left out stays; null clears it, and makes `as_of` now.',
  input: Type.Object({
    credits: Type.Optional(Nullable(Type.Integer({ title: 'Credits left', minimum: 0, maximum: MOST }))),
    as_of: Type.Optional(
      Nullable(Type.String({ format: 'date-time', title: 'As of', description: 'Now, with `credits`, unless given' })),
    ),
    plan_tier: Type.Optional(Nullable(Type.String({ title: 'Plan tier', maxLength: 100 }))),
    cost_per_credit_usd: Type.Optional(
      Nullable(
        Type.Number({
          title: 'Cost of a credit, USD',
          description: "Null: the plan's price",
          minimum: 0,
          maximum: MOST_USD,
        }),
      ),
    ),
    next_bill_at: Type.Optional(Nullable(Type.String({ format: 'date-time', title: 'Next bill' }))),
    monthly_allowance: Type.Optional(Nullable(Type.Integer({ title: 'Links per month', minimum: 0, maximum: MOST }))),
  }),
  output: Type.Object({
    estimate: Estimate,
    as_of: Nullable(Moment),
    next_bill_at: Nullable(Moment),
    plan_tier: Nullable(Type.String()),
    cost_per_credit_usd: Nullable(Type.Number()),
    monthly_allowance: Nullable(Type.Integer()),
  }),
  example: { credits: 10_000, monthly_allowance: 20_000 },

  handle({ tx, app, changed }, { credits, as_of, cost_per_credit_usd, next_bill_at, ...plan }) {
    const before = { balance: storedBalance(tx), crawl: crawlSettings(tx) }
    const was = before.balance
    const none: StoredBalance = { credits: null, as_of: tx.now, cost_per_credit_usd: null, next_bill_at: null }
    const rebased = credits !== undefined || as_of !== undefined
    const after = patched(was ?? none, {
      credits,
      as_of: rebased ? inUtc(as_of ?? tx.now) : undefined,
      cost_per_credit_usd,
      next_bill_at: next_bill_at && inUtc(next_bill_at),
    })
    writeSetting(tx, BALANCE_SETTING, after)
    writeSetting(tx, CRAWL_SETTING, { ...before.crawl, ...plan })
    changed({ target: 'crawl-balance', before: { ...before.crawl, ...was }, after: { ...after, ...plan } })
    tx.afterCommit(() => app.wake(SYNC_BATCHES))
    const { plan_tier, monthly_allowance } = crawlSettings(tx)
    return {
      ...after,
      plan_tier,
      monthly_allowance,
      cost_per_credit_usd: priceOf(tx, 'primary'),
      estimate: estimateOf(tx),
    }
  },
})

const inUtc = (time: string): string => plus(time, 0)
