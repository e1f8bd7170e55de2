import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { addToDay } from '../../kernel/scheduling/limits.ts'
import { dayOf } from '../../kernel/time/clock.ts'

const WHAT = ['sent', 'indexed', 'returned'] as const
type TallyField = (typeof WHAT)[number]

/** Counts links by the day on which they changed (default: today), so that no chart counts links. */
export function tallyDay(
  tx: Tx,
  tenant_id: string,
  counts: Partial<Record<TallyField, number>>,
  day: string = dayOf(tx.now),
): void {
  for (const what of WHAT) {
    const n = counts[what] ?? 0
    if (n > 0) addToDay(tx, `${what}:${tenant_id}`, day, n)
  }
}

/** Links `l` in the counter `indexed`, by the day of `settled_at`. One seen only after its refund is not counted. */
export const INDEXED_IN_TIME = "l.state = 'indexed' and l.credit is not 'released'"
/** Links `l` in the counter `returned`, by the day of `settled_at`: not seen by the last check. */
export const RETURNED = "l.credit = 'released' and l.state <> 'failed'"

/** Total of one counter over these workspaces, from a day up to but excluding another. */
export const tallied = (tx: ReadTx, ids: readonly string[], what: TallyField, from: string, to = '~'): number =>
  tx.number(
    `select sum(n) from json_each(?) i cross join day_counters on name = ? || ':' || i.value and day >= ? and day < ?`,
    JSON.stringify(ids),
    what,
    from,
    to,
  )

export type Tally = Record<TallyField, number>

const SUMS = WHAT.map(
  (what) =>
    `(select coalesce(sum(n), 0) from day_counters where name = '${what}:' || i.value and day >= ?2 and day < ?3) as ${what}`,
)

/** All counters of each of these workspaces, from a day up to but excluding another. */
export function tallyOfEach(tx: ReadTx, ids: readonly string[], from: string, to = '~'): Map<string, Tally> {
  const rows = tx.rows<Tally & { id: string }>(
    `select i.value as id, ${SUMS.join(', ')} from json_each(?1) i`,
    JSON.stringify(ids),
    from,
    to,
  )
  return new Map(rows.map(({ id, ...tally }) => [id, tally]))
}
