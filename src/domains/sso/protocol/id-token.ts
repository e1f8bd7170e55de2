/** Checks of an ID token before anything in it counts (OpenID Connect Core, 3.1.3.7). */
import type { Fields } from '../../../kernel/operation/shape.ts'
import { MINUTE, millis, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { Unverified } from './refused.ts'

/** How far the clock of a provider may be off. */
export const SKEW = MINUTE
/** How old an ID token may be: as old as the flow that it belongs to. */
const OLDEST = 10 * MINUTE
const LONGEST_SUBJECT = 255

type ExpectedClaims = { issuer: string; client_id: string; nonce: string; now: Time }

/** Claims that were verified. */
export type Claims = Fields & { sub: string }

export function assertClaims(claims: Fields, { issuer, client_id, nonce, now }: ExpectedClaims): Claims {
  if (claims.iss !== issuer) throw new Unverified('issuer', 'the token is of another issuer')
  assertAudience(claims, client_id)
  assertTimes(claims, millis(now))
  if (claims.nonce !== nonce) throw new Unverified('nonce', 'the nonce is another one')
  return { ...claims, sub: subjectOf(claims) }
}

export function subjectOf({ sub }: Fields): string {
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT)
    throw new Unverified('claims', 'the token does not name a person')
  return sub
}

/** With more than one audience the token has to name us as the party that asked. */
export function assertAudience({ aud, azp }: Fields, client_id: string): void {
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(client_id)) throw new Unverified('audience', 'the token is for another client')
  if (azp === undefined ? audiences.length > 1 : azp !== client_id)
    throw new Unverified('party', 'another client asked for the token')
}

export function assertTimes({ exp, iat, nbf }: Fields, now: number): void {
  if (typeof exp !== 'number' || typeof iat !== 'number') throw new Unverified('claims', 'exp or iat is missing')
  if (iat * SECOND > now + SKEW || (typeof nbf === 'number' && nbf * SECOND > now + SKEW))
    throw new Unverified('clock', `its clock is ${Math.round(iat - now / SECOND)} s ahead of ours`)
  if (exp * SECOND <= now - SKEW || iat * SECOND < now - OLDEST - SKEW)
    throw new Unverified(
      'expired',
      `the token is too old by our clock (issued ${Math.round(now / SECOND - iat)} s ago)`,
    )
}
