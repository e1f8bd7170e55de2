import type { Tx } from '../../kernel/database/database.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import type { TenantRow } from './tables.ts'
import { assertPlace, below, idsOf, levelsOf, pathBelow } from './tree.ts'

/**
 * Moves a workspace and everything below it under another parent of the same tree. Throws 409 for a root, a cycle, an
 * archived parent, a parent in another tree (which has its own plan and credits), or a tree that gets too deep.
 */
export function moveTenant(tx: Tx, tenant: TenantRow, parent: TenantRow): void {
  if (parent.path.startsWith(tenant.path)) throw conflict('A workspace cannot be moved under itself.')
  if (tenant.parent_id === null) throw conflict('The workspace at the root of a tree cannot be moved.')
  if (idsOf(parent.path)[0] !== idsOf(tenant.path)[0]) throw conflict('A workspace cannot move to another agency.')
  assertPlace(tx, parent, levelsOf(tx, tenant.path))
  tx.run(
    'update tenants set path = ? || substr(path, ?), updated_at = ? where path >= ? and path < ?',
    pathBelow(parent, tenant.id),
    tenant.path.length + 1,
    tx.now,
    ...below(tenant.path),
  )
  tx.run('update tenants set parent_id = ? where id = ?', parent.id, tenant.id)
}
