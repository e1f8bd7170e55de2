/** The audit trail as lines of JSON, the oldest first, for archives and auditors. */
import type { Word } from '../../kernel/audit/chain.ts'
import { lineOf } from '../../kernel/audit/export-lines.ts'
import { type LinkedRow, linkedRows, withPrevious } from '../../kernel/audit/verify.ts'
import { type Db, openForReading, type ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { type AuditQuery, spanOf } from './audit-trail.ts'

/** Fields of a platform admin's act that only the operator may read. */
const WITHHELD: readonly Word[] = ['actor', 'ip']

const CACHE_KB = 2048

/** Lines that are read through a connection of their own: a file of every row would fill the page cache of the others. */
export async function* onOwnConnection(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  lines: (read: Db['read']) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const own = openForReading(db.file, clock, CACHE_KB)
  try {
    yield* lines(own.read)
  } finally {
    own.close()
  }
}

/** `last` is the number of the last row that was read. */
type ExportStep = { lines: ExportLine[]; last: number }
export type ExportLine = { row: LinkedRow; text: string }

/** Rows above `after` that fit, among the next `limit` numbers; null at the end. */
export function exportStep(
  tx: ReadTx,
  caller: Caller,
  query: AuditQuery,
  after: number,
  limit: number,
): ExportStep | null {
  const { first, last } = spanOf(tx, { ...query, reader: caller.tenant_id })
  const from = Math.max(after, first - 1)
  if (from >= last) return null
  const known = new Map<string, boolean>()
  const isMine = (tenant_id: string | null) => {
    if (caller.platform) return true
    if (tenant_id === null) return false
    if (!known.has(tenant_id)) known.set(tenant_id, inTree(tx, caller, tenant_id))
    return known.get(tenant_id)!
  }
  const fits = (row: LinkedRow) =>
    row.seq <= last &&
    (query.action === undefined || row.action === query.action) &&
    (query.tenant_id === undefined || row.tenant_id === query.tenant_id) &&
    isMine(row.tenant_id as string | null)
  const rows = withPrevious(tx, linkedRows(tx, from, limit))
  const withheld = (row: LinkedRow) => (row.as_platform === 1 && !caller.platform ? WITHHELD : [])
  return { lines: rows.filter(fits).map((row) => ({ row, text: lineOf(row, withheld(row)) })), last: rows.at(-1)!.seq }
}

/** Whether the file holds every row of the trail. */
export const isComplete = (caller: Caller, { action, tenant_id, from, to }: AuditQuery): boolean =>
  caller.platform && !action && !tenant_id && !from && !to
