import type { ReadTx, Sync } from '../database/database.ts'
import type { Time } from '../time/clock.ts'
import { namedEnum } from './schema-names.ts'

/** Lowest to highest. */
export const ROLES = namedEnum('Role', ['client_viewer', 'member', 'admin', 'owner'])
export type Role = (typeof ROLES)[number]

export const WAYS_IN = namedEnum('WayIn', ['key', 'session', 'oauth', 'system'])

/** Ways to prove who a person is. Without a second factor it is the way they signed in. */
export const PROOF_METHODS = namedEnum('ProofMethod', ['password', 'code', 'passkey', 'provider'])
export type ProofMethod = (typeof PROOF_METHODS)[number]

/** The source of a request, for the audit trail. */
export type RequestOrigin = { ip: string | null; request_id: string }

/** The caller of an operation. A caller acts in one workspace and the tree below it. */
export type Caller = {
  via: (typeof WAYS_IN)[number]
  user_id: string | null
  /** The credential: an API key, or the connection of an app (`via: 'oauth'`). */
  key_id: string | null
  /** Shown in ledgers and audit: an e-mail address (and the app that acts for it), a key's name, `system`. */
  label: string
  /** Empty for a person who belongs to no workspace: see `isNowhere`. */
  tenant_id: string
  /** Path of that workspace in the tree (`/agency/…/own/`): every workspace whose path starts with it is in reach. */
  path: string
  role: Role
  platform: boolean
  /** The ceiling of a key or a connected app on credits a day, UTC. */
  daily_credit_cap: number | null
  /** The key whose use is counted together with this one's, because it made it. */
  counts_as?: string
  /** The most credits that one order may reserve without approval; null or absent for any number. */
  approval_above?: number | null
  /** The key is being replaced and ends within a day. */
  ending?: true
  /** The program that acts, as far as it is known. */
  app?: string
  /** The session's id (hash of its cookie), for `via: 'session'`. */
  session_id?: string
  /** How a person with a session proves who they are, and until when they have. */
  proof?: { until: Time; by: readonly ProofMethod[] }
  /** A rule asks the person for a second factor, and they have none: only their own account is open. */
  must_enrol?: true
  /** A platform admin who views the workspace as its admin, or somebody who looks around in sample data: only reads. */
  viewing?: true | 'sample'
  /** Path of the workspace at whose own domain the request came in: nothing outside that tree is in reach. */
  within?: string
  /** False until the account is approved. */
  approved: boolean
}

/** Runs reads in one transaction, as this caller. */
export type Reading = <T>(work: (tx: ReadTx, caller: Caller) => Sync<T>) => T

/** Whether `role` is at least `least`. */
export const atLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

export const higher = (a: Role, b: Role): Role => (atLeast(a, b) ? a : b)

/** The lower of two roles. */
export const lower = (a: Role, b: Role): Role => (atLeast(a, b) ? b : a)

/** Whether the workspace is the caller's own or below it (any workspace, for a platform admin). */
export function inTree(tx: ReadTx, caller: Caller, tenant_id: string): boolean {
  if (tenant_id === caller.tenant_id) return true
  const found = tx.row<{ path: string }>('select path from tenants where id = ?', tenant_id)
  return found !== null && (caller.platform || found.path.startsWith(caller.path))
}

/**
 * SQL for "in a workspace within reach of the caller", for lists: `where ${sql}` with `params`.
 * A path range, so the tree is found by index.
 */
export function treeOf(caller: Caller, column = 'tenant_id'): { sql: string; in_order: string; params: string[] } {
  const tree = `${column} in (select id from tenants where path >= ? and path < ?)`
  return {
    sql: tree,
    in_order: `+${tree}`,
    params: [caller.platform ? '/' : caller.path, caller.platform ? '0' : `${caller.path}~`],
  }
}

/** Replaces the workspace of a person without one: a path that no workspace is below. */
export const NOWHERE = { tenant_id: '', path: '//' } as const

/** Whether the session was opened at an own domain and is limited to it. */
export const isAtOwnDomain = ({ via, within }: Caller): boolean => via === 'session' && within !== undefined

/** Whether the caller belongs to no workspace: only their own account is theirs then. */
export const isNowhere = (caller: Caller): boolean => caller.tenant_id === NOWHERE.tenant_id && caller.via === 'session'

/** The agency and the workspace that take turns with others. */
export const partyOf = ({ path, tenant_id }: Caller) => ({ agency: path.split('/')[1] ?? '', workspace: tenant_id })

/** The install itself: tasks and commands. */
export const systemCaller = (tenant_id: string, path = '/'): Caller => ({
  via: 'system',
  user_id: null,
  key_id: null,
  label: 'system',
  tenant_id,
  path,
  role: 'owner',
  platform: true,
  daily_credit_cap: null,
  approved: true,
})
