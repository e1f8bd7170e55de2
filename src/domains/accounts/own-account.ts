/**
 * Limits on what keys and apps may do to a person's own account: a key acts for its creator but may be in other hands,
 * such as a client's or a script's, and an app acts in one workspace.
 */

import type { ReadTx } from '../../kernel/database/database.ts'
import { atLeast, type Caller, isAtOwnDomain, type Role } from '../../kernel/operation/caller.ts'
import { forbidden } from '../../kernel/operation/fault.ts'
import { isBounded } from './member-rights.ts'
import { ownUser } from './profile.ts'
import type { UserRow } from './tables.ts'
import { userById } from './users.ts'

type Membership = { tenant_id: string; path: string; role: Role }

/**
 * Whether the caller has all rights of its person. True for a session without limits, and for one at an own domain if
 * they belong there and nowhere else; false for a key with fewer rights or a limit on credits, and for an app.
 */
export function isWholePerson(tx: ReadTx, caller: Caller): boolean {
  const { via, within, user_id } = caller
  if (caller.platform || (via === 'session' && within === undefined)) return true
  if (user_id === null || userById(tx, user_id)?.platform_admin) return false
  if (via !== 'session' && isBounded(caller)) return false
  const places = membershipsOf(tx, user_id)
  return places.length > 0 && places.every((place) => holds(caller, place))
}

const holds = (caller: Caller, { path, role }: Membership): boolean =>
  caller.via === 'session'
    ? path.startsWith(caller.within!)
    : path.startsWith(caller.path) && atLeast(caller.role, role)

/** Throws 403 for a key or a session with fewer rights than its person, and for an app. */
export function assertWholePerson(tx: ReadTx, caller: Caller): void {
  if (isWholePerson(tx, caller)) return
  const whys: Partial<Record<Caller['via'], string>> = {
    oauth: 'An app cannot do this for a person. Sign in to do it.',
    session:
      'You also belong to workspaces that this session does not reach. Sign in at the address of the install, with your password or a passkey.',
  }
  throw forbidden(
    whys[caller.via] ??
      'This key has fewer rights than the person who made it. Sign in to do this, or use a key with full rights.',
  )
}

/**
 * The person, to change how they sign in. 403 for a key with fewer rights than theirs, for an app, and always at an own
 * domain: what is added there would sign them in everywhere, and later too.
 */
export function userToSecure(tx: ReadTx, caller: Caller): UserRow {
  if (isAtOwnDomain(caller)) throw forbidden('Sign in at the address of the install to change how you sign in.')
  assertWholePerson(tx, caller)
  return ownUser(tx, caller)
}

/**
 * Throws 403 for a key of a workspace that its creator reaches only from above, such as a client's, and for a session
 * at an own domain when its person also belongs elsewhere.
 */
export function assertAtHome(tx: ReadTx, caller: Caller): void {
  if (caller.via === 'session') assertWholePerson(tx, caller)
  else if (caller.platform || caller.user_id === null) return
  else if (membershipsOf(tx, caller.user_id).every(({ tenant_id }) => tenant_id !== caller.tenant_id))
    throw forbidden('This key is for a workspace that its maker is no member of. Sign in to change the profile.')
}

const membershipsOf = (tx: ReadTx, user_id: string): Membership[] =>
  tx.rows<Membership>(
    'select m.tenant_id, t.path, m.role from members m join tenants t on t.id = m.tenant_id where m.user_id = ?',
    user_id,
  )
