import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { endPauses } from '../../kernel/scheduling/quota.ts'
import { MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import type { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { type CrawlSettings, crawlSettings, ROUTES, type RouteName } from './settings.ts'
import { type BreakerRow, breakers, routeErrors } from './tables.ts'

/** The route of the next batch; or why it must wait, and until when if that is known. */
type RouteChoice = { route: RouteName; why: null; until: null } | { route: null; why: string; until: Time | null }

/** One queue a route, with the supplier's limits. */
export const queueOf = (route: RouteName): string => `crawl:${route}`

export const breakerOf = (tx: ReadTx, route: RouteName): BreakerRow | null =>
  tx.row<BreakerRow>('select * from breakers where route = ?', route)

/**
 * The primary route while its breaker is closed; after the cool-down one batch probes it; until then the fallback.
 * A push in the fallback's share goes there first. `exclude` skips a route that just failed with this batch.
 */
export function chooseRoute(tx: ReadTx, job_id: string, exclude: RouteName | null = null): RouteChoice {
  const settings = crawlSettings(tx)
  const reasons: string[] = []
  const ends: Time[] = []
  const order = isInShare(job_id, settings.fallback_share_pct) ? ROUTES.toReversed() : ROUTES
  for (const route of order) {
    if (!settings.routes[route]?.enabled) continue
    const why = route === exclude ? 'it just failed' : blocked(tx, route)
    if (!why) return { route, why: null, until: null }
    reasons.push(`${route}: ${why}`)
    ends.push(breakerOf(tx, route)?.until ?? tx.now)
  }
  return {
    route: null,
    until: ends.sort()[0] ?? null,
    why: reasons.length ? `No crawl route can take links now (${reasons.join('; ')}).` : 'No crawl route is connected.',
  }
}

/** The same answer for all batches of a push, so that each push has one supplier. */
const isInShare = (job_id: string, pct: number): boolean => Bun.hash.crc32(job_id) % 100 < pct

function blocked(tx: ReadTx, route: RouteName): string | null {
  const breaker = breakerOf(tx, route)
  if (!breaker || breaker.until <= tx.now) return null
  return breaker.state === 'half_open'
    ? 'a probe is under way'
    : `paused until ${breaker.until.slice(11, 16)} UTC, ${breaker.reason}`
}

/** Longer than any call: after a crash during the probe, another batch may be the probe. */
const PROBE = 5 * MINUTE

/** Before a batch is sent: when the route is recovering, this batch is its only probe. */
export function markProbe(tx: Tx, route: RouteName): void {
  tx.run("update breakers set state = 'half_open', until = ? where route = ?", plus(tx.now, PROBE), route)
}

/** Puts a recovering route in use again; whether it was one. A call from before the breaker opened proves nothing. */
export function recordSuccess(tx: Tx, route: RouteName): boolean {
  return breakerOf(tx, route)?.state === 'half_open' && closeBreaker(tx, route)
}

/** Closes the breaker, forgets failures and the supplier's pause, and makes batches due. Whether it was open. */
export function closeBreaker(tx: Tx, route: RouteName): boolean {
  tx.run('update route_errors set counts = 0 where route = ? and counts = 1', route)
  endPauses(tx, queueOf(route))
  hasten(tx)
  tx.run(
    "update batches set next_attempt_at = ?1 where next_attempt_at > ?1 and state = 'doubtful' and route = ?2",
    tx.now,
    route,
  )
  return tx.run('delete from breakers where route = ?', route) > 0
}

/**
 * A call failed. `auth` and `quota` open the breaker at once, `rate` and `transient` (and calls with an unknown
 * outcome) after `failover_errors` within `failover_window_min`; a failed probe opens it again. Returns whether it
 * opened.
 */
export function recordFailure(tx: Tx, route: RouteName, error: UpstreamError): boolean {
  const settings = crawlSettings(tx)
  const { failure, message } = error
  tx.orm
    .insert(routeErrors)
    .values({ route, at: tx.now, failure, message: message.slice(0, 500) })
    .run()
  if (failure === 'invalid' || failure === 'pending') return false
  if (failure === 'auth') return open(tx, settings, route, 'auth', `the supplier refused our key: ${message}`)
  if (failure === 'quota') return open(tx, settings, route, 'quota', `the account has no credits left: ${message}`)
  if (breakerOf(tx, route)?.state === 'half_open')
    return open(tx, settings, route, 'probe', `the probe failed: ${message}`)
  const recent = tx.number(
    "select count(*) from route_errors where route = ? and at > ? and counts = 1 and failure in ('rate', 'transient', 'unknown')",
    route,
    plus(tx.now, -settings.failover_window_min * MINUTE),
  )
  if (recent < settings.failover_errors) return false
  return open(tx, settings, route, 'errors', `${recent} failures within ${settings.failover_window_min} minutes`)
}

/**
 * Opens the breaker for the cool-down or until a known time, also for a used-up allowance or a low day-3 rate. Waiting
 * batches become due, because another route may take them.
 */
export function open(
  tx: Tx,
  settings: CrawlSettings,
  route: RouteName,
  cause: BreakerRow['cause'],
  reason: string,
  until: Time = plus(tx.now, settings.failover_cooldown_min * MINUTE),
): true {
  const opened = { state: 'open', cause, reason: reason.slice(0, 500), opened_at: tx.now, until } as const
  tx.orm
    .insert(breakers)
    .values({ ...opened, route })
    .onConflictDoUpdate({ target: breakers.route, set: opened })
    .run()
  hasten(tx)
  return true
}

/** Makes batches in back-off due now, if certainly no supplier has them. */
const hasten = (tx: Tx): number =>
  tx.run("update batches set next_attempt_at = ?1 where next_attempt_at > ?1 and state = 'planned'", tx.now)
