import { type Caller, treeOf } from '../../kernel/caller.ts'
import type { ReadTx } from '../../kernel/database.ts'
import type { LedgerEntry } from './shapes.ts'

/** Enough to tell the story of one act; a long job's lines are in the ledger itself. */
const MOST_RELATED = 200

/**
 * A line with those that belong to it (the same act, or the same job and kind, as far as the caller reaches), oldest
 * first, and what became of the credits that its job has set aside of this kind.
 */
export function detailOf(tx: ReadTx, caller: Caller, entry: LedgerEntry) {
  const tree = treeOf(caller)
  const related = tx.rows<LedgerEntry>(
    `select * from ledger where (group_id = ? or (job_id = ? and kind = ?)) and id <> ? and ${tree.sql}
     order by id limit ${MOST_RELATED}`,
    entry.group_id,
    entry.job_id,
    entry.kind,
    entry.id,
    ...tree.params,
  )
  return { ...entry, related, settlement: entry.job_id && settlementOf(tx, entry.job_id, entry.kind) }
}

function settlementOf(tx: ReadTx, job_id: string, kind: string) {
  return tx.row(
    `select reserved, used, returned, reserved - used - returned as pending from reservations where job_id = ? and kind = ?`,
    job_id,
    kind,
  )
}
