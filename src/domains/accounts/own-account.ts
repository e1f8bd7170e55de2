/**
 * An API key speaks in the name of the person who made it, and may be in other hands: a client's, a script's. An app acts
 * in a workspace. What they may do to that person's own account is bounded here.
 */
import { atLeast, type Caller, type Role } from '../../kernel/caller.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { forbidden } from '../../kernel/fault.ts'
import { userById } from './users.ts'

type Membership = { tenant_id: string; path: string; role: Role }

/** Whether the caller can do all that the person behind it can: a session can, a key for less than they have or an app cannot. */
export function isWholePerson(tx: ReadTx, caller: Caller): boolean {
  if (caller.via === 'session' || caller.platform) return true
  if (caller.via === 'oauth' || caller.user_id === null || userById(tx, caller.user_id)?.platform_admin) return false
  return membershipsOf(tx, caller.user_id).every(
    ({ path, role }) => path.startsWith(caller.path) && atLeast(caller.role, role),
  )
}

/** Throws 403 for a key that can do less than the person behind it, and for an app. */
export function assertWholePerson(tx: ReadTx, caller: Caller): void {
  if (isWholePerson(tx, caller)) return
  throw forbidden(
    caller.via === 'oauth'
      ? 'An app cannot do this for a person. Sign in to do it.'
      : 'This key can do less than the person who made it. Sign in to do this, or use a key of full rights.',
  )
}

/** Throws 403 for a key of a workspace that the person behind it only reaches from above, such as a client's. */
export function assertAtHome(tx: ReadTx, caller: Caller): void {
  if (caller.via === 'session' || caller.platform || caller.user_id === null) return
  if (membershipsOf(tx, caller.user_id).every(({ tenant_id }) => tenant_id !== caller.tenant_id))
    throw forbidden('This key is for a workspace that its maker is no member of. Sign in to change the profile.')
}

const membershipsOf = (tx: ReadTx, user_id: string): Membership[] =>
  tx.rows<Membership>(
    'select m.tenant_id, t.path, m.role from members m join tenants t on t.id = m.tenant_id where m.user_id = ?',
    user_id,
  )
