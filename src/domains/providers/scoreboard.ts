import type { ReadTx } from '../../kernel/database/database.ts'
import { defaultDirection, type ListArguments, pageOf } from '../../kernel/database/list.ts'
import { DAY, dayOf, plus, type Time } from '../../kernel/time/clock.ts'
import { bandOf, verdictOf } from './duel.ts'
import { crawlSettings, ROUTES, type RouteName } from './settings.ts'
import { COST } from './usage.ts'

type Counts = Record<`${'indexed' | 'answered'}_day${1 | 3 | 7}`, number>

type Score = Counts & {
  month: string
  route: string
  adapter: string
  simulated: number
  links: number
  indexed_later: number
  indexed: number
  cost_usd: number | null
  held_out: number
  held_out_indexed: number
}

/** Counts of links whose day has come, by their day of sending, so that early answers alone are no share. */
const countsOfDays = (tx: ReadTx): string =>
  ([1, 3, 7] as const)
    .flatMap((day) => {
      const before = dayOf(plus(tx.now, -day * DAY))
      return ['indexed', 'answered'].map(
        (what) => `sum(iif(c.day <= '${before}', c.${what}_day${day}, 0)) as ${what}_day${day}`,
      )
    })
    .join(', ')

/**
 * One row for each month, route and supplier, newest first. The control group of a push counts for the suppliers of its
 * other links, by their shares.
 */
export function scoreboard(tx: ReadTx, page: ListArguments) {
  const days = countsOfDays(tx)
  const rows = tx.rows<Score>(
    `with holdouts as (
       select job_id, sum(answered_day7) as links, sum(indexed_day7) as seen from batches where state = 'held' group by job_id),
     beside as (
       select substr(c.sent_at, 1, 7) as month, c.route, c.adapter, h.links, h.seen,
         (c.url_count - c.rejected) * 1.0 / max(1, sum(c.url_count - c.rejected) over (partition by c.job_id)) as share
       from holdouts h cross join batches c on c.job_id = h.job_id where c.state = 'sent'),
     held_out as (select month, route, adapter, sum(links * share) as links, sum(seen * share) as seen from beside group by 1, 2, 3),
     sent as (
       select substr(c.day, 1, 7) as month, c.route, c.adapter, max(c.simulated) as simulated, sum(c.links) as links,
         ${days}, sum(c.indexed_day7) as indexed, sum(c.indexed_later) as indexed_later, ${COST} as cost_usd
       from crawl_days c group by 1, 2, 3)
     select s.*, coalesce(h.links, 0) as held_out, coalesce(h.seen, 0) as held_out_indexed
     from sent s left join held_out h on h.month = s.month and h.route = s.route and h.adapter = s.adapter
     order by s.month ${page.dir ?? defaultDirection('month')}, s.route desc, s.adapter`,
  )
  return pageOf(rows.map(judged), page)
}

function judged(row: Score) {
  const rate = share(row.indexed_day7, row.answered_day7)
  const unsent = share(row.held_out_indexed, row.held_out)
  return {
    ...row,
    held_out: Math.round(row.held_out),
    held_out_indexed: Math.round(row.held_out_indexed),
    indexed_rate: rate,
    cost_per_indexed_usd: perIndexed(row),
    lift: rate === null || unsent === null ? null : Math.round((rate - unsent) * 10_000) / 10_000,
  }
}

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

/** Twelve weeks: long enough for a certain answer, short enough to be about the supplier of today. */
const DUEL_DAYS = 84

type SideCounts = Counts & {
  route: RouteName
  adapter: string
  links: number
  indexed: number
  cost_usd: number | null
}

