/** One-time links to choose a new password, one an account, for an hour. Kept by their hash. */
import { HOUR, plus, type Time } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/fault.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/ids.ts'
import { mayEnter } from './access.ts'
import { forgetPendingEmail } from './email-proofs.ts'
import { closeSessionsOf } from './sessions.ts'
import { forgiveTries } from './sign-in-throttle.ts'
import type { UserRow } from './tables.ts'
import { setPassword, userById } from './users.ts'

const LIFE = HOUR

/**
 * The address on `site` where the person chooses a new password, for an hour; an older one stops working. One that is
 * `mailed` proves the address that it goes to.
 */
export function createReset(
  tx: Tx,
  site: string,
  user: UserRow,
  { mailed }: { mailed: boolean },
): { link: string; expires_at: Time } {
  const token = newSecret('spw')
  const expires_at = plus(tx.now, LIFE)
  tx.run(
    `insert into password_resets (user_id, token_hash, mailed_to, expires_at) values (?, ?, ?, ?)
     on conflict (user_id) do update set token_hash = excluded.token_hash, mailed_to = excluded.mailed_to,
       expires_at = excluded.expires_at`,
    user.id,
    hashSecret(token),
    mailed ? user.email : null,
    expires_at,
  )
  return { link: `${site}/reset?token=${token}`, expires_at }
}

/** Whose password a link sets; null when it is unknown, used, too old, or of an account that nobody may enter. */
export function findReset(tx: ReadTx, token: string): { user: UserRow; mailed_to: string | null } | null {
  if (!looksLikeSecret('spw', token)) return null
  const found = tx.row<{ user_id: string; mailed_to: string | null }>(
    'select user_id, mailed_to from password_resets where token_hash = ? and expires_at > ?',
    hashSecret(token),
    tx.now,
  )
  const user = found && userById(tx, found.user_id)
  return user && mayEnter(user.status) ? { user, mailed_to: found.mailed_to } : null
}

/**
 * Uses a link up: the password is new, every session is over, and who asked for another address has to ask again. 404 for
 * a link that no longer works. What else acts for the person is ended by whoever calls this.
 */
export function useReset(tx: Tx, token: string, password_hash: string): UserRow {
  const found = findReset(tx, token)
  if (!found) throw notFound('link')
  const { user, mailed_to } = found
  dropReset(tx, user.id)
  setPassword(tx, user.id, password_hash)
  if (mailed_to === user.email)
    tx.run('update users set email_verified_at = coalesce(email_verified_at, ?) where id = ?', tx.now, user.id)
  forgetPendingEmail(tx, user.id)
  closeSessionsOf(tx, user.id)
  forgiveTries(tx, user.email, null)
  return userById(tx, user.id)!
}

/** Stops the link of an account. */
export const dropReset = (tx: Tx, user_id: string): number =>
  tx.run('delete from password_resets where user_id = ?', user_id)

/** Drops links that are too old; says how many. */
export const dropOldResets = (tx: Tx): number => tx.run('delete from password_resets where expires_at <= ?', tx.now)
