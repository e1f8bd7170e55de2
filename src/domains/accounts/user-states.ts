/** What the platform admin decides of an account, and that one platform admin is always left who can sign in. */
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import { dropReset } from './password-resets.ts'
import { closeSessionsOf, renewSessionsOf } from './sessions.ts'
import type { UserRow } from './tables.ts'

type Status = UserRow['status']

/** Nobody may sign in or act for them from now on: their sessions are over, and a trigger ends the apps they connected. */
export function suspendUser(tx: Tx, user: UserRow): void {
  if (user.status === 'declined') throw conflict('This account was declined, so nobody can use it. Nothing is to stop.')
  keepAnAdmin(tx, user)
  shutOut(tx, user, 'suspended')
}

/** A suspended account is as it was; keys that were not revoked work again, apps have to be connected anew. */
export function activateUser(tx: Tx, user: UserRow): void {
  if (user.status === 'pending' || user.status === 'declined')
    throw conflict('This account waits for approval, or was declined. Approve it instead.')
  setStatus(tx, user, 'active')
}

/** An account that waits, or was declined, may act from now on. */
export function approveUser(tx: Tx, user: UserRow): void {
  if (user.status === 'suspended') throw conflict('This account is suspended. Activate it instead.')
  setStatus(tx, user, 'active')
}

/** An account that waits gets no approval: nobody can sign in to it. */
export function declineUser(tx: Tx, user: UserRow): void {
  if (user.status === 'active' || user.status === 'suspended')
    throw conflict('This account was approved before. Suspend it, or delete it.')
  shutOut(tx, user, 'declined')
}

/** Makes a user a platform admin, or no longer one. Their sessions get new tokens. */
export function setPlatformAdmin(tx: Tx, user: UserRow, wanted: boolean): void {
  if (wanted === (user.platform_admin === 1)) return
  if (!wanted) keepAnAdmin(tx, user)
  else if (user.status !== 'active') throw conflict('Only an active account can administer the platform.')
  else if (user.email_verified_at === null)
    throw conflict('The e-mail address of this account was never confirmed: whoever made it may know its password.')
  tx.run('update users set platform_admin = ?, updated_at = ? where id = ?', wanted ? 1 : 0, tx.now, user.id)
  renewSessionsOf(tx, user.id)
}

/** Throws 409 for the last platform admin who can sign in. Asked in the transaction of the change: two at once are none. */
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
