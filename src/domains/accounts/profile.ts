import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { languageOfPerson } from '../tenants/index.ts'
import { pendingEmail } from './email/email-proofs.ts'
import { type Profile, secondFactorOf } from './shapes.ts'
import type { UserRow } from './tables.ts'
import { userById } from './users.ts'

/** The person behind the caller; 404 for the install itself. */
export function ownUser(tx: ReadTx, caller: Caller): UserRow {
  const user = caller.user_id === null ? null : userById(tx, caller.user_id)
  if (!user) throw notFound('profile')
  return user
}

export const ownProfile = (tx: ReadTx, caller: Caller): Static<typeof Profile> => profileOf(tx, ownUser(tx, caller))

/** Name of a person in letters. Empty for an unverified address, because a stranger may have chosen the name. */
export const nameInGreeting = ({ name, email_verified_at }: Pick<UserRow, 'name' | 'email_verified_at'>): string =>
  email_verified_at === null ? '' : name

/** Their own language, else that of their workspace. */
export const localeOf = (tx: ReadTx, user: UserRow): string => languageOfPerson(tx, user)

/** A user in the shape of their own profile. */
const profileOf = (tx: ReadTx, user: UserRow): Static<typeof Profile> => ({
  ...user,
  locale: localeOf(tx, user),
  own_locale: user.own_locale === 1,
  platform_admin: user.platform_admin === 1,
  second_factor: tx.row<{ second_factor: 'none' }>(`select ${secondFactorOf('?')} as second_factor`, user.id)!
    .second_factor,
  email_verified: user.email_verified_at !== null,
  pending_email: pendingEmail(tx, user.id),
})
