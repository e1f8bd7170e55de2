/** Balances reported by the suppliers' free calls, cached for five minutes. */
import Type, { type Static } from 'typebox'
import type { App } from '../../../kernel/operation/app.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../../kernel/operation/shape.ts'
import { MINUTE, plus } from '../../../kernel/time/clock.ts'
import { TEST_CALL } from '../../../kernel/web-fetch/adapter.ts'
import { BALANCE_UNITS, engineInUse, openEngine } from '../../checks/index.ts'
import { openRoute } from '../settings.ts'

const KEPT = 5 * MINUTE

const Line = Nullable(
  Shape('SupplierBalance', {
    adapter: Type.String(),
    ok: Type.Boolean(),
    message: Type.String(),
    amount: Nullable(Type.Number()),
    unit: Nullable(Type.Enum(BALANCE_UNITS)),
  }),
)

export const UpstreamBalances = Shape('SupplierBalances', {
  scan_standard: Line,
  scan_live: Line,
  crawl_primary: Line,
  crawl_fallback: Line,
  as_of: Moment,
})

type BalanceSheet = Static<typeof UpstreamBalances>

/** Cached in memory: a supplier's report is not our data and needs no row. */
const kept = new WeakMap<App['db'], BalanceSheet>()

/** `fresh` ignores the cache. */
export async function balancesOf(app: App, signal: AbortSignal, fresh: boolean): Promise<BalanceSheet> {
  const known = kept.get(app.db)
  const now = app.clock.now()
  if (known && !fresh && now < plus(known.as_of, KEPT)) return known
  const [scan_standard, scan_live, crawl_primary, crawl_fallback] = await Promise.all([
    engineReport(app, 'scan_standard', signal),
    engineReport(app, 'scan_live', signal),
    routeReport(app, 'primary', signal),
    routeReport(app, 'fallback', signal),
  ])
  const sheet = { scan_standard, scan_live, crawl_primary, crawl_fallback, as_of: now }
  kept.set(app.db, sheet)
  return sheet
}

async function engineReport(app: App, slot: 'scan_standard' | 'scan_live', signal: AbortSignal) {
  const engine = app.db.read((tx) => (engineInUse(tx, slot) ? openEngine(tx, app, slot, TEST_CALL) : null))
  if (!engine) return null
  const { ok, message, balance } = await engine.report(signal)
  return { adapter: engine.adapter, ok, message, amount: balance?.amount ?? null, unit: balance?.unit ?? null }
}

async function routeReport(app: App, name: 'primary' | 'fallback', signal: AbortSignal) {
  const route = app.db.read((tx) => openRoute(tx, app, name, TEST_CALL))
  if (!route) return null
  const { ok, message, credits } = await route.balance(signal)
  const unit = credits === undefined ? null : ('credits' as const)
  return { adapter: route.adapter, ok, message, amount: credits ?? null, unit }
}
