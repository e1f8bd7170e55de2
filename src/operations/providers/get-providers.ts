import Type from 'typebox'
import { inDoubtToday, integrations, spentToday } from '../../domains/checks/index.ts'
import { ENGINES } from '../../domains/jobs/index.ts'
import {
  balancesOf,
  crawlSettings,
  Estimate,
  estimateOf,
  storedBalance,
  UpstreamBalances,
} from '../../domains/providers/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Moment, Nullable } from '../../kernel/operation/shape.ts'
import { countOfDay } from '../../kernel/scheduling/limits.ts'
import { dayOf } from '../../kernel/time/clock.ts'

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
