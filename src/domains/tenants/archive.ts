import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { assertInUseAbove } from '../../kernel/operation/archived-guard.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { codeOf, conflict } from '../../kernel/operation/fault.ts'
import type { TenantRow } from './tables.ts'

/**
 * Archives or restores a workspace. While it is archived, its keys stop and the workspaces below it are hidden too.
 * Throws 409 for the caller's own workspace, and for a restore below an archived workspace.
 */
export function setArchived(tx: Tx, caller: Caller, tenant: TenantRow, archived: boolean): void {
  if (!archived) assertInUseAbove(tx, tenant)
  if (archived === (tenant.archived_at !== null)) return
  if (archived) assertNotOwn(caller, tenant)
  tx.run('update tenants set archived_at = ?, updated_at = ? where id = ?', archived ? tx.now : null, tx.now, tenant.id)
}

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** The reason why a workspace cannot be deleted yet, in words; null where there is none. */
    ends_first: readonly ((tx: ReadTx, tenant_id: string) => string | null)[]
  }
}

/** Deletes a workspace together with its members, keys and settings. Throws 409 when anything else refers to it. */
export function removeEmpty(tx: Tx, app: Pick<Install, 'ends_first'>, caller: Caller, tenant: TenantRow): void {
  assertNotOwn(caller, tenant)
  for (const find of app.ends_first) {
    const why = find(tx, tenant.id)
    if (why) throw conflict(why)
  }
  try {
    tx.run('delete from tenants where id = ?', tenant.id)
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_CONSTRAINT_FOREIGNKEY') throw error
    throw conflict(
      'The workspace is not empty: it has workspaces below it, jobs, a credit history, standing pushes, deploy hooks or an own domain. Archive it instead.',
    )
  }
}

/** A caller who archived their own workspace could not restore it. */
function assertNotOwn(caller: Caller, tenant: TenantRow): void {
  if (!caller.path.startsWith(tenant.path)) return
  throw conflict(
    tenant.parent_id === null
      ? 'You are working in the workspace at the root of this tree: only a platform admin who works in another tree can do this. You can archive the workspaces below it.'
      : 'You are working in this workspace. Do this from the workspace above it.',
  )
}
