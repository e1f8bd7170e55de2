import { eq } from 'drizzle-orm'
import type { Static } from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { atLeast, type Caller, type Role, systemCaller } from '../../kernel/operation/caller.ts'
import { conflict, forbidden } from '../../kernel/operation/fault.ts'
import { hashSecret, newId, newSecret, prefixOf } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { assertRole, roleIn, userById } from '../accounts/index.ts'
import { below, findTenant, inReach, type TenantRow } from '../tenants/index.ts'
import { assertWithinBounds, boundsOf, inherited } from './bounds.ts'
import { ACTS_AS } from './reach.ts'
import { type ApiKey, KEY_COLUMNS, KEY_SOURCE } from './shapes.ts'
import { apiKeys, type KeyRow } from './tables.ts'

/** The key with this id in the caller's reach, or 404. */
export const findKey = (tx: ReadTx, caller: Caller, id: string): KeyRow =>
  inReach(tx, caller, tx.row<KeyRow>('select * from api_keys where id = ?', id), 'API key')

/** A key in the shape of the API. */
export const readKey = (tx: ReadTx, id: string): Static<typeof ApiKey> =>
  tx.row<Static<typeof ApiKey>>(`select ${KEY_COLUMNS} from ${KEY_SOURCE} where k.id = ?`, id)!

/**
 * Number of active keys in the workspaces at and below `path`. One key that is being replaced does not count, so that
 * every plan has room to change a key; further ones count.
 */
export const countKeys = (tx: ReadTx, path: string): number =>
  tx.number(
    `select count(*) - coalesce(max(k.revoked_at is not null), 0)
     from tenants t join api_keys k on k.tenant_id = t.id left join users u on u.id = k.created_by
     where t.path >= ? and t.path < ? and k.status = 'active' and ${ACTS_AS} is not null`,
    ...below(path),
  )

type NewKey = {
  tenant_id: string
  name: string
  role: Role
  rate_per_min?: number | null
  rate_per_day?: number | null
  daily_credit_cap?: number | null
  approval_above?: number | null
}

/** The first key of an install, with all rights of the person who set it up. */
export const createSetupKey = (tx: Tx, caller: Caller): string =>
  createKey(tx, caller, { tenant_id: caller.tenant_id, name: 'Set-up', role: 'owner' }).secret

/**
 * Creates a key and returns its secret, which is not stored. 403 for a role or a limit above the caller's, and for an
 * app. A key with a daily credit limit shares it with the keys that it creates.
 */
export function createKey(tx: Tx, caller: Caller, given: NewKey): { id: string; secret: string } {
  if (caller.via === 'oauth')
    throw forbidden(
      'An app cannot create API keys: they would work after it is disconnected, and beyond its daily cap. Sign in and create the key yourself.',
    )
  assertRole(caller, given.role)
  const bounds = boundsOf(tx, caller)
  assertWithinBounds(bounds, given)
  const tenant = findTenant(tx, caller, given.tenant_id)
  const secret = newSecret('ipk')
  const id = newId()
  tx.orm
    .insert(apiKeys)
    .values({
      ...given,
      ...inherited(bounds, given),
      id,
      capped_with: bounds.daily_credit_cap === null ? null : (caller.counts_as ?? caller.key_id),
      created_by: caller.user_id,
      hash: hashSecret(secret),
      prefix: prefixOf(secret),
      platform: carriesPlatform(tx, caller, tenant, given.role) ? 1 : 0,
      status: 'active',
      created_at: tx.now,
    })
    .run()
  return { id, secret }
}

type KeyChange = Partial<Omit<NewKey, 'tenant_id'>>

/**
 * Changes a key. 403 for a key, a role or a limit above the caller's, or a role above the creator's. A key that is no
 * longer an owner's loses the platform capability. A key whose limit is set by a caller without one gets a limit of its
 * own, no longer shared.
 */
