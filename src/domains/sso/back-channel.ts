/** A provider says that a person signed out there (OpenID Connect Back-Channel Logout 1.0). */
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { systemCaller } from '../../kernel/operation/caller.ts'
import { type Fields, isFields } from '../../kernel/operation/shape.ts'
import { at, MINUTE, millis, SECOND } from '../../kernel/time/clock.ts'
import { removeSession } from '../accounts/index.ts'
import { PATIENCE } from './breaker.ts'
import { assertAudience, assertTimes, SKEW } from './protocol/id-token.ts'
import { readToken } from './protocol/jose.ts'
import { assertSignedBy, metadataOf } from './protocol/metadata.ts'
import { Unverified } from './protocol/refused.ts'
import { sessionsOf } from './sessions.ts'
import type { ProviderRow } from './tables.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LONGEST_LIFE = 2 * MINUTE

/** Ends the sessions that a logout token names; their number. Throws `SsoRefused`. */
export async function signOutBy(
  app: App,
  provider: ProviderRow,
  logout_token: string,
  ip: string | null,
): Promise<number> {
  const signal = AbortSignal.timeout(PATIENCE)
  const token = readToken(logout_token)
  const metadata = await metadataOf(app, provider, signal)
  await assertSignedBy(app, provider, token, metadata, signal)
  const now = millis(app.clock.now())
  const { jti, subject, sid, before } = assertLogout(token.header, token.claims, provider, now)
  const known = seenBy(app, now)
  const name = `${provider.id} ${jti}`
  if (known.has(name)) return 0
  return app.db.write((tx) => {
    // A provider repeats a token that was not answered.
    tx.afterCommit(() => known.set(name, now))
    const ended = sessionsOf(tx, provider.id, { subject, sid, before })
    for (const id of ended) removeSession(tx, id)
    const after = { sessions: ended.length, provider: provider.name }
    if (ended.length > 0)
      writeAudit(tx, systemCaller(''), {
        action: 'provider_sign_out',
        tenant_id: null,
        target: provider.id,
        after,
        ip,
        request_id: null,
      })
    return ended.length
  })
}

/** Tokens by when they were sent, for as long as one counts. A restart forgets them: sessions that began later stay then too. */
const seen = new WeakMap<object, Map<string, number>>()

function seenBy({ db }: App, now: number): Map<string, number> {
  const known = seen.get(db) ?? new Map<string, number>()
  seen.set(db, known)
  for (const [token, at] of known) if (at < now - LONGEST_LIFE - 2 * SKEW) known.delete(token)
  return known
}

function assertLogout(header: Fields, claims: Fields, { issuer, client_id }: ProviderRow, now: number) {
  const { iss, events, nonce, jti, sub, sid, exp, iat } = claims
  if (header.typ !== undefined && String(header.typ).toLowerCase() !== 'logout+jwt')
    throw new Unverified('token', 'the token is of another type')
  if (iss !== issuer) throw new Unverified('issuer', 'the token is of another issuer')
  assertAudience(claims, client_id)
  assertTimes(claims, now)
  if (((exp as number) - (iat as number)) * SECOND > LONGEST_LIFE + SKEW)
    throw new Unverified('expired', 'the token is valid for more than 2 minutes')
  if (!isFields(events) || !isFields(events[EVENT])) throw new Unverified('claims', 'the token is no logout')
  if (nonce !== undefined) throw new Unverified('nonce', 'a logout token has no nonce')
  if (typeof jti !== 'string') throw new Unverified('claims', 'jti is missing')
  const subject = typeof sub === 'string' ? sub : null
  const session = typeof sid === 'string' ? sid : null
  if (subject === null && session === null) throw new Unverified('claims', 'the token names nobody')
  // Sessions that began later stay, so a token that is sent again ends nothing new.
  return { jti, subject, sid: session, before: at((iat as number) * SECOND + SKEW) }
}
