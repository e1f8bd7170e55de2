import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import type { LedgerEntry } from './shapes.ts'
import type { CreditRequestRow } from './tables.ts'

/** The ledger line with this id in the caller's reach, or 404. */
export function findEntry(tx: ReadTx, caller: Caller, id: string): LedgerEntry {
  const entry = tx.row<LedgerEntry>('select * from ledger where id = ?', id)
  if (!entry || !inTree(tx, caller, entry.tenant_id)) throw notFound('ledger entry')
  return entry
}

/** The pack request with this id in the caller's reach, or 404. */
export function findRequest(tx: ReadTx, caller: Caller, id: string): CreditRequestRow {
  const request = tx.row<CreditRequestRow>('select * from credit_requests where id = ?', id)
  if (!request || !inTree(tx, caller, request.tenant_id)) throw notFound('credit request')
  return request
}
