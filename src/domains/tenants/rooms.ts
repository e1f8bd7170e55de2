/** The share of the plan that a workspace may use. */
import type { Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, forbidden } from '../../kernel/operation/fault.ts'
import type { Rooms } from './shapes.ts'
import type { TenantRow } from './tables.ts'

/** Sets the share; null: the default share. @throws Fault for the root, and for a caller who is not above it */
export function giveRooms(tx: Tx, caller: Caller, { id, parent_id }: TenantRow, rooms: Rooms | null): void {
  if (parent_id === null)
    throw conflict('The root of the tree has the whole plan. Set the shares of the workspaces below it instead.')
  if (caller.tenant_id === id && !caller.platform)
    throw forbidden('Only an admin of the workspace above yours can change its share of the plan. Ask one of them.')
  tx.run('update tenants set rooms = ?, updated_at = ? where id = ?', rooms && JSON.stringify(rooms), tx.now, id)
}
