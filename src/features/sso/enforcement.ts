/** Providers that are required: whose password and passkey are refused, and when that may be switched on. */

import { isByProvider, removeSession, type UserRow, userById } from '../../domains/accounts/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { optionsOf } from './options.ts'
import { isConnected } from './people/identities.ts'
import type { ProviderRow } from './tables.ts'

const REQUIRED = 'select * from identity_providers where enforce = 1 and enabled = 1'

/** Whether some provider is required of the person. Platform admins who are connected to none stay local: they can switch it off. */
export function mustUseProvider(tx: ReadTx, user_id: string): boolean {
  const required = tx.remember('required providers', () => tx.rows<ProviderRow>(REQUIRED))
  if (required.length === 0) return false
  const user = userById(tx, user_id)
  return user !== null && required.some((provider) => isRequiredOf(tx, provider, user))
}

function isRequiredOf(tx: ReadTx, provider: ProviderRow, user: UserRow): boolean {
  if (user.platform_admin === 1 && (!isConnected(tx, user.id) || !hasWayBack(tx))) return false
  const { domains } = optionsOf(provider)
  return domains.length === 0 || domains.includes(user.email.slice(user.email.lastIndexOf('@') + 1))
}

/** A platform admin who can sign in without any provider: a password, a second factor, no connection. */
const hasWayBack = (tx: ReadTx): boolean =>
  tx.row(`select 1 from users u where u.platform_admin = 1 and u.status = 'active' and u.password_hash is not null
    and exists (select 1 from factors f where f.user_id = u.id and f.confirmed_at is not null)
    and not exists (select 1 from identities i where i.user_id = u.id) limit 1`) !== null

/** Throws 409 until a platform admin proved that the provider works, and a platform admin can sign in without it. */
export function assertMayEnforce(tx: ReadTx, provider: ProviderRow): void {
  if (!provider.enabled) throw conflict('This provider is off. Turn it on, and sign in through it once.')
  const since = plus(tx.now, -DAY)
  if (!tx.row(USED, provider.id, since))
    throw conflict(
      'No platform admin has signed in through this provider within 24 hours. Sign in through it, then require it.',
    )
  if (!hasWayBack(tx))
    throw conflict(
      'No platform admin could sign in without this provider. One of them needs a password, a second factor, and no connection to a provider.',
    )
}

const USED = `select 1 from identities i join users u on u.id = i.user_id
  where i.provider_id = ? and i.last_at > ? and u.platform_admin = 1 limit 1`

type LocalSession = UserRow & { session_id: string; methods: string }

/** Ends the sessions that a password or passkey opened, of people who must use the provider now; their number. */
export function endLocalSessions(tx: Tx, provider: ProviderRow): number {
  if (provider.enforce === 0 || provider.enabled === 0) return 0
  const local = tx.rows<LocalSession>(
    'select u.*, s.id as session_id, s.methods from sessions s join users u on u.id = s.user_id',
  )
  const ended = local.filter((one) => !isByProvider(one.methods) && isRequiredOf(tx, provider, one))
  for (const { session_id } of ended) removeSession(tx, session_id)
  return ended.length
}

/** Requires no provider any longer, or not this one; the names of those that were. Null when there is none of that name. */
export function releaseProviders(tx: Tx, named: string | null): string[] | null {
  const meant = '(?1 is null or id = ?1 or name = ?1)'
  if (named !== null && !tx.row(`select 1 from identity_providers where ${meant}`, named)) return null
  const rows = tx.rows<{ name: string }>(
    `select name from identity_providers where enforce = 1 and ${meant} order by name`,
    named,
  )
  tx.run(`update identity_providers set enforce = 0, updated_at = ?2 where enforce = 1 and ${meant}`, named, tx.now)
  return rows.map(({ name }) => name)
}
