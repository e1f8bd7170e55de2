import type { ReadTx } from '../../kernel/database/database.ts'

/** The roots of the trees to which a platform admin belongs: agencies that run the install for themselves. */
export function ownTrees(tx: ReadTx): Set<string> {
  const rows = tx.rows<{ id: string }>(
    `select distinct substr(t.path, 2, instr(substr(t.path, 2), '/') - 1) as id
     from users u cross join members m on m.user_id = u.id cross join tenants t on t.id = m.tenant_id
     where u.platform_admin = 1`,
  )
  return new Set(rows.map(({ id }) => id))
}
