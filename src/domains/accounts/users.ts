import { eq } from 'drizzle-orm'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { assertOneScript, plainEmail } from './email/email-address.ts'
import { type UserRow, users } from './tables.ts'

/** Whether the install was set up. */
export const hasUsers = (tx: ReadTx): boolean => tx.row('select 1 from users limit 1') !== null

export const userById = (tx: ReadTx, id: string): UserRow | null =>
  tx.row<UserRow>('select * from users where id = ?', id)

/** The person who calls, for marks and days of their own; a key has none. */
export function personOf(tx: ReadTx, { user_id }: Pick<Caller, 'user_id'>): { id: string; time_zone: string } {
  const user = user_id === null ? null : userById(tx, user_id)
  return { id: user?.id ?? '', time_zone: user?.time_zone ?? 'UTC' }
}

/** Some accounts are older than the rule of one spelling for an address. */
export const userByEmail = (tx: ReadTx, email: string): UserRow | null =>
  tx.row<UserRow>('select * from users where email = ?', plainEmail(email)) ??
  tx.row<UserRow>('select * from users where email = ?', email.trim().toLowerCase())

type NewUser = {
  email: string
  name: string
  password_hash?: string | null
  status?: UserRow['status']
  platform_admin?: boolean
  /** True when a trusted person vouches for the address. */
  verified?: boolean
}

/** Adds a user; 409 when the address is taken, 422 when it imitates another. */
export function createUser(tx: Tx, given: NewUser): UserRow {
  assertOneScript(given.email)
  if (userByEmail(tx, given.email)) throw conflict('There is an account with this e-mail address.')
  const [made] = tx.orm
    .insert(users)
    .values({
      id: newId(),
      email: plainEmail(given.email),
      name: given.name,
      password_hash: given.password_hash ?? null,
      status: given.status ?? 'active',
      platform_admin: given.platform_admin ? 1 : 0,
      email_verified_at: given.verified ? tx.now : null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning()
    .all()
  return made!
}

export const setPassword = (tx: Tx, id: string, password_hash: string): number =>
  tx.run('update users set password_hash = ?, updated_at = ? where id = ?', password_hash, tx.now, id)

/** `locale`: null for that of their workspace. */
type NewProfile = Pick<UserRow, 'name' | 'time_zone'> & { locale: string | null }

export function setProfile(tx: Tx, id: string, { name, locale, time_zone }: NewProfile): void {
  const language = { locale: locale ?? 'en', own_locale: locale === null ? 0 : 1 }
  tx.orm
    .update(users)
    .set({ name, ...language, time_zone, updated_at: tx.now })
    .where(eq(users.id, id))
    .run()
}

/** Sessions, memberships and connected apps are deleted with the account. */
export const removeUser = (tx: Tx, id: string): number => tx.run('delete from users where id = ?', id)
