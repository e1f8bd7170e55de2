import { eq } from 'drizzle-orm'
import type { Static } from 'typebox'
import { judgeRole, roleIn, userById } from '../accounts/index.ts'
import { atLeast, type Caller, inTree, type Role } from '../kernel/caller.ts'
import type { ReadTx, Tx } from '../kernel/database.ts'
import { forbidden, notFound } from '../kernel/fault.ts'
import { hashSecret, newId, newSecret, prefixOf } from '../kernel/ids.ts'
import { below, findTenant, type TenantRow } from '../tenants/index.ts'
import { type ApiKey, KEY_COLUMNS, KEY_SOURCE } from './shapes.ts'
import { apiKeys, type KeyRow } from './tables.ts'

/** The key with this id in the caller's reach, or 404. */
export function findKey(tx: ReadTx, caller: Caller, id: string): KeyRow {
  const key = tx.row<KeyRow>('select * from api_keys where id = ?', id)
  if (!key || !inTree(tx, caller, key.tenant_id)) throw notFound('API key')
  return key
}

/** A key as the wire shows it. */
export const readKey = (tx: ReadTx, id: string): Static<typeof ApiKey> =>
  tx.row<Static<typeof ApiKey>>(`select ${KEY_COLUMNS} from ${KEY_SOURCE} where k.id = ?`, id)!

/** How many keys work in the workspaces at and below `path`. */
export const countKeys = (tx: ReadTx, path: string): number =>
  tx.row<{ n: number }>(
    `select count(*) as n from tenants t join api_keys k on k.tenant_id = t.id and k.status = 'active'
     where t.path >= ? and t.path < ?`,
    ...below(path),
  )!.n

type NewKey = {
  tenant_id: string
  name: string
  role: Role
  rate_per_min?: number | null
  rate_per_day?: number | null
  daily_credit_cap?: number | null
}

/** Makes a key and returns its secret, which is kept nowhere. 403 for a role above the caller's. */
export function createKey(tx: Tx, caller: Caller, given: NewKey): { id: string; secret: string } {
  judgeRole(caller, given.role)
  const tenant = findTenant(tx, caller, given.tenant_id)
  const secret = newSecret('ipk')
  const id = newId()
  tx.orm
    .insert(apiKeys)
    .values({
      ...given,
      id,
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

export type KeyChange = Partial<Omit<NewKey, 'tenant_id'>>

/**
 * Changes a key. 403 for a key or a role above the caller's, or above the key's maker. A key that stops being an owner's
 * loses the platform capability with that.
 */
export function changeKey(tx: Tx, caller: Caller, key: KeyRow, change: KeyChange): void {
  judgeRole(caller, key.role)
  const role = change.role ?? key.role
  const tenant = findTenant(tx, caller, key.tenant_id)
  let platform = key.platform
  if (role !== key.role) {
    judgeRole(caller, role)
    judgeMaker(tx, key, tenant, role)
    platform = carriesPlatform(tx, caller, tenant, role) && key.created_by === caller.user_id ? 1 : 0
  }
  tx.orm
    .update(apiKeys)
    .set({ ...change, role, platform })
    .where(eq(apiKeys.id, key.id))
    .run()
}

/** Stops a key for good. Twice is once. */
export function revokeKey(tx: Tx, id: string): void {
  tx.run("update api_keys set status = 'revoked', revoked_at = ? where id = ? and status = 'active'", tx.now, id)
}

/** Stops every key that a user made; says how many. */
export const revokeKeysOf = (tx: Tx, user_id: string): number =>
  tx.run(
    "update api_keys set status = 'revoked', revoked_at = ? where created_by = ? and status = 'active'",
    tx.now,
    user_id,
  )

/** Only an owner's key that the platform admin makes for the root workspace, which is their own, carries the capability. */
function carriesPlatform(tx: ReadTx, caller: Caller, tenant: TenantRow, role: Role): boolean {
  if (!caller.platform || role !== 'owner' || tenant.parent_id !== null) return false
  return caller.user_id !== null && roleIn(tx, caller.user_id, tenant.path) === 'owner'
}

/** A key never has a higher role than the person who made it, whoever changes it. */
function judgeMaker(tx: ReadTx, key: KeyRow, tenant: TenantRow, role: Role): void {
  const maker = key.created_by === null ? null : userById(tx, key.created_by)
  const highest = maker && (maker.platform_admin ? 'owner' : roleIn(tx, maker.id, tenant.path))
  if (!highest || !atLeast(highest, role))
    throw forbidden('A key cannot have a higher role than the person who made it.')
}
