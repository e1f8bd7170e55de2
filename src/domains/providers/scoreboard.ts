import type { ReadTx } from '../../kernel/database/database.ts'
import { type ListArguments, naturally, pageOf } from '../../kernel/database/list.ts'
import { COST } from './usage.ts'

type Score = {
  month: string
  route: string
  adapter: string
  simulated: number
  links: number
  indexed_day1: number
  indexed_day3: number
  indexed_day7: number
  indexed_later: number
  cost_usd: number | null
  held_out: number
  held_out_indexed: number
}

/**
 * One row for each month, route and supplier, newest first. The control group of a push counts for the suppliers of its
 * other links, by their shares.
 */
export function scoreboard(tx: ReadTx, page: ListArguments) {
  const rows = tx.rows<Score>(
    `with holdouts as (
       select job_id, sum(url_count) as links, sum(indexed_day7) as seen from batches where state = 'held' group by job_id),
     beside as (
       select substr(c.sent_at, 1, 7) as month, c.route, c.adapter, h.links, h.seen,
         (c.url_count - c.rejected) * 1.0 / max(1, sum(c.url_count - c.rejected) over (partition by c.job_id)) as share
       from holdouts h cross join batches c on c.job_id = h.job_id where c.state = 'sent'),
     held_out as (select month, route, adapter, sum(links * share) as links, sum(seen * share) as seen from beside group by 1, 2, 3),
     sent as (
       select substr(c.day, 1, 7) as month, c.route, c.adapter, max(c.simulated) as simulated, sum(c.links) as links,
         sum(c.indexed_day1) as indexed_day1, sum(c.indexed_day3) as indexed_day3, sum(c.indexed_day7) as indexed_day7,
         sum(c.indexed_later) as indexed_later, ${COST} as cost_usd
       from crawl_days c group by 1, 2, 3)
     select s.*, coalesce(h.links, 0) as held_out, coalesce(h.seen, 0) as held_out_indexed
     from sent s left join held_out h on h.month = s.month and h.route = s.route and h.adapter = s.adapter
     order by s.month ${page.dir ?? naturally('month')}, s.route desc, s.adapter`,
  )
  return pageOf(rows.map(judged), page)
}

function judged(row: Score) {
  const rate = share(row.indexed_day7, row.links)
  const unsent = share(row.held_out_indexed, row.held_out)
  return {
    ...row,
    held_out: Math.round(row.held_out),
    held_out_indexed: Math.round(row.held_out_indexed),
    indexed_rate: rate,
    cost_per_indexed_usd:
      row.cost_usd === null || row.indexed_day7 === 0
        ? null
        : Math.round((row.cost_usd / row.indexed_day7) * 1e6) / 1e6,
    lift: rate === null || unsent === null ? null : Math.round((rate - unsent) * 10_000) / 10_000,
  }
}

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
