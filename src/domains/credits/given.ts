import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { addToDay } from '../../kernel/scheduling/limits.ts'
import { dayOf } from '../../kernel/time/clock.ts'

/** Counts the index credits that a workspace transfers to workspaces below, minus those it takes back, by day. */
export const countGiven = (tx: Tx, tenant_id: string, amount: number): number =>
  addToDay(tx, `given:${tenant_id}`, dayOf(tx.now), amount)

/** Index credits that each of these workspaces transferred since a day. */
export function givenSince(tx: ReadTx, ids: readonly string[], since: string): Map<string, number> {
  const rows = tx.rows<{ id: string; n: number }>(
    `select w.value as id, (select coalesce(sum(n), 0) from day_counters
       where name = 'given:' || w.value and day >= ?2) as n from json_each(?1) w`,
    JSON.stringify(ids),
    since,
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}
