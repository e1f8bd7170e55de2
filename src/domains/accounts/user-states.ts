/** Decisions of the platform admin about an account. One platform admin who can sign in always remains. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { dropReset } from './passwords/password-resets.ts'
import { closeSessionsOf } from './sign-in/session-store.ts'
import { renewSessionsOf } from './sign-in/sessions.ts'
import type { UserRow } from './tables.ts'

type Status = UserRow['status']

/** Blocks sign-in and ends the sessions. A trigger ends the apps that the person connected. */
export function suspendUser(tx: Tx, user: UserRow): void {
  if (user.status === 'declined')
    throw conflict('This account was declined, so nobody can use it. There is nothing to suspend.')
  keepAnAdmin(tx, user)
  shutOut(tx, user, 'suspended')
}

/** Restores a suspended account; keys that were not revoked work again, apps have to be connected again. */
export function activateUser(tx: Tx, user: UserRow): void {
  if (user.status === 'pending' || user.status === 'declined')
    throw conflict('This account waits for approval, or was declined. Approve it instead.')
  setStatus(tx, user, 'active')
}

/** Approves an account that waits or was declined. */
export function approveUser(tx: Tx, user: UserRow): void {
  if (user.status === 'suspended') throw conflict('This account is suspended. Activate it instead.')
  setStatus(tx, user, 'active')
}

/** Declines an account that waits: nobody can sign in to it. */
export function declineUser(tx: Tx, user: UserRow): void {
  if (user.status === 'active' || user.status === 'suspended')
    throw conflict('This account was approved before. Suspend it, or delete it.')
  shutOut(tx, user, 'declined')
}

/** Makes a user a platform admin, or removes that right. Their sessions get new tokens. */
export function setPlatformAdmin(tx: Tx, user: UserRow, wanted: boolean): void {
  if (wanted === (user.platform_admin === 1)) return
  if (!wanted) keepAnAdmin(tx, user)
  else if (user.status !== 'active') throw conflict('Only an active account can administer the platform.')
  else if (user.email_verified_at === null)
    throw conflict(
      'The e-mail address of this account was never verified, so the person who created the account may know its password. Have the address verified first.',
    )
  tx.run('update users set platform_admin = ?, updated_at = ? where id = ?', wanted ? 1 : 0, tx.now, user.id)
  renewSessionsOf(tx, user.id)
}

/** Throws 409 for the last platform admin who can sign in. Call it with the change, so that two cannot both go. */
export function keepAnAdmin(tx: ReadTx, { id, platform_admin, status }: UserRow): void {
  if (platform_admin === 0 || status !== 'active') return
  const other = tx.row(
    `select 1 from users where platform_admin = 1 and status = 'active' and password_hash is not null and id <> ? limit 1`,
    id,
  )
  if (!other) throw conflict('This is the last platform admin of this install. Make someone else one first.')
}

function shutOut(tx: Tx, user: UserRow, status: Status): void {
  setStatus(tx, user, status)
  closeSessionsOf(tx, user.id)
  dropReset(tx, user.id)
}

function setStatus(tx: Tx, user: UserRow, status: Status): void {
  if (user.status === status) return
  tx.run('update users set status = ?, updated_at = ? where id = ?', status, tx.now, user.id)
}
