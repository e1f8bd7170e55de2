import type { ReadTx } from '../../kernel/database/database.ts'
import { secretHint } from '../../kernel/database/settings.ts'
import { day3Rate, estimateOf, startOfMonth, takenSince } from './allowance.ts'
import { breakerOf } from './breaker.ts'
import { apiKeyName, type CrawlSettings, crawlSettings, type RouteName } from './settings.ts'

/** Settings, routes, breakers and the last failures, for the operator. Secrets appear as their last four characters. */
export function crawlStatus(tx: ReadTx) {
  const settings = crawlSettings(tx)
  return {
    ...settings,
    routes: { primary: routeStatus(tx, settings, 'primary'), fallback: routeStatus(tx, settings, 'fallback') },
    estimate: estimateOf(tx),
    day3: day3Rate(tx, 'primary'),
  }
}

function routeStatus(tx: ReadTx, settings: CrawlSettings, route: RouteName) {
  const stored = settings.routes[route]
  if (!stored) return null
  const breaker = breakerOf(tx, route)
  return {
    ...stored,
    simulated: stored.adapter === 'simulated',
    api_key: secretHint(tx, apiKeyName(route)),
    status: stored.enabled ? (breaker?.state ?? 'closed') : 'off',
    breaker,
    last_errors: tx.rows(
      'select at, failure, message from route_errors where route = ? order by at desc limit 10',
      route,
    ),
    sent_this_month: takenSince(tx, route, startOfMonth(tx.now)),
  }
}
