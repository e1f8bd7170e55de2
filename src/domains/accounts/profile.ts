import type { Static } from 'typebox'
import type { Caller } from '../../kernel/caller.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/fault.ts'
import { pendingEmail } from './email-proofs.ts'
import type { Profile } from './shapes.ts'
import type { UserRow } from './tables.ts'
import { userById } from './users.ts'

/** The person behind the caller; 404 for the appliance itself. */
export function ownUser(tx: ReadTx, caller: Caller): UserRow {
  const user = caller.user_id === null ? null : userById(tx, caller.user_id)
  if (!user) throw notFound('profile')
  return user
}

export const ownProfile = (tx: ReadTx, caller: Caller): Static<typeof Profile> => profileOf(tx, ownUser(tx, caller))

/** A user as the person sees themself. */
export const profileOf = (tx: ReadTx, user: UserRow): Static<typeof Profile> => ({
  ...user,
  platform_admin: user.platform_admin === 1,
  email_verified: user.email_verified_at !== null,
  pending_email: pendingEmail(tx, user.id),
})

/** The language tag in its one spelling (BCP 47), or null. */
export function asLocale(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}