export function changeKey(tx: Tx, caller: Caller, key: KeyRow, change: KeyChange): void {
  assertMayChange(caller, key)
  const bounds = boundsOf(tx, caller)
  assertWithinBounds(bounds, change, key)
  const isFreed = change.daily_credit_cap !== undefined && bounds.daily_credit_cap === null
  const role = change.role ?? key.role
  const tenant = findTenant(tx, caller, key.tenant_id)
  let platform = key.platform
  if (role !== key.role) {
    assertRole(caller, role)
    assertMaker(tx, key, tenant, role)
    platform = carriesPlatform(tx, caller, tenant, role) && key.created_by === caller.user_id ? 1 : 0
  }
  tx.orm
    .update(apiKeys)
    .set({ ...change, role, platform, ...(isFreed && { capped_with: null }) })
    .where(eq(apiKeys.id, key.id))
    .run()
}

/** How long a replaced key works beside its replacement. */
const OVERLAP = DAY

/**
 * Lets a key work for one more day beside its replacement, and returns the fields that the new key inherits.
 * `revoked_at` of an active key is the end of that day. 409 for a key that is revoked or being replaced.
 */
export function replaceKey(tx: Tx, caller: Caller, id: string): NewKey {
  const key = findKey(tx, caller, id)
  assertMayChange(caller, key)
  if (key.status === 'revoked') throw conflict('The key to replace is revoked. Make a new one without `replaces`.')
  if (key.revoked_at !== null)
    throw conflict('The key is being replaced already. Use its replacement, or create a key without `replaces`.', {
      revoked_at: key.revoked_at,
    })
  tx.run('update api_keys set revoked_at = ? where id = ?', plus(tx.now, OVERLAP), id)
  const { tenant_id, name, role, rate_per_min, rate_per_day, daily_credit_cap, approval_above } = key
  return { tenant_id, name, role, rate_per_min, rate_per_day, daily_credit_cap, approval_above }
}

/** Throws 403 for a key with more rights than the caller. Every admin may revoke any key: it may have leaked. */
export function assertMayChange(caller: Caller, key: Pick<KeyRow, 'role' | 'platform'>): void {
  assertRole(caller, key.role)
  if (key.platform === 1 && !caller.platform)
    throw forbidden(
      'This key has the rights of the platform admin: only a platform admin can change it. You can revoke it.',
    )
}

/** Revokes the keys whose replacement is complete; returns their number. */
export function revokeReplaced(tx: Tx): number {
  const ended = tx.rows<{ id: string; tenant_id: string }>(
    "update api_keys set status = 'revoked' where status = 'active' and revoked_at <= ? returning id, tenant_id",
    tx.now,
  )
  for (const { id, tenant_id } of ended)
    writeAudit(tx, systemCaller(tenant_id), {
      action: 'revoke_api_key',
      tenant_id,
      target: id,
      before: { status: 'active' },
      after: { status: 'revoked' },
      ip: null,
      request_id: null,
    })
  return ended.length
}

/** Revokes a key permanently. Repeating it changes nothing. */
export function revokeKey(tx: Tx, id: string): void {
  tx.run("update api_keys set status = 'revoked', revoked_at = ? where id = ? and status = 'active'", tx.now, id)
}

/** Revokes every key that a user created; returns their number. */
export const revokeKeysOf = (tx: Tx, user_id: string): number =>
  tx.run(
    "update api_keys set status = 'revoked', revoked_at = ? where created_by = ? and status = 'active'",
    tx.now,
    user_id,
  )

/** Only an owner's key that the platform admin creates for their own root workspace has the capability. */
function carriesPlatform(tx: ReadTx, caller: Caller, tenant: TenantRow, role: Role): boolean {
  if (!caller.platform || role !== 'owner' || tenant.parent_id !== null) return false
  return caller.user_id !== null && roleIn(tx, caller.user_id, tenant.path) === 'owner'
}

/** No caller can raise a key above the role of its creator. */
function assertMaker(tx: ReadTx, key: KeyRow, tenant: TenantRow, role: Role): void {
  const maker = key.created_by === null ? null : userById(tx, key.created_by)
  const highest = maker && (maker.platform_admin ? 'owner' : roleIn(tx, maker.id, tenant.path))
  if (!highest || !atLeast(highest, role))
    throw forbidden('A key cannot have a higher role than the person who made it.')
}

export const removeKey = (tx: Tx, id: string): number => tx.run('delete from api_keys where id = ?', id)
