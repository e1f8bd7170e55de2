/** Earnings and margin of each client, for the pages of its agency. */
import { ownTrees } from '../../domains/accounts/index.ts'
import { movementsOf } from '../../domains/credits/index.ts'
import { type ClientEarnings, daysOf } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { plus } from '../../kernel/time/clock.ts'
import { cents, checkPrice, indexPrice, marginByClient, marginRows, rounded } from './margin.ts'
import { earnedByMonth, pricesOf } from './prices.ts'

type Margin = ReturnType<typeof marginByClient>[number]
type Asked = { app: Pick<App, 'catalog'>; caller: Caller; ids: readonly string[] }

/** Earnings of these workspaces below the caller's; empty unless the caller is an admin. */
export function earningsOf(tx: ReadTx, { app, caller, ids }: Asked): Map<string, ClientEarnings> {
  if (!caller.platform && !atLeast(caller.role, 'admin')) return new Map()
  const days = daysOf(tx, caller.tenant_id)
  const span = { from: days.startOf(days.firstDay(tx.now)), to: plus(tx.now, 1) }
  const [own, prices] = [ownTrees(tx), pricesOf(tx, ids)]
  const earned = new Map<string, { usd: number; own: boolean; root_id: string }>()
  for (const { tenant_id, root_id, usd } of earnedByMonth(tx, span, ids, days))
    earned.set(tenant_id, { usd: usd + (earned.get(tenant_id)?.usd ?? 0), own: own.has(root_id), root_id })
  const paying = [...earned.keys()]
  const ofInstall = caller.platform ? paying.filter((id) => earned.get(id)!.own) : []
  // Costs of suppliers are kept by days in UTC.
  const rows = ofInstall.length === 0 ? [] : marginByClient(marginRows(tx, app, span, ofInstall))
  const margins = new Map(rows.map((row) => [row.tenant_id, row]))
  const used = movementsOf(tx, paying, span)
  const paidFor = (id: string, root_id: string): number =>
    used(id, 'index').used * indexPrice(tx, app, root_id) + used(id, 'check').used * checkPrice(app)
  return new Map(
    ids.map((id): [string, ClientEarnings] => {
      const [price, paid] = [prices.get(id) ?? null, earned.get(id)]
      if (!paid) return [id, { price, ...UNKNOWN }]
      const earned_usd = cents(paid.usd)
      const cost = paid.own
        ? supplied(caller, margins.get(id))
        : { ...NONE, cost_usd: cents(paidFor(id, paid.root_id)) }
      const margin_usd = cost.cost_usd === null ? null : cents(earned_usd - cost.cost_usd)
      return [id, { price, earned_usd, ...cost, margin_usd }]
    }),
  )
}

const UNKNOWN = { earned_usd: null, cost_usd: null, unpriced_links: 0, margin_usd: null }
const NONE = { cost_usd: 0, unpriced_links: 0 }

/** The cost of suppliers, for platform admins alone. */
function supplied({ platform }: Caller, margin?: Margin) {
  if (!platform) return { ...NONE, cost_usd: null }
  if (!margin) return NONE
  const { crawl_cost_usd, look_cost_usd, unpriced_links } = margin
  return { cost_usd: unpriced_links > 0 ? null : rounded(cents(crawl_cost_usd) + cents(look_cost_usd)), unpriced_links }
}
