/** Memberships that wait for a yes. Each ends with the rights of whoever made it, and its link with it. */
import { atLeast, type Caller, type Role } from '../../kernel/caller.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { roleIn } from './access.ts'
import { type Maker, makerOf } from './reach.ts'

export type Invitation = Maker & { tenant_id: string; user_id: string; role: Role; name: string; path: string }

const SELECT = 'select i.*, t.path from invitations i join tenants t on t.id = i.tenant_id where'

/** What waits for this person in this workspace; null also when whoever made it could not make it any more. */
export function invitationTo(tx: ReadTx, tenant_id: string, user_id: string): Invitation | null {
  const found = tx.row<Invitation>(`${SELECT} i.tenant_id = ? and i.user_id = ?`, tenant_id, user_id)
  return found && stands(tx, found) ? found : null
}

/** Writes an invitation, or another role and maker into the one that waits already. */
export function writeInvitation(
  tx: Tx,
  caller: Caller,
  { tenant_id, user_id, role, name }: Pick<Invitation, 'tenant_id' | 'user_id' | 'role' | 'name'>,
): void {
  const { invited_by, invited_in, invited_as } = makerOf(caller)
  tx.run(
    `insert into invitations (tenant_id, user_id, role, name, invited_by, invited_in, invited_as, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (tenant_id, user_id) do update set role = excluded.role, name = excluded.name,
       invited_by = excluded.invited_by, invited_in = excluded.invited_in, invited_as = excluded.invited_as`,
    tenant_id,
    user_id,
    role,
    name,
    invited_by,
    invited_in,
    invited_as,
    tx.now,
  )
}

/** A lower role than was offered. Whoever holds the link goes on to be who made it. */
export const lowerInvitation = (tx: Tx, { tenant_id, user_id }: Place, role: Role): number =>
  tx.run('update invitations set role = ? where tenant_id = ? and user_id = ?', role, tenant_id, user_id)

/** Takes an invitation back, and its link. */
export const dropInvitation = (tx: Tx, { tenant_id, user_id }: Place): number =>
  tx.run('delete from invitations where tenant_id = ? and user_id = ?', tenant_id, user_id)

/** Ends what a person invited to, as far as they could no longer do so: they were removed, or can do less. */
export function endInvitationsBy(tx: Tx, user_id: string): void {
  for (const one of tx.rows<Invitation>(`${SELECT} i.invited_by = ?`, user_id))
    if (!stands(tx, one)) dropInvitation(tx, one)
}

export type Offer = { tenant_id: string; name: string; role: Role; by: string | null }

/** What waits for a person's yes, the newest first. */
export const offersTo = (tx: ReadTx, user_id: string): Offer[] =>
  tx
    .rows<Invitation & { workspace: string; by: string | null }>(
      `select i.*, t.path, t.name as workspace, maker.name as "by" from invitations i join tenants t on t.id = i.tenant_id
         left join users maker on maker.id = i.invited_by
       where i.user_id = ? order by i.created_at desc, i.tenant_id`,
      user_id,
    )
    .filter((one) => stands(tx, one))
    .map(({ tenant_id, workspace: name, role, by }) => ({ tenant_id, name, role, by }))

type Place = Pick<Invitation, 'tenant_id' | 'user_id'>

/** Whether whoever made it could make it still. Of invitations from before this was kept nobody knows who did. */
function stands(tx: ReadTx, { invited_by, path, role }: Invitation): boolean {
  if (invited_by === null) return true
  const maker = tx.row<{ platform_admin: number }>(
    "select platform_admin from users where id = ? and status = 'active'",
    invited_by,
  )
  if (!maker) return false
  const own = maker.platform_admin ? 'owner' : roleIn(tx, invited_by, path)
  return own !== null && atLeast(own, role)
}
