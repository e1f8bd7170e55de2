/** Rights of a caller over members: roles to give, and people to send a link to set a password. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { atLeast, type Caller, inTree, isAtOwnDomain, type Role } from '../../kernel/operation/caller.ts'
import { forbidden } from '../../kernel/operation/fault.ts'
import { PLACES } from './member-counts.ts'
import { wasNeverEntered } from './never-entered.ts'
import type { UserRow } from './tables.ts'

/**
 * Whether the caller is an app, a key with a limit on credits or one that is being replaced, or a session at an own domain:
 * a person whom it adds would have no such limit.
 */
export const isBounded = (caller: Caller): boolean =>
  caller.via === 'oauth' ||
  caller.daily_credit_cap !== null ||
  typeof caller.approval_above === 'number' ||
  caller.ending === true ||
  isAtOwnDomain(caller)

/** Throws 403 for a role above the caller's own, and for a role with more rights than a bounded caller has. */
export function assertMayGive(caller: Caller, role: Role): void {
  assertRole(caller, role)
  if (isBounded(caller) && role !== 'client_viewer')
    throw forbidden(
      'Apps, API keys with a limit on credits or a replacement, and sessions at an own domain can only give the role client_viewer. Give this role in the web interface, at the address of the install.',
    )
}

/** Throws 403 for a role above the caller's own. */
export function assertRole(caller: Caller, role: Role): void {
  if (!caller.platform && !atLeast(caller.role, role))
    throw forbidden(`The role ${role} is above yours, which is ${caller.role}.`)
}

/**
 * Whether all of the person's workspaces are in the caller's reach. A platform admin is nobody's but the install's.
 * Somebody without a workspace is anybody's only as long as nobody was ever in the account. Workspaces elsewhere require
 * a verified address: otherwise anybody could create an account with another person's address, wait until it is invited
 * elsewhere, and get a link to set its password.
 */
export function isOurs(tx: ReadTx, caller: Caller, user: UserRow): boolean {
  if (caller.platform) return true
  if (user.platform_admin === 1) return false
  const places = tx.rows<{ tenant_id: string }>(`select tenant_id from ${PLACES} where user_id = ?`, user.id)
  if (places.length === 0) return wasNeverEntered(tx, user)
  return places.every(({ tenant_id }) => inTree(tx, caller, tenant_id))
}

/** Whether the caller may get a link to set the person's password: it gives all rights of the person, anywhere. */
export function mayInvite(tx: ReadTx, caller: Caller, user: UserRow): boolean {
  if (!wasNeverEntered(tx, user)) return false
  if (caller.platform) return true
  const roles = tx.rows<{ role: Role }>(`select role from ${PLACES} where user_id = ?`, user.id)
  return isOurs(tx, caller, user) && roles.every(({ role }) => atLeast(caller.role, role))
}
