/** Daily counts of free checks, kept as they arrive, because counting a million rows would be slow. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { DAY, dayOf, plus, type Time } from '../../kernel/time/clock.ts'
import { activeBlocks } from './blocks.ts'
import { capsOf, spentSince } from './caps.ts'
import { type FreeCheckTotals, TALLIES, type Tally } from './shapes.ts'
import type { FreeCheckRow } from './tables.ts'

/** `checks` and `refused` are rows of the log; `reused` are checks that no cap counts; `unlogged` have no row. */
type Counted = Partial<Record<'checks' | 'reused' | 'refused' | 'unlogged', 1>>

export function countCheck(tx: Tx, check: Pick<FreeCheckRow, Tally>, as: Counted): void {
  const names = TALLIES.flatMap((what) => (check[what] === null ? [] : [[what, check[what]]]))
  tx.run(
    `insert into free_check_days (day, what, name, checks, reused, refused, unlogged)
     select ?1, value ->> 0, value ->> 1, ?2, ?3, ?4, ?5 from json_each(?6) where true
     on conflict (day, what, name) do update set checks = checks + excluded.checks, reused = reused + excluded.reused,
       refused = refused + excluded.refused, unlogged = unlogged + excluded.unlogged`,
    dayOf(tx.now),
    as.checks ?? 0,
    as.reused ?? 0,
    as.refused ?? 0,
    as.unlogged ?? 0,
    JSON.stringify(names),
  )
}

/** Names per day that take part in the ranking: a name that is rare every day is not frequent in a month. */
const RANKED_A_DAY = 200
const TOP = 10

type Line = { name: string; checks: number; refused: number; unlogged: number }

/** Totals of the last days, including today. */
export function totalsOf(tx: ReadTx, days: number): FreeCheckTotals {
  const from = firstDay(tx.now, days)
  const span = daysOf(tx.now, days)
  const kinds = topOf(tx, 'kind', span)
  const sum = (of: 'checks' | 'refused' | 'unlogged') => kinds.reduce((all, one) => all + one[of], 0)
  return {
    days,
    from,
    checks: sum('checks'),
    refused: sum('refused'),
    unlogged: sum('unlogged'),
    cost_usd: spentSince(tx, `${from}T00:00:00.000Z`),
    kinds,
    countries: topOf(tx, 'country', span),
    cities: topOf(tx, 'city', span),
    domains: topOf(tx, 'domain', span),
    ips: topOf(tx, 'ip', span),
    networks: topOf(tx, 'network', span),
    blocks: activeBlocks(tx),
    caps: capsOf(tx),
  }
}

/** The first of the last UTC days, today included. */
export const firstDay = (now: Time, days: number): string => dayOf(plus(now, -(days - 1) * DAY))

const daysOf = (now: string, days: number): string[] =>
  Array.from({ length: days }, (_, ago) => dayOf(plus(now, -ago * DAY)))

/** The most frequent names of some days. Each day is read from an index, most frequent name first. */
export function topOf(tx: ReadTx, what: Tally, days: readonly string[]): Line[] {
  const each = days.map(
    (_, at) =>
      `select * from (select name, checks, refused, unlogged from free_check_days where what = ?1 and day = ?${at + 2}
         order by checks + refused desc limit ${RANKED_A_DAY})`,
  )
  return tx.rows<Line>(
    `select name, sum(checks) as checks, sum(refused) as refused, sum(unlogged) as unlogged from (${each.join(' union all ')})
     group by name order by sum(checks) + sum(refused) desc, name limit ${TOP}`,
    what,
    ...days,
  )
}
