import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { addToDay } from '../../kernel/limits.ts'

/** Counts the index credits that a workspace hands down, less what it pulls back, by day. */
export const countGiven = (tx: Tx, tenant_id: string, amount: number): number =>
  addToDay(tx, `given:${tenant_id}`, dayOf(tx.now), amount)

/** What it has handed down since a day. */
export const givenSince = (tx: ReadTx, tenant_id: string, since: string): number =>
  tx.count('select coalesce(sum(n), 0) as n from day_counters where name = ? and day >= ?', `given:${tenant_id}`, since)
