/** Memberships not accepted yet. An invitation and its link end when its inviter loses the right to make it. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { atLeast, type Caller, type Role } from '../../../kernel/operation/caller.ts'
import { isArchived } from '../../tenants/index.ts'
import { roleIn } from '../access.ts'
import { type AccountCreator, makerOf } from '../reach.ts'
import { invitations } from '../tables.ts'

export type Invitation = AccountCreator & { tenant_id: string; user_id: string; role: Role; name: string; path: string }

const SELECT = 'select i.*, t.path from invitations i join tenants t on t.id = i.tenant_id where'

/** The person's open invitation to this workspace; null also when its inviter has lost the right to make it. */
export function invitationTo(tx: ReadTx, tenant_id: string, user_id: string): Invitation | null {
  const found = tx.row<Invitation>(`${SELECT} i.tenant_id = ? and i.user_id = ?`, tenant_id, user_id)
  return found && isOpen(tx, found) ? found : null
}

/** Writes an invitation, or updates role and inviter of the open one. */
export function writeInvitation(
  tx: Tx,
  caller: Caller,
  invited: Pick<Invitation, 'tenant_id' | 'user_id' | 'role' | 'name'>,
): void {
  const row = { ...invited, ...makerOf(caller) }
  tx.orm
    .insert(invitations)
    .values({ ...row, created_at: tx.now })
    .onConflictDoUpdate({ target: [invitations.tenant_id, invitations.user_id], set: row })
    .run()
}

/** Lowers the offered role. The inviter stays the same, because that person may still have the link. */
export const lowerInvitation = (tx: Tx, { tenant_id, user_id }: InvitationKey, role: Role): number =>
  tx.run('update invitations set role = ? where tenant_id = ? and user_id = ?', role, tenant_id, user_id)

/** Deletes an invitation and its link. */
export const dropInvitation = (tx: Tx, { tenant_id, user_id }: InvitationKey): number =>
  tx.run('delete from invitations where tenant_id = ? and user_id = ?', tenant_id, user_id)

/** Ends invitations that the person could no longer make, after they were removed or got a lower role. */
export function endInvitationsBy(tx: Tx, user_id: string): void {
  for (const one of tx.rows<Invitation>(`${SELECT} i.invited_by = ?`, user_id))
    if (!isStillAllowed(tx, one)) dropInvitation(tx, one)
}

export type Offer = { tenant_id: string; name: string; role: Role; by: string | null }

/** Open invitations of a person within a tree, newest first. */
export const offersTo = (tx: ReadTx, user_id: string, within = '/'): Offer[] =>
  tx
    .rows<Invitation & { workspace: string; by: string | null }>(
      `select i.*, t.path, t.name as workspace, maker.name as "by" from invitations i join tenants t on t.id = i.tenant_id
         left join users maker on maker.id = i.invited_by
       where i.user_id = ? order by i.created_at desc, i.tenant_id`,
      user_id,
    )
    .filter((one) => one.path.startsWith(within) && isOpen(tx, one))
    .map(({ tenant_id, workspace: name, role, by }) => ({ tenant_id, name, role, by }))

type InvitationKey = Pick<Invitation, 'tenant_id' | 'user_id'>

/** Whether it can be accepted now; an archived workspace takes nobody in. */
const isOpen = (tx: ReadTx, one: Invitation): boolean => !isArchived(tx, one.path) && isStillAllowed(tx, one)

/** Whether the inviter could still make the invitation; nobody could whom nobody knows. */
function isStillAllowed(tx: ReadTx, { invited_by, path, role }: Invitation): boolean {
  if (invited_by === null) return false
  const maker = tx.row<{ platform_admin: number }>(
    "select platform_admin from users where id = ? and status = 'active'",
    invited_by,
  )
  if (!maker) return false
  const own = maker.platform_admin ? 'owner' : roleIn(tx, invited_by, path)
  return own !== null && atLeast(own, role)
}
