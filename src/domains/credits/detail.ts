import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { lineColumns } from './lines.ts'
import { isReversible } from './reverse.ts'
import type { LedgerEntry, LedgerLine } from './shapes.ts'

/** Enough to explain one act; the ledger itself lists all lines of a long job. */
const MOST_RELATED = 200

/**
 * A line with its related lines in the caller's reach (same act, or same job and kind), oldest first, and the state of
 * the credits of this kind that its job reserved, unless the job has moved away.
 */
export function detailOf(tx: ReadTx, caller: Caller, entry: LedgerEntry) {
  const tree = treeOf(caller)
  const line = tx.row<LedgerLine>(`select ${lineColumns('ledger')} from ledger where id = ?`, entry.id)!
  const related = tx.rows<LedgerLine>(
    `select ${lineColumns('ledger')} from ledger where (group_id = ? or (job_id = ? and kind = ?)) and id <> ? and ${tree.sql}
     order by id limit ${MOST_RELATED}`,
    entry.group_id,
    entry.job_id,
    entry.kind,
    entry.id,
    ...tree.params,
  )
  const reversible = isReversible(tx, caller, entry)
  const settlement =
    entry.job_id &&
    tx.row(
      `select reserved, used, returned, reserved - used - returned as pending from reservations
       where job_id = ? and kind = ? and tenant_id = ?`,
      entry.job_id,
      entry.kind,
      entry.tenant_id,
    )
  return { ...line, reversible, related, settlement }
}
