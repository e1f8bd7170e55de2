import type { ReadTx } from '../../kernel/database/database.ts'
import { type Listed, loosely, type Source, when } from '../../kernel/database/list.ts'
import { find, type Sought } from '../../kernel/database/search.ts'
import type { Searched } from '../../kernel/database/search-steps.ts'
import type { CreditKind, LedgerEntry } from './shapes.ts'

/** Filter of the ledger of a workspace. */
export type LinesSought = { tenant_id: string; q?: string; kind?: CreditKind; direction?: 'in' | 'out' }

/** Ledger lines as a list, in the order in which they were written. */
export const linesOf = ({ tenant_id, q, kind, direction }: LinesSought): Source & { sought: Sought } => ({
  select: '*',
  from: 'ledger',
  where: [
    when('tenant_id = ?', tenant_id),
    kind ? loosely('kind = ?', kind) : null,
    direction ? loosely('direction = ?', direction) : null,
  ],
  sought: { q, columns: ["coalesce(note, '')", 'reason'] },
  sorts: { created_at: 'id' },
})

export type LinesBehind = { after: string | null; dir: 'asc' | 'desc'; most: number }

/** The next lines after a given one, without a count of them all. */
export function linesBehind(
  tx: ReadTx,
  sought: LinesSought,
  { after, dir, most }: LinesBehind,
): Listed<LedgerEntry> | Searched<Listed<LedgerEntry>> {
  const all = linesOf(sought)
  const behind = after === null ? null : when(`id ${dir === 'asc' ? '>' : '<'} ?`, after)
  const source = { ...all, where: [...all.where, behind], sought: { ...all.sought, most }, total: 0 }
  return find<LedgerEntry>(tx, source, { page_size: most, dir })
}

/** The newest ledger lines of a workspace. */
export const newestLines = (tx: ReadTx, tenant_id: string, limit: number): LedgerEntry[] =>
  tx.rows('select * from ledger where tenant_id = ? order by id desc limit ?', tenant_id, limit)
