/** Checks of claims that the library leaves to its user, for ID tokens and logout tokens. */
import type { Fields } from '../../../kernel/operation/shape.ts'
import { MINUTE, SECOND } from '../../../kernel/time/clock.ts'
import { SsoRefused, Unverified } from './refused.ts'

/** How far the clock of a provider may be off. */
export const SKEW = MINUTE
/** How old a token may be: as old as the flow that it belongs to. */
const OLDEST = 10 * MINUTE
const LONGEST_SUBJECT = 255
const MOST_CLAIMS = 32 << 10

/** Claims that were verified. */
export type Claims = Fields & { sub: string }

export function claimsOf(said: Fields): Claims {
  if (JSON.stringify(said).length > MOST_CLAIMS) throw new SsoRefused('too_large', 'The claims exceed 32 KB.')
  const { sub } = said
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT)
    throw new Unverified('claims', 'the token does not name a person')
  return { ...said, sub }
}

/** With more than one audience the token has to name us as the party that asked; another party is refused always. */
export function assertParty({ aud, azp }: Fields, client_id: string): void {
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
