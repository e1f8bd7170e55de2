import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { readSecret, readSetting, secretHint } from '../../kernel/database/settings.ts'
import { type Said, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { contextOf } from '../../kernel/web-fetch/adapter.ts'
import type { CrawlRoute } from './route.ts'
import type { Thresholds } from './shapes.ts'

export const ROUTES = ['primary', 'fallback'] as const
export type RouteName = (typeof ROUTES)[number]

export type StoredRoute = { adapter: string; enabled: boolean; base_url: string | null }

export type CrawlSettings = Required<Static<typeof Thresholds>> & { routes: Record<RouteName, StoredRoute | null> }

const DEFAULTS: CrawlSettings = {
  plan_tier: null,
  cost_per_indexed_usd: null,
  monthly_allowance: null,
  fallback_cost_per_indexed_usd: 0,
  failover_errors: 5,
  failover_window_min: 10,
  failover_cooldown_min: 30,
  failover_allowance_pct: 95,
  failover_day3_min_rate_pct: 20,
  fallback_share_pct: 0,
  routes: { primary: null, fallback: null },
}

export const CRAWL_SETTING = 'crawl'

export const crawlSettings = (tx: ReadTx): CrawlSettings => ({
  ...DEFAULTS,
  ...readSetting<Partial<CrawlSettings>>(tx, CRAWL_SETTING),
})

export const apiKeyName = (route: RouteName): string => `crawl:${route}:api_key`

/** Whether links can be sent: some route is connected and enabled. */
export const hasCrawlRoute = (tx: ReadTx): boolean => {
  const { routes } = crawlSettings(tx)
  return ROUTES.some((name) => routes[name]?.enabled)
}

/** The refusal when no supplier, or none for this route, is connected. */
export const noSupplier = (as?: RouteName): Said =>
  said(
    'No crawl supplier is connected{as, select, none {} other { as {as}}}. The platform admin connects one under Operator, Suppliers{route}, or turns on the simulated one.',
    { as: as ?? 'none', route: ' (PUT /settings/crawl)' },
  )

/** @throws Fault 409 unless links can be sent. */
export function assertCrawlRoute(tx: ReadTx): void {
  if (!hasCrawlRoute(tx)) throw conflict(noSupplier())
}

/** The most links in one batch that every route in use accepts. */
export function batchLimit(tx: ReadTx, app: Pick<App, 'crawl_adapters' | 'clock' | 'config' | 'version'>): number {
  const { routes } = crawlSettings(tx)
  const limits = ROUTES.flatMap((name) => {
    const stored = routes[name]
    const adapter = stored?.enabled ? app.crawl_adapters.get(stored.adapter) : undefined
    return adapter && stored ? [adapter.create({ adapter: stored.adapter }, contextOf(app)).batch] : []
  })
  return Math.min(10_000, ...limits)
}

/** The token of a connected supplier account is the primary's key when none was entered. */
export const SUPPLIER_TOKEN = 'supplier:access_token'
export const keyOf = (tx: ReadTx, name: RouteName): string =>
  name === 'primary' && !secretHint(tx, apiKeyName(name)) ? SUPPLIER_TOKEN : apiKeyName(name)

/** The adapter of a route with decrypted secrets, or null. `limit` is for calls that a person waits for. */
export function openRoute(
  tx: ReadTx,
  app: Pick<App, 'crawl_adapters' | 'clock' | 'config' | 'version' | 'sealer'>,
  name: RouteName,
  limit: { timeout_ms?: number } = {},
): CrawlRoute | null {
  const stored = crawlSettings(tx).routes[name]
  const adapter = stored && app.crawl_adapters.get(stored.adapter)
  if (!adapter) return null
  const settings = {
    adapter: stored.adapter,
    base_url: stored.base_url ?? undefined,
    api_key: readSecret(tx, app.sealer, keyOf(tx, name)),
  }
  return adapter.create(settings, contextOf(app, limit))
}
