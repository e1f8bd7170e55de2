/** Daily counts of free checks, kept as they arrive, because counting a million rows would be slow. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { DAY, dayOf, plus } from '../../kernel/time/clock.ts'
import { activeBlocks } from './blocks.ts'
import { capsOf, spentSince } from './caps.ts'
import { type FreeCheckTotals, TALLIES, type Tally } from './shapes.ts'
import type { FreeCheckRow } from './tables.ts'

export function countCheck(tx: Tx, check: Pick<FreeCheckRow, Tally>, taken: boolean): void {
  const names = TALLIES.flatMap((what) => (check[what] === null ? [] : [[what, check[what]]]))
  tx.run(
    `insert into free_check_days (day, what, name, checks, refused)
     select ?1, value ->> 0, value ->> 1, ?2, 1 - ?2 from json_each(?3) where true
     on conflict (day, what, name) do update set checks = checks + excluded.checks, refused = refused + excluded.refused`,
    dayOf(tx.now),
    taken ? 1 : 0,
    JSON.stringify(names),
  )
}

/** Names per day that take part in the ranking: a name that is rare every day is not frequent in a month. */
const RANKED_A_DAY = 200
const TOP = 10

type Line = { name: string; checks: number; refused: number }

/** Totals of the last days, including today. */
export function totalsOf(tx: ReadTx, days: number): FreeCheckTotals {
  const from = dayOf(plus(tx.now, -(days - 1) * DAY))
  const span = daysOf(tx.now, days)
  const kinds = topOf(tx, 'kind', span)
  const sum = (of: 'checks' | 'refused') => kinds.reduce((all, one) => all + one[of], 0)
  return {
    days,
    from,
    checks: sum('checks'),
    refused: sum('refused'),
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

const daysOf = (now: string, days: number): string[] =>
  Array.from({ length: days }, (_, ago) => dayOf(plus(now, -ago * DAY)))

/** The most frequent names of some days. Each day is read from an index, most frequent name first. */
export function topOf(tx: ReadTx, what: Tally, days: readonly string[]): Line[] {
  const each = days.map(
    (_, at) =>
      `select * from (select name, checks, refused from free_check_days where what = ?1 and day = ?${at + 2}
         order by checks + refused desc limit ${RANKED_A_DAY})`,
  )
  return tx.rows<Line>(
    `select name, sum(checks) as checks, sum(refused) as refused from (${each.join(' union all ')})
     group by name order by sum(checks) + sum(refused) desc, name limit ${TOP}`,
    what,
    ...days,
  )
}
