import {
  apiKeyName,
  CRAWL_SETTING,
  CrawlInput,
  CrawlStatus,
  closeBreaker,
  crawlSettings,
  crawlStatus,
  forgetSupplier,
  keyOf,
  ROUTES,
  type RouteName,
  SEND_LINKS,
  type StoredRoute,
  SYNC_BATCHES,
} from '../../domains/providers/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { patched, secretHint, writeSecret, writeSetting } from '../../kernel/database/settings.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { assertEntered, isMoved } from '../../kernel/secrets/destination.ts'
import { destinationOf, withoutSlash } from '../../kernel/web-fetch/adapter.ts'

type RouteInput = { adapter?: string; enabled?: boolean; base_url?: string | null; api_key?: string | null } | null
type RouteInputs = Partial<Record<RouteName, RouteInput>>

export const updateCrawlSettings = write({
  name: 'update_crawl_settings',
  route: 'PUT /settings/crawl',
  role: 'platform',
  proof: true,
  instead: 'the settings of the web interface',
  summary: 'Connect crawl suppliers; set plan, costs and failover thresholds. Omitted fields stay; null clears one.',
  input: CrawlInput,
  output: CrawlStatus,
  example: { failover_errors: 3, routes: { primary: { adapter: 'simulated', enabled: true } } },

  handle({ tx, app, changed }, { routes: given = {}, ...thresholds }) {
    const before = crawlSettings(tx)
    const routes = { ...before.routes }
    for (const name of ROUTES) {
      const wanted = (given as RouteInputs)[name]
      if (wanted !== undefined) routes[name] = connect(tx, app, name, before.routes[name], wanted)
    }
    const after = { ...before, ...thresholds, routes }
    writeSetting(tx, CRAWL_SETTING, after)
    const renewed = ROUTES.flatMap((name) =>
      (given as RouteInputs)[name]?.api_key === undefined ? [] : [`${name}.api_key`],
    )
    changed({ target: 'crawl', before, after: { ...after, renewed: renewed.length > 0 ? renewed : undefined } })
    for (const name of [SEND_LINKS, SYNC_BATCHES]) tx.afterCommit(() => app.wake(name))
    return crawlStatus(tx)
  },
})

/** A newly connected route starts with a closed breaker; null disconnects it and removes its key. */
function connect(
  tx: Tx,
  app: Pick<Install, 'sealer' | 'crawl_adapters'>,
  name: RouteName,
  was: StoredRoute | null,
  wanted: RouteInput,
): StoredRoute | null {
  if (wanted === null) {
    writeSecret(tx, app.sealer, apiKeyName(name), null)
    if (name === 'primary') forgetSupplier(tx, app)
    return null
  }
  const adapter = wanted.adapter ?? was?.adapter
  if (!adapter) throw invalid({ path: `routes.${name}.adapter`, message: 'is required: name the supplier' })
  const route: StoredRoute = patched(
    { adapter, enabled: true, base_url: null, ...was },
    { ...wanted, base_url: withoutSlash(wanted.base_url) },
  )
  keepAtDestination(tx, app, name, { was, route, given: wanted.api_key !== undefined })
  if (wanted.api_key !== undefined) writeSecret(tx, app.sealer, apiKeyName(name), wanted.api_key)
  if (route.enabled && adapter !== 'simulated' && !secretHint(tx, keyOf(tx, name)))
    throw invalid({ path: `routes.${name}.api_key`, message: 'is required before the route can be used' })
  if (JSON.stringify(was) !== JSON.stringify(route) || wanted.api_key !== undefined) closeBreaker(tx, name)
  return route
}

/** Another supplier, or another address of it, gets neither the stored key nor the sign-in of the connected account. */
function keepAtDestination(
  tx: Tx,
  app: Pick<Install, 'sealer' | 'crawl_adapters'>,
  name: RouteName,
  { was, route, given }: { was: StoredRoute | null; route: StoredRoute; given: boolean },
): void {
  const [before, after] = [destinationOf(app.crawl_adapters, was), destinationOf(app.crawl_adapters, route)]
  const stored = secretHint(tx, keyOf(tx, name)) !== null
  assertEntered(before, after, [{ path: `routes.${name}.api_key`, stored, given }])
  if (name === 'primary' && isMoved(before, after)) forgetSupplier(tx, app)
}
