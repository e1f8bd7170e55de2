import type { Caller } from '../../kernel/caller.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { codeOf, conflict } from '../../kernel/fault.ts'
import { assertInUseAbove } from '../../kernel/in-use.ts'
import type { TenantRow } from './tables.ts'
import { isArchived } from './tree.ts'

/**
 * Archives or restores a workspace. Its keys stop, and what stands below it is hidden with it, for as long. 409 for one's
 * own, and for one that would stay hidden by another above it.
 */
export function setArchived(tx: Tx, caller: Caller, tenant: TenantRow, archived: boolean): void {
  if (!archived) assertInUseAbove(tx, tenant)
  if (archived === (tenant.archived_at !== null)) return
  if (archived) refuseOwn(caller, tenant)
  tx.run('update tenants set archived_at = ?, updated_at = ? where id = ?', archived ? tx.now : null, tx.now, tenant.id)
}

/** Whether the workspace, or one above it, is archived. */
export function isHidden(tx: ReadTx, id: string): boolean {
  const tenant = tx.row<{ path: string }>('select path from tenants where id = ?', id)
  return tenant !== null && isArchived(tx, tenant.path)
}

/** Deletes a workspace that nothing refers to but its members, keys and settings, which go along; else 409. */
export function removeEmpty(tx: Tx, caller: Caller, tenant: TenantRow): void {
  refuseOwn(caller, tenant)
  try {
    tx.run('delete from tenants where id = ?', tenant.id)
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_CONSTRAINT_FOREIGNKEY') throw error
    throw conflict(
      'The workspace is not empty: it has workspaces below it, jobs or a credit history. Archive it instead.',
    )
  }
}

/** Nobody saws off the branch they sit on. */
function refuseOwn(caller: Caller, tenant: TenantRow): void {
  if (!caller.path.startsWith(tenant.path)) return
  throw conflict(
    tenant.parent_id === null
      ? 'You are working in this workspace, and none stands above it: only a platform admin who works in another tree can do this. You can archive those below it.'
      : 'You are working in this workspace. Do this from the workspace above it.',
  )
}
