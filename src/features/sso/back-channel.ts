/** A provider says that a person signed out there (OpenID Connect Back-Channel Logout 1.0). */
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors } from 'jose'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { systemCaller } from '../../kernel/operation/caller.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { type Fields, isFields } from '../../kernel/operation/shape.ts'
import { at, MINUTE, millis, SECOND } from '../../kernel/time/clock.ts'
import { networkOf } from '../../kernel/web-fetch/addresses.ts'
import { PATIENCE } from './breaker.ts'
import { assertParty, assertTimes, SKEW } from './protocol/claims.ts'
import { metadataOf, withNewKeys } from './protocol/client.ts'
import { ALGORITHMS, type Key } from './protocol/keys.ts'
import { SsoRefused, Unverified } from './protocol/refused.ts'
import { signOutThere } from './sessions.ts'
import type { ProviderRow } from './tables.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LONGEST_LIFE = 2 * MINUTE

const LONGEST_TOKEN = 64 << 10
/** Tokens that fail, a minute and provider, after which only networks that sent a good one before are heard. */
const FAILURES = 10
const MOST_NETWORKS = 1000

/**
 * Kept in memory: tokens by when they were sent, for as long as one counts; failures of this minute by provider; and
 * networks of good tokens. A restart forgets it, but sessions that began after a token stay all the same.
 */
type Memory = { seen: Map<string, number>; minute: string; failures: Map<string, number>; good: Set<string> }
const memories = new WeakMap<object, Memory>()

function memoryOf({ db, clock }: App): Memory {
  const known = memories.get(db) ?? { seen: new Map(), minute: '', failures: new Map(), good: new Set() }
  memories.set(db, known)
  const now = clock.now()
  if (known.minute !== now.slice(0, 16)) Object.assign(known, { minute: now.slice(0, 16), failures: new Map() })
  for (const [token, at] of known.seen) if (at < millis(now) - LONGEST_LIFE - 2 * SKEW) known.seen.delete(token)
  return known
}

/** Ends the sessions that a logout token names; their number. Throws `SsoRefused`, or 429 after too many bad tokens. */
export async function signOutBy(app: App, provider: ProviderRow, token: string, ip: string | null): Promise<number> {
  const from = `${provider.id} ${networkOf(ip ?? '')}`
  const { failures, good } = memoryOf(app)
  const failed = failures.get(provider.id) ?? 0
  if (failed >= FAILURES && !good.has(from))
    throw new Fault('rate_limited', 'Too many tokens that do not verify.', { code: 'rate_limited' }, MINUTE / SECOND)
  try {
    const ended = await endNamed(app, provider, token, ip)
    if (good.size < MOST_NETWORKS) good.add(from)
    return ended
  } catch (error) {
    if (error instanceof SsoRefused) failures.set(provider.id, (failures.get(provider.id) ?? 0) + 1)
    throw error
  }
}

async function endNamed(app: App, provider: ProviderRow, token: string, ip: string | null): Promise<number> {
  const now = millis(app.clock.now())
  // Claims come first: they cost nothing, and most of what strangers send fails here.
  const { jti, subject, sid, before } = readLogout(token, provider, now)
  await assertSignedBy(app, provider, token)
  const known = memoryOf(app).seen
  const name = `${provider.id} ${jti}`
  if (known.has(name)) return 0
  return app.db.write((tx) => {
    // A provider repeats a token that was not answered.
    tx.afterCommit(() => known.set(name, now))
    const sessions = signOutThere(tx, provider.id, { subject, sid, before })
    const after = { sessions, provider: provider.name }
    if (sessions > 0)
      writeAudit(tx, systemCaller(''), {
        action: 'provider_sign_out',
        tenant_id: null,
        target: provider.id,
        after,
        ip,
        request_id: null,
      })
    return sessions
  })
}

/** Throws unless the issuer signed the token. Its keys are asked for again when none of the known ones fits. */
async function assertSignedBy(app: App, provider: ProviderRow, token: string): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE)
  const metadata = await metadataOf(app, provider, signal)
  const algorithms = metadata.id_token_signing_alg_values_supported
  const verify = (keys: Key[]) => compactVerify(token, createLocalJWKSet({ keys: keys as never }), { algorithms })
  try {
    await verify(metadata.keys).catch(async (error) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return verify((await withNewKeys(app, provider, metadata, signal)).keys)
    })
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    const key = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
    throw new Unverified(key ? 'key' : 'signature', error.message.slice(0, 200))
  }
}

function readLogout(token: string, { issuer, client_id }: ProviderRow, now: number) {
  if (token.length > LONGEST_TOKEN) throw new Unverified('too_large', 'the token exceeds 64 KB')
  const { header, claims } = decoded(token)
  const { iss, events, nonce, jti, sub, sid, exp, iat } = claims
  if (header.typ !== undefined && String(header.typ).toLowerCase() !== 'logout+jwt')
    throw new Unverified('token', 'the token is of another type')
  if (header.crit !== undefined) throw new Unverified('token', 'the token has critical headers that are not known')
  if (!ALGORITHMS.includes(String(header.alg)))
    throw new Unverified('algorithm', `the token is signed with ${String(header.alg).slice(0, 20)}`)
  if (iss !== issuer) throw new Unverified('issuer', 'the token is of another issuer')
  assertParty(claims, client_id)
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

function decoded(token: string): { header: Fields; claims: Fields } {
  try {
    return { header: decodeProtectedHeader(token) as Fields, claims: decodeJwt(token) as Fields }
  } catch {
    throw new Unverified('token', 'the token is no signed JWT')
  }
}
