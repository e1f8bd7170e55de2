import type { Tx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import type { TenantRow } from './tables.ts'
import { assertPlace, below, idsOf, levelsOf, pathBelow } from './tree.ts'

/**
 * Puts a workspace, and all that stands below it, under another parent of the same tree. 409 for a root, a cycle, a
 * parent that is archived or in another tree (its plan and its credits are another's), or a tree that gets too deep.
 */
export function moveTenant(tx: Tx, tenant: TenantRow, parent: TenantRow): void {
  if (parent.path.startsWith(tenant.path)) throw conflict('A workspace cannot stand under itself.')
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
