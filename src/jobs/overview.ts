import { type Caller, treeOf } from '../kernel/caller.ts'
import type { ReadTx } from '../kernel/database.ts'

/** How many jobs are in the caller's reach. */
export function countJobs(tx: ReadTx, caller: Caller): number {
  const tree = treeOf(caller)
  return tx.count(`select count(*) as n from jobs where deleted_at is null and ${tree.sql}`, ...tree.params)
}

/** The newest pushes that wait for something, and for what. */
export function waitingPushes(tx: ReadTx, caller: Caller, most: number): { id: string; name: string; note: string }[] {
  const tree = treeOf(caller)
  return tx.rows(
    `select id, name, note from jobs
     where status = 'sending' and note is not null and deleted_at is null and ${tree.sql} order by id desc limit ?`,
    ...tree.params,
    most,
  )
}
