import { type Caller, treeOf } from '../../kernel/caller.ts'
import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { addToDay } from '../../kernel/limits.ts'

const WHAT = ['sent', 'indexed', 'returned'] as const
type What = (typeof WHAT)[number]

/** Counts links by day as they move, so that no curve ever counts links. */
export function tallyDay(tx: Tx, tenant_id: string, counts: Partial<Record<What, number>>): void {
  for (const what of WHAT) {
    const n = counts[what] ?? 0
    if (n > 0) addToDay(tx, `${what}:${tenant_id}`, dayOf(tx.now), n)
  }
}

export type DayTally = { day: string } & Record<What, number>

/** What happened each day since, in the caller's workspace and those below it; days without anything are left out. */
export function dayTallies(tx: ReadTx, caller: Caller, since: string): DayTally[] {
  const tree = treeOf(caller, 't.id')
  const rows = tx.rows<{ day: string; what: What; n: number }>(
    `select c.day, w.value as what, sum(c.n) as n from tenants t, json_each('["sent","indexed","returned"]') w
     join day_counters c on c.name = w.value || ':' || t.id and c.day >= ?
     where ${tree.sql} group by c.day, w.value order by c.day`,
    since,
    ...tree.params,
  )
  const days = Map.groupBy(rows, (row) => row.day)
  return [...days].map(([day, of]) => {
    const count = (what: What) => of.find((row) => row.what === what)?.n ?? 0
    return { day, sent: count('sent'), indexed: count('indexed'), returned: count('returned') }
  })
}

export type Tally = Record<What, number>
const NOTHING: Tally = { sent: 0, indexed: 0, returned: 0 }

/** What happened from a day, up to another that is not counted any more, in each of these workspaces by itself. */
export function tallyOfEach(tx: ReadTx, ids: readonly string[], from: string, to = '~'): Map<string, Tally> {
  const rows = tx.rows<{ id: string; what: What; n: number }>(
    `select t.value as id, w.value as what, sum(c.n) as n from json_each(?) t, json_each('["sent","indexed","returned"]') w
     cross join day_counters c on c.name = w.value || ':' || t.value and c.day >= ? and c.day < ? group by 1, 2`,
    JSON.stringify(ids),
    from,
    to,
  )
  const out = new Map(ids.map((id) => [id, { ...NOTHING }]))
  for (const { id, what, n } of rows) out.get(id)![what] = n
  return out
}

/** What came of these days together. */
export const sumOf = (days: readonly DayTally[], what: What): number =>
  days.reduce((total, day) => total + day[what], 0)
