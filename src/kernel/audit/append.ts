import type { ReadTx, Tx } from '../database/database.ts'
import { AUDIT_COLUMNS, type AuditRow, linkOf, newSalts } from './chain.ts'

const INSERT = `insert into audit (${AUDIT_COLUMNS.join(', ')}, salts, hash)
  values (${Array(AUDIT_COLUMNS.length + 2)
    .fill('?')
    .join(', ')})`

/** Number and hash of the newest row; null while the trail is empty. */
export const newestLink = (tx: ReadTx): { seq: number; hash: Uint8Array | null } | null =>
  tx.row('select seq, hash from audit order by seq desc limit 1')

/** Writes a row and links it to the one before. Numbers have no gaps, since a rollback takes its row along. */
export function appendToChain(tx: Tx, row: Omit<AuditRow, 'seq'>): void {
  const { audit_key: by } = tx
  const last = newestLink(tx)
  const linked: AuditRow = { seq: (last?.seq ?? 0) + 1, ...row }
  const salts = newSalts()
  const previous = by && (linked.seq === by.from_seq ? by.start : (last?.hash ?? by.start))
  const hash = by && previous && linkOf(by.key, previous, linked, salts)
  tx.run(INSERT, ...AUDIT_COLUMNS.map((name) => linked[name]), salts, hash)
}
