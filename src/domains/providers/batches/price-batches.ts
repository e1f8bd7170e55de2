/** Batches that were sent while the price of their supplier was not known. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { taskName } from '../../../kernel/scheduling/task.ts'
import { priceOf } from '../allowance.ts'
import { crawlSettings, ROUTES, type RouteName } from '../settings.ts'

export const SYNC_BATCHES = taskName('sync_batches')

/** SQL for such batches, which have an index of their own. */
const UNPRICED = "c.price_usd is null and c.state = 'sent' and c.route is not null"

/** Gives them the price that was entered since. Returns how many got one. */
export async function priceBatches(app: App, signal: AbortSignal): Promise<number> {
  let priced = 0
  for (const route of ROUTES) {
    const known = app.db.read((tx) => {
      const [adapter, price] = [crawlSettings(tx).routes[route]?.adapter, priceOf(tx, route)]
      return adapter && price !== null && tx.row(`select 1 from batches c where ${OF_ROUTE} limit 1`, route, adapter)
    })
    if (!known) continue
    priced += await inSteps(app.db, signal, (tx, limit) =>
      tx.run(
        `update batches set price_usd = ?3 where id in (select c.id from batches c where ${OF_ROUTE} limit ?4)`,
        route,
        crawlSettings(tx).routes[route]?.adapter ?? '',
        priceOf(tx, route),
        limit,
      ),
    )
  }
  return priced
}

const OF_ROUTE = `${UNPRICED} and c.route = ?1 and c.adapter = ?2`

export type UnpricedLinks = { route: RouteName; adapter: string | null; links: number }

/** Links that cost something without a known price, by supplier. Between two moments; the first day counts whole. */
export const unpricedLinks = (tx: ReadTx, from: string, to: string): UnpricedLinks[] =>
  tx.rows(
    `select route, adapter, sum(n) as links from (${UNPRICED_BATCHES}) group by 1, 2 having sum(n) > 0 order by 3 desc`,
    from,
    to,
  )

/** SQL for the day, workspace, supplier and billed links `n` of each such batch between ?1 and ?2. */
export const UNPRICED_BATCHES = `
  select substr(c.sent_at, 1, 10) as day, c.tenant_id, c.route, c.adapter,
    coalesce(c.billed, c.indexed_day7 + c.indexed_later) as n
  from batches c indexed by batches_unpriced
  where ${UNPRICED} and c.sent_at >= substr(?1, 1, 10) and substr(c.sent_at, 1, 10) || 'T00:00:00.000Z' < ?2`
