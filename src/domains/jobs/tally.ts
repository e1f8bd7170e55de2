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
export const dayTallies = (tx: ReadTx, caller: Caller, since: string): DayTally[] =>
  tallies(tx, treeOf(caller, 't.id'), since)

/** The same of one workspace alone. */
export const ownTallies = (tx: ReadTx, tenant_id: string, since: string): DayTally[] =>
  tallies(tx, { sql: 't.id = ?', params: [tenant_id] }, since)

function tallies(tx: ReadTx, tenants: { sql: string; params: string[] }, since: string): DayTally[] {
  const rows = tx.rows<{ day: string; what: What; n: number }>(
    `select c.day, w.value as what, sum(c.n) as n from tenants t, json_each('["sent","indexed","returned"]') w
     join day_counters c on c.name = w.value || ':' || t.id and c.day >= ?
     where ${tenants.sql} group by c.day, w.value order by c.day`,
    since,
    ...tenants.params,
  )
  const days = Map.groupBy(rows, (row) => row.day)
  return [...days].map(([day, of]) => {
    const count = (what: What) => of.find((row) => row.what === what)?.n ?? 0
    return { day, sent: count('sent'), indexed: count('indexed'), returned: count('returned') }
  })
}

/** What came of these days together. */
export const sumOf = (days: readonly DayTally[], what: What): number =>
  days.reduce((total, day) => total + day[what], 0)
