import type { ReadTx } from '../../kernel/database/database.ts'
import { type ListSource, looseCondition, when } from '../../kernel/database/list.ts'
import type { TextSearch } from '../../kernel/database/search.ts'
import type { CreditKind, LedgerLine } from './shapes.ts'

/** Filter of the ledger of a workspace. */
type LinesSought = { tenant_id: string; q?: string; kind?: CreditKind; direction?: 'in' | 'out' }

/**
 * Columns of a line with the name of its job, unless the job was deleted or moved away, and of the workspace at the other end of a
 * transfer where that is below. `l` is the table's name in the statement.
 */
export const lineColumns = (l: string): string =>
  `${l}.*, (select j.name from jobs j where j.id = ${l}.job_id and j.tenant_id = ${l}.tenant_id and j.deleted_at is null) as job_name,
   case when ${l}.reason = 'allocation' then (
     select t.name from ledger o join tenants t on t.id = o.tenant_id join tenants own on own.id = ${l}.tenant_id
     where o.group_id = ${l}.group_id and t.path > own.path and t.path < own.path || '~' limit 1) end as partner_name`

/** Ledger lines as a list, in the order in which they were written. */
export const linesOf = ({ tenant_id, q, kind, direction }: LinesSought): ListSource & { sought: TextSearch } => ({
  select: lineColumns('ledger'),
  from: 'ledger',
  where: [
    when('tenant_id = ?', tenant_id),
    kind ? looseCondition('kind = ?', kind) : null,
    direction ? looseCondition('direction = ?', direction) : null,
  ],
  sought: { q, columns: ["coalesce(note, '')", 'reason'] },
  sorts: { created_at: 'id' },
})

export const newestLines = (tx: ReadTx, tenant_id: string, limit: number): LedgerLine[] =>
  tx.rows(`select ${lineColumns('ledger')} from ledger where tenant_id = ? order by id desc limit ?`, tenant_id, limit)
