/** One-time links to choose a password, valid for an hour and stored as hashes. Several work until one is used. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { HOUR, plus, type Time } from '../../../kernel/time/clock.ts'
import { mayEnter } from '../access.ts'
import { forgetPendingEmail } from '../email/email-proofs.ts'
import { rowOfLink } from '../one-time-links.ts'
import { closeSessionsOf } from '../sign-in/session-store.ts'
import { forgiveTries } from '../sign-in/sign-in-throttle.ts'
import { passwordResets, type UserRow } from '../tables.ts'
import { setPassword, userById } from '../users.ts'

const LIFE = HOUR

/** Valid links for one mailbox at a time. */
const MOST_WAITING = 3

/** Whether the account has its maximum of links, so that another request needs no letter. */
export const hasResets = (tx: ReadTx, user_id: string): boolean =>
  tx.number(
    'select count(*) from password_resets where user_id = ? and mailed_to is not null and expires_at > ?',
    user_id,
    tx.now,
  ) >= MOST_WAITING

/**
 * The address where the person chooses a new password, valid for an hour. It is always on the install's own address,
 * because the owner of another domain could read the token. A link that was `mailed` verifies its address.
 */
export function createReset(
  tx: Tx,
  { site_url }: Pick<Config, 'site_url'>,
  user: UserRow,
  { mailed }: { mailed: boolean },
): { link: string; expires_at: Time } {
  const token = newSecret('spw')
  const expires_at = plus(tx.now, LIFE)
  tx.orm
    .insert(passwordResets)
    .values({ token_hash: hashSecret(token), user_id: user.id, mailed_to: mailed ? user.email : null, expires_at })
    .run()
  return { link: `${site_url}/reset?token=${token}`, expires_at }
}

type Reset = { user_id: string; mailed_to: string | null }

/** The account of a link; null when it is unknown, used, expired, sent to an earlier address, or the account is closed. */
export function findReset(tx: ReadTx, token: string): { user: UserRow; mailed_to: string | null } | null {
  const found = rowOfLink<Reset>(tx, 'user_id, mailed_to from password_resets', 'spw', token)
  const user = found && userById(tx, found.user_id)
  if (!user || !mayEnter(user.status)) return null
  const { mailed_to } = found
  return mailed_to === null || mailed_to === user.email ? { user, mailed_to } : null
}

/**
 * Uses a link: sets the password, ends every session, and forgets a requested new address. 404 for a link that no
 * longer works. The caller ends keys and apps of the person.
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

export const dropReset = (tx: Tx, user_id: string): number =>
  tx.run('delete from password_resets where user_id = ?', user_id)
