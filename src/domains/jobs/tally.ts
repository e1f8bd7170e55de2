import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { addToDay } from '../../kernel/limits.ts'

const WHAT = ['sent', 'indexed', 'returned'] as const
type What = (typeof WHAT)[number]

/** Counts links by the day on which they moved (today, if none is given), so that no curve ever counts links. */
export function tallyDay(
  tx: Tx,
  tenant_id: string,
  counts: Partial<Record<What, number>>,
  day: string = dayOf(tx.now),
): void {
  for (const what of WHAT) {
    const n = counts[what] ?? 0
    if (n > 0) addToDay(tx, `${what}:${tenant_id}`, day, n)
  }
}

/** Links `l` that `indexed` counts, on the day of `settled_at`: one that was seen after its credit had gone back is not. */
export const INDEXED_IN_TIME = "l.state = 'indexed' and l.credit is not 'released'"
/** Links `l` that `returned` counts, on the day of `settled_at`: the last look did not see them. */
export const RETURNED = "l.credit = 'released' and l.state <> 'failed'"

/** One of these counts, of all these workspaces together, from a day up to another that is not counted any more. */
export const tallied = (tx: ReadTx, ids: readonly string[], what: What, from: string, to = '~'): number =>
  tx.number(
    `select sum(n) from json_each(?) i cross join day_counters on name = ? || ':' || i.value and day >= ? and day < ?`,
    JSON.stringify(ids),
    what,
    from,
    to,
  )

export type Tally = Record<What, number>

const SUMS = WHAT.map(
  (what) =>
    `(select coalesce(sum(n), 0) from day_counters where name = '${what}:' || i.value and day >= ?2 and day < ?3) as ${what}`,
)

/** What happened from a day, up to another that is not counted any more, in each of these workspaces by itself. */
export function tallyOfEach(tx: ReadTx, ids: readonly string[], from: string, to = '~'): Map<string, Tally> {
  const rows = tx.rows<Tally & { id: string }>(
    `select i.value as id, ${SUMS.join(', ')} from json_each(?1) i`,
    JSON.stringify(ids),
    from,
    to,
  )
  return new Map(rows.map(({ id, ...tally }) => [id, tally]))
}
