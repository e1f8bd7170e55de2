/** One-time links that verify an e-mail address, stored as hashes. Using the link gives the account the address. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { text } from '../../../kernel/language/say.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { rowOfLink } from '../one-time-links.ts'
import { emailProofs, type UserRow } from '../tables.ts'
import { userByEmail, userById } from '../users.ts'

const LIFE = DAY

/** The address on `site` where the user verifies `email`, valid for a day. An older one stops working. */
export function createEmailProof(tx: Tx, site: string, user_id: string, email: string): string {
  const token = newSecret('spv')
  const proof = { token_hash: hashSecret(token), email, expires_at: plus(tx.now, LIFE) }
  tx.orm
    .insert(emailProofs)
    .values({ ...proof, user_id })
    .onConflictDoUpdate({ target: emailProofs.user_id, set: proof })
    .run()
  return `${site}/verify?token=${token}`
}

/** The new address that the user requested and has not verified yet. */
export const pendingEmail = (tx: ReadTx, user_id: string): string | null =>
  tx.row<{ email: string }>(
    'select p.email from email_proofs p join users u on u.id = p.user_id where p.user_id = ? and p.expires_at > ? and p.email <> u.email',
    user_id,
    tx.now,
  )?.email ?? null

/** The user and address of a link, or null when it is unknown, used or expired. */
export function findEmailProof(tx: ReadTx, token: string): { user: UserRow; email: string } | null {
  const found = rowOfLink<{ user_id: string; email: string }>(tx, 'user_id, email from email_proofs', 'spv', token)
  const user = found && userById(tx, found.user_id)
  return user && { user, email: found.email }
}

/** Uses a link: the address is the user's now, and verified. 409 when another account has it meanwhile. */
export function proveEmail(tx: Tx, { user, email }: { user: UserRow; email: string }): UserRow {
  const other = userByEmail(tx, email)
  if (other && other.id !== user.id)
    throw conflict(text('Another account has this e-mail address now. Use another address.'))
  tx.run('delete from email_proofs where user_id = ?', user.id)
  tx.run('update users set email = ?1, email_verified_at = ?2, updated_at = ?2 where id = ?3', email, tx.now, user.id)
  return userById(tx, user.id)!
}

/** Forgets the requested new address; a link that verifies the present one still works. */
export const forgetPendingEmail = (tx: Tx, user_id: string): number =>
  tx.run('delete from email_proofs where user_id = ?1 and email <> (select email from users where id = ?1)', user_id)
