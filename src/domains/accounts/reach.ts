/**
 * Limits the rights of accounts with an unverified address. The creator of such an account may know its password, so it
 * gets at most the rights that its creator could give, until the owner of the mailbox verifies the address.
 */

import type { ReadTx } from '../../kernel/database/database.ts'
import { atLeast, type Caller, type Role } from '../../kernel/operation/caller.ts'
import { pathOfTenant } from '../tenants/index.ts'
import { wasNeverEntered } from './never-entered.ts'
import type { UserRow } from './tables.ts'

/** The creator of an invitation or account, with their rights at the time: null and `owner` is the whole install. */
export type AccountCreator = { invited_by: string | null; invited_in: string | null; invited_as: Role | null }

export const makerOf = (caller: Caller): AccountCreator => ({
  invited_by: caller.user_id,
  invited_in: caller.platform ? null : caller.tenant_id,
  invited_as: caller.platform ? 'owner' : caller.role,
})

/** Whether an account may have the role in the workspace at `path`, as far as is known about it. */
export function isWithinReach(tx: ReadTx, user: UserRow, path: string, role: Role): boolean {
  if (user.email_verified_at !== null || wasNeverEntered(tx, user)) return true
  const { invited_in, invited_as } = user
  if (invited_as === null || !atLeast(invited_as, role)) return false
  if (invited_in === null) return true
  const from = pathOfTenant(tx, invited_in)
  return from !== null && path.startsWith(from)
}

export type UnverifiedAccount = {
  id: string
  email: string
  made_by: string | null
  created_at: string
  /** Rights beyond that. */
  places: { name: string; role: Role }[]
}

/** Accounts with more rights than `isWithinReach` allows today, because they got them before this rule. */
export function unprovedAccounts(tx: ReadTx): UnverifiedAccount[] {
  const rows = tx.rows<HeldRole>(HELD)
  const beyond = rows.filter((row) => !isWithinReach(tx, row, row.path, row.role))
  return [...Map.groupBy(beyond, ({ id }) => id).values()].map((of) => {
    const { id, email, made_by, created_at } = of[0]!
    return { id, email, made_by, created_at, places: of.map(({ place: name, role }) => ({ name, role })) }
  })
}

type HeldRole = UserRow & { made_by: string | null; path: string; place: string; role: Role }

/** Only where somebody may know the password: people of an identity provider have none, and it answers for them. */
const HELD = `select u.*, (select email from users maker where maker.id = u.invited_by) as made_by,
    t.path, t.name as place, m.role
  from users u join members m on m.user_id = u.id join tenants t on t.id = m.tenant_id
  where u.email_verified_at is null and u.password_hash is not null order by u.created_at, u.id, t.path`
