/** Records a provider's answers at the provider and in the audit trail. A silent provider is not asked for a while. */

import { logFailedSignIn } from '../../domains/accounts/index.ts'
import { type Said, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { networkOf } from '../../kernel/web-fetch/addresses.ts'
import { ProviderDown, SsoRefused, Unverified } from './protocol/refused.ts'
import type { ProviderRow } from './tables.ts'

/** All that the provider is waited for in one request, so that the page answers within 12 seconds. */
export const PATIENCE = 9 * SECOND
const LEFT_ALONE = 30 * SECOND

/**
 * Runs work that asks the provider. Fails at once after people of two networks saw it down: what one alone sees may be
 * their own doing.
 */
export async function guarded<T>(
  app: App,
  provider: ProviderRow,
  ip: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const { id, name } = provider
  const down = app.db.read((tx) =>
    tx.row('select 1 from identity_providers where id = ? and down_until > ?', id, tx.now),
  )
  if (down) throw new SsoRefused('unreachable', silent(name))
  try {
    const done = await work()
    app.db.write((tx) =>
      tx.run('update identity_providers set last_ok_at = ?, down_until = null where id = ?', tx.now, id),
    )
    return done
  } catch (error) {
    if (!(error instanceof SsoRefused) || error.reason === 'denied') throw error
    const is_down = error instanceof ProviderDown && isSeenTwice(app, id, networkOf(ip ?? ''))
    app.db.write((tx) => {
      const until = is_down ? plus(tx.now, LEFT_ALONE) : null
      const sql =
        'update identity_providers set last_error = ?, last_error_at = ?, down_until = coalesce(?, down_until) where id = ?'
      return tx.run(sql, detailOf(error).slice(0, 300), tx.now, until, id)
    })
    throw error.reason === 'unreachable' ? new SsoRefused('unreachable', silent(name)) : error
  }
}

/** The network that last saw a provider down. In memory, since it counts for half a minute. */
type Witness = { network: string; at: Time }
const seen = new WeakMap<object, Map<string, Witness>>()

function witnesses({ db }: App): Map<string, Witness> {
  const known = seen.get(db) ?? new Map<string, Witness>()
  seen.set(db, known)
  return known
}

function isSeenTwice(app: App, id: string, network: string): boolean {
  const now = app.clock.now()
  const last = witnesses(app).get(id)
  witnesses(app).set(id, { network, at: now })
  return last !== undefined && last.network !== network && plus(last.at, LEFT_ALONE) > now
}

const silent = (name: string): Said =>
  said('{name} does not answer right now. Try again in a minute, or sign in another way.', { name })

/** The text for the admins of the provider. */
export const detailOf = (error: SsoRefused): string => (error instanceof Unverified ? error.detail : error.message)

/** Writes a refused sign-in to the audit trail, under the reason and never with a code or a token. */
export function noteRefusedSignIn(
  { events, log }: Pick<App, 'events' | 'log'>,
  provider: ProviderRow,
  refused: SsoRefused,
  ip: string | null,
): void {
  const { reason } = refused
  events.note({
    kind: 'sign_in_failed',
    group: `sso ${provider.id} ${reason} ${ip === null ? 'nowhere' : networkOf(ip)}`,
    caller: null,
    tenant_id: null,
    target: provider.id,
    after: { reason, method: 'sso', provider: provider.name, detail: detailOf(refused).slice(0, 200) },
    ip,
    request_id: null,
    door: 'page',
  })
  // Every other refusal may be the provider's doing, whose people often share one address.
  if (reason === 'state') logFailedSignIn(log, ip, reason, 'sso')
}
