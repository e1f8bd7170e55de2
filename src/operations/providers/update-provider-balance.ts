import Type from 'typebox'
import {
  BALANCE_SETTING,
  CRAWL_SETTING,
  crawlSettings,
  Estimate,
  estimateOf,
  priceOf,
  type StoredBalance,
  SYNC_BATCHES,
  storedBalance,
} from '../../domains/providers/index.ts'
import { patched, writeSetting } from '../../kernel/database/settings.ts'
import { write } from '../../kernel/operation/operation.ts'
import { MOST, MOST_USD, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { plus } from '../../kernel/time/clock.ts'

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