/** The connected suppliers beside each other, and the control groups of all pushes; a verdict needs two suppliers. */
export function duel(tx: ReadTx) {
  const { routes, fallback_share_pct } = crawlSettings(tx)
  const since = dayOf(plus(tx.now, -DUEL_DAYS * DAY))
  const rows = tx.rows<SideCounts>(
    `select c.route, c.adapter, sum(c.links) as links, ${countsOfDays(tx)}, sum(c.indexed_day7) as indexed, ${COST} as cost_usd
     from crawl_days c where c.day >= ? group by c.route, c.adapter`,
    since,
  )
  const sides = ROUTES.filter((route) => routes[route]).map((route) => {
    const adapter = routes[route]!.adapter
    const row = rows.find((one) => one.route === route && one.adapter === adapter)
    const share = route === 'fallback' ? fallback_share_pct : 100 - fallback_share_pct
    return {
      route,
      adapter,
      share_pct: share,
      links: row?.links ?? 0,
      days: daysOf(row),
      cost_per_indexed_usd: perIndexed(row),
    }
  })
  const control = tx.row<Counts>(
    `select ${countsOfDays(tx)} from (select *, substr(sent_at, 1, 10) as day from batches where state = 'held' and sent_at >= ?) c`,
    since,
  )
  const [main, other] = sides.map(({ days }) => days[2]!)
  const verdict = main && other ? verdictOf(main, other) : null
  const routeAt = (side: 0 | 1 | null): RouteName | null => (side === null ? null : ROUTES[side])
  return {
    since,
    sides,
    control: daysOf(control ?? undefined),
    verdict: verdict && { ...verdict, better: routeAt(verdict.better), needed_by: routeAt(verdict.needed_by) },
  }
}

const daysOf = (counts: Counts | undefined) =>
  ([1, 3, 7] as const).map((day) => {
    const sample = { indexed: counts?.[`indexed_day${day}`] ?? 0, answered: counts?.[`answered_day${day}`] ?? 0 }
    return { day, ...sample, ...bandOf(sample) }
  })

const perIndexed = (row: Pick<SideCounts, 'indexed' | 'cost_usd'> | undefined): number | null =>
  !row || row.cost_usd === null || row.indexed === 0 ? null : Math.round((row.cost_usd / row.indexed) * 1e6) / 1e6

type SupplierSent = Counts & { sent_at: Time; adapter: string; tenant_id: string; links: number }
type Spans = { since: Time; borders: readonly Time[] }

/**
 * Links of each supplier and workspace since a moment, newest first, each with a moment on the same side of every border
 * as its own; of one workspace, or of all in `tree`. Days in UTC have the sums, and batches those of a day in which a border lies.
 */
export function suppliersSince(
  tx: ReadTx,
  tree: { sql: string; params: string[] },
  { since, borders }: Spans,
  tenant_id?: string,
): SupplierSent[] {
  const split = [...new Set([since, ...borders].filter((border) => border !== midnightOf(border)).map(dayOf))]
  const counts = ['links', ...[1, 3, 7].flatMap((day) => [`indexed_day${day}`, `answered_day${day}`])]
  const read = ['tenant_id', 'adapter', ...counts].map((name) => `c.${name}`).join(', ')
  return tx.rows<SupplierSent>(
    `select sent_at, adapter, tenant_id, ${counts.map((name) => `sum(${name}) as ${name}`).join(', ')} from (
       select c.day || 'T00:00:00.000Z' as sent_at, ${read} from crawl_days c
       where c.day >= ?1 and c.day not in (select value from json_each(?2))
       union all select b.sent_at, ${read} from json_each(?2) d
       cross join batches b on b.route in ('primary', 'fallback') and b.sent_at >= d.value and b.sent_at < d.value || 'T24'
       cross join crawl_sent c on c.id = b.id) c
     where sent_at >= ?3 and c.tenant_id = coalesce(?4, c.tenant_id) and c.${tree.sql} group by 1, 2, 3 order by 1 desc, 2`,
    dayOf(since),
    JSON.stringify(split),
    since,
    tenant_id ?? null,
    ...tree.params,
  )
}

const midnightOf = (time: Time): Time => `${dayOf(time)}T00:00:00.000Z`

/** The first batch of each supplier after the first one, if it is not before `since`; noon where no batch is left. */
export const suppliersAdded = (tx: ReadTx, since: Time): { at: Time; adapter: string }[] =>
  tx
    .rows<{ at: Time; adapter: string }>(
      `select f.adapter, coalesce((select min(b.sent_at) from batches b join crawl_sent s on s.id = b.id
         where b.route in ('primary', 'fallback') and b.sent_at >= f.day and b.sent_at < f.day || 'T24'
           and s.adapter = f.adapter), f.day || 'T12:00:00.000Z') as at
       from (select adapter, min(day) as day from crawl_days group by adapter) f order by 2, 1`,
    )
    .slice(1)
    .filter(({ at }) => at >= since)
