import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../kernel/database/settings.ts'
import { headroom } from '../../kernel/scheduling/quota.ts'
import { DAY, MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { breakerOf, open, queueOf } from './breaker.ts'
import { type CrawlSettings, crawlSettings, type RouteName } from './settings.ts'
import { CRAWL_ADAPTERS, type Estimate, LIST_USD } from './shapes.ts'

/** The balance that the operator read at the supplier; the estimate counts down from it. */
export type StoredBalance = {
  credits: number | null
  as_of: Time
  /** Null: the price of the plan, `cost_per_indexed_usd`. */
  cost_per_credit_usd: number | null
  next_bill_at: Time | null
}

export const BALANCE_SETTING = 'crawl_balance'
const RESET_SETTING = 'crawl_reset_at'

export const storedBalance = (tx: ReadTx): StoredBalance | null => readSetting<StoredBalance>(tx, BALANCE_SETTING)

/** The operator resets the primary: earlier estimates no longer count. */
export const forgiveEstimates = (tx: Tx): void => writeSetting(tx, RESET_SETTING, tx.now)

/** The start of the present month, UTC. */
export const startOfMonth = (now: Time): Time => `${now.slice(0, 7)}-01T00:00:00.000Z`

/** Links accepted by a route since a moment, without rejected ones. */
export const takenSince = (tx: ReadTx, route: RouteName, since: Time): number =>
  tx.number('select sum(url_count - rejected) from batches where route = ? and sent_at >= ?', route, since)

/**
 * The estimated rest at the primary supplier: the balance last entered, or the month's allowance, less the links
 * accepted since. A new billing period starts a new allowance.
 */
export function estimateOf(tx: ReadTx): Estimate {
  const { monthly_allowance } = crawlSettings(tx)
  const stored = storedBalance(tx)
  const billed = stored?.next_bill_at && stored.next_bill_at <= tx.now ? stored.next_bill_at : null
  const known = stored && stored.credits !== null && !billed ? stored : null
  const since = billed ?? known?.as_of ?? startOfMonth(tx.now)
  const start = known?.credits ?? monthly_allowance
  const used = takenSince(tx, 'primary', since)
  const whole = monthly_allowance ?? start
  if (start === null) return { credits: null, used, used_pct: null, since }
  const credits = Math.max(0, start - used)
  const pct = whole ? Math.max(0, Math.round((1 - credits / whole) * 1000) / 10) : 100
  return { credits, used, used_pct: pct, since }
}

/** The rate covers batches of the last 14 days; it needs at least this many links. */
const RATED = 14 * DAY
const LEAST_SAMPLE = 30

type Day3Rate = { seen: number; looked: number; rate_pct: number | null }

/**
 * Share of links seen by day 3, by our own checks, of those whose day 3 has come. A batch with more than a tenth of late
 * answers is left out, because these say nothing of day 3. Null rate: too few links.
 */
export function day3Rate(tx: ReadTx, route: RouteName): Day3Rate {
  const reset = readSetting<Time>(tx, RESET_SETTING) ?? ''
  const { seen, looked } = tx.row<{ seen: number; looked: number }>(
    `select coalesce(sum(indexed_day3), 0) as seen, coalesce(sum(answered_day3), 0) as looked from batches
     where route = ? and sent_at >= max(?, ?) and sent_at <= ? and answered_day3 > 0 and late_day3 * 10 <= answered_day3`,
    route,
    reset,
    plus(tx.now, -RATED),
    plus(tx.now, -3 * DAY),
  )!
  return { seen, looked, rate_pct: looked < LEAST_SAMPLE ? null : Math.round((seen / looked) * 1000) / 10 }
}

/**
 * Opens the primary's breaker when the supplier asked for a long pause, its allowance is nearly used, or too few of its
 * links get indexed. These are reasons to prefer the fallback, so it needs one. There is no probe during a pause or
 * while the allowance is used up; a bad rate lets one batch through after each cool-down, because only new batches can
 * improve it. Returns whether it opened.
 */
export function judgePrimary(tx: Tx): boolean {
  const settings = crawlSettings(tx)
  if (!settings.routes.primary?.enabled || !settings.routes.fallback?.enabled) return false
  const breaker = breakerOf(tx, 'primary')
  if (breaker && breaker.until > tx.now) return false
  if (judgePause(tx, settings)) return true
  const why = allowanceUsed(tx, settings)
  if (why) return open(tx, settings, 'primary', 'allowance', why)
  return !breaker && judgeRate(tx, settings)
}

/** A pause shorter than the cool-down does not open the breaker. */
function judgePause(tx: Tx, settings: CrawlSettings): boolean {
  const { resumes_at, why } = headroom(tx, queueOf('primary'), {})
  if (!resumes_at || resumes_at <= plus(tx.now, settings.failover_cooldown_min * MINUTE)) return false
  return open(tx, settings, 'primary', 'quota', `the supplier asked for a pause: ${why}`, resumes_at)
}

function allowanceUsed(tx: ReadTx, settings: CrawlSettings): string | null {
  const { used_pct, since } = estimateOf(tx)
  const forgiven = (readSetting<Time>(tx, RESET_SETTING) ?? '') >= since
  if (used_pct === null || forgiven || used_pct < settings.failover_allowance_pct) return null
  return `${used_pct} % of the allowance is used, by our estimate`
}

function judgeRate(tx: Tx, settings: CrawlSettings): boolean {
  const { rate_pct, looked, seen } = day3Rate(tx, 'primary')
  if (rate_pct === null || rate_pct >= settings.failover_day3_min_rate_pct) return false
  return open(tx, settings, 'primary', 'day3_rate', `${seen} of ${looked} links were indexed by day 3 (${rate_pct} %)`)
}

/** Cost of an indexed link at a route, USD: as entered, else the list price; null when unknown. */
export function priceOf(tx: ReadTx, route: RouteName): number | null {
  const settings = crawlSettings(tx)
  const adapter = CRAWL_ADAPTERS.find((name) => name === settings.routes[route]?.adapter)
  const listed = adapter ? LIST_USD[adapter] : null
  // The fallback's price is 0 until it is entered.
  if (route === 'fallback') return settings.fallback_cost_per_indexed_usd || listed
  return storedBalance(tx)?.cost_per_credit_usd ?? settings.cost_per_indexed_usd ?? listed
}
