/** Finds the caller of a secret. Every API call asks, so it is one statement. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller, Role } from '../../kernel/operation/caller.ts'
import { KEY_PER_DAY, KEY_PER_MINUTE } from '../../kernel/scheduling/limits.ts'
import { hashSecret, looksLikeSecret } from '../../kernel/secrets/ids.ts'
import { lacksFactor } from '../accounts/index.ts'
import { ACTS_AS, IS_PLATFORM } from './reach.ts'

/** The caller behind a key, and its call limits. */
export type KeyHolder = { caller: Caller; rate_per_min: number; rate_per_day: number }

type KeyWithHolder = {
  id: string
  tenant_id: string
  name: string
  acts_as: Role | null
  platform: number
  rate_per_min: number | null
  rate_per_day: number | null
  daily_credit_cap: number | null
  capped_with: string | null
  approval_above: number | null
  revoked_at: string | null
  path: string
  user_id: string
  approved: number
}

/**
 * The caller of a secret. Null for a secret that is unknown, revoked, of an archived workspace, or whose creator is
 * suspended or left the workspace. The key's role falls with its creator's.
 */
export function callerOfKey(tx: ReadTx, secret: string): KeyHolder | null {
  if (!looksLikeSecret('ipk', secret)) return null
  const key = tx.row<KeyWithHolder>(FIND, hashSecret(secret))
  if (!key?.acts_as) return null
  return {
    caller: {
      via: 'key',
      user_id: key.user_id,
      key_id: key.id,
      label: key.name,
      tenant_id: key.tenant_id,
      path: key.path,
      role: key.acts_as,
      platform: key.platform === 1,
      daily_credit_cap: key.daily_credit_cap,
      counts_as: key.capped_with ?? undefined,
      approval_above: key.approval_above,
      approved: key.approved === 1,
      ...(key.revoked_at !== null ? { ending: true } : {}),
      ...(lacksFactor(tx, key.user_id) ? { must_enrol: true } : {}),
    },
    rate_per_min: key.rate_per_min ?? KEY_PER_MINUTE,
    rate_per_day: key.rate_per_day ?? KEY_PER_DAY,
  }
}

const FIND = `select k.id, k.tenant_id, k.name, ${ACTS_AS} as acts_as, ${IS_PLATFORM} and u.platform_admin as platform,
    k.rate_per_min, k.rate_per_day, k.daily_credit_cap, k.capped_with, k.approval_above, k.revoked_at, t.path, u.id as user_id, u.status = 'active' as approved
  from api_keys k
    join tenants t on t.id = k.tenant_id
    join users u on u.id = k.created_by
  where k.hash = ?`
