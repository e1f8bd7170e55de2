/** Challenges of passkeys: each for one host, one purpose and one person or browser, and answered once. */

import { randomBytes } from 'node:crypto'
import type { Db, ReadTx, Tx } from '../../../kernel/database/database.ts'
import { text } from '../../../kernel/language/say.ts'
import type { Install } from '../../../kernel/operation/app.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { hashSecret } from '../../../kernel/secrets/ids.ts'
import { MINUTE, plus } from '../../../kernel/time/clock.ts'
import { ipFamily } from '../../../kernel/web-fetch/addresses.ts'
import type { UserRow } from '../tables.ts'
import { assertRoomForFactor, factorsOf } from './factors.ts'
import { ceremonies, type FactorRow } from './tables.ts'
import { ALGORITHMS, type PasskeyResponse, type RelyingParty } from './webauthn.ts'

const LASTS = 5 * MINUTE

/** Use of a challenge; `of` is a person's id, or at sign-in the token of a browser. */
export type Ceremony = { purpose: 'add' | 'sign_in' | 'prove'; site: RelyingParty; of: string }

/**
 * The site of passkeys: the address of the install. Null on plain http (but for localhost) and at IP addresses, where
 * browsers have no passkeys.
 */
export function passkeySite({ config }: Pick<Install, 'config'>): RelyingParty | null {
  const { hostname: rp_id, origin, protocol } = new URL(config.site_url)
  if (rp_id.startsWith('[') || ipFamily(rp_id) !== 0) return null
  return protocol === 'https:' || rp_id === 'localhost' ? { rp_id, origin } : null
}

/** The same for a session; null at an own domain, where nobody has a passkey. */
export const siteOfSession = (
  tx: ReadTx,
  app: Pick<Install, 'config'>,
  session_id: string | null,
): RelyingParty | null =>
  tx.row('select 1 from sessions where id = ? and domain_of is null', session_id) ? passkeySite(app) : null

const passkeysOf = (tx: ReadTx, user_id: string): FactorRow[] =>
  factorsOf(tx, user_id).filter(({ kind, suspect }) => kind === 'passkey' && suspect === 0)

export const passkeyHosts = (tx: ReadTx, user_id: string): string[] => [
  ...new Set(passkeysOf(tx, user_id).map(({ rp_id }) => rp_id!)),
]

/** The person's passkeys at a site, as options name them. */
const namedAt = (tx: ReadTx, user_id: string, { rp_id }: RelyingParty): object[] =>
  passkeysOf(tx, user_id)
    .filter((one) => one.rp_id === rp_id)
    .map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id,
      ...(transports ? { transports: transports.split(' ') } : {}),
    }))

/** Options of `navigator.credentials.create()`. */
export function creationOptions(tx: Tx, site: RelyingParty, user: UserRow): object {
  assertRoomForFactor(tx, user.id)
  return {
    rp: { id: site.rp_id, name: site.rp_id },
    user: { id: handleOf(tx, user), name: user.email, displayName: user.name },
    challenge: newChallenge(tx, { purpose: 'add', site, of: user.id }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: namedAt(tx, user.id, site),
    timeout: LASTS,
  }
}

/** The id by which passkeys know the person: random, made with the first passkey. */
function handleOf(tx: Tx, { id, passkey_handle }: UserRow): string {
  const handle = passkey_handle ?? randomBytes(32).toString('base64url')
  if (passkey_handle === null) tx.run('update users set passkey_handle = ? where id = ?', handle, id)
  return handle
}

/** Options of `navigator.credentials.get()` for any passkey of the site. */
export const signInOptions = (tx: Tx, site: RelyingParty, browser: string): object =>
  requestOptions(tx, { purpose: 'sign_in', site, of: browser }, [])

/** The same for a passkey of this person; null without one at the site. */
export function proofOptions(tx: Tx, site: RelyingParty, user_id: string): object | null {
  const named = namedAt(tx, user_id, site)
  return named.length > 0 ? requestOptions(tx, { purpose: 'prove', site, of: user_id }, named) : null
}

const requestOptions = (tx: Tx, ceremony: Ceremony, allowCredentials: object[]): object => ({
  challenge: newChallenge(tx, ceremony),
  rpId: ceremony.site.rp_id,
  allowCredentials,
  userVerification: 'required',
  timeout: LASTS,
})

function newChallenge(tx: Tx, { purpose, site, of }: Ceremony): string {
  const challenge = randomBytes(32).toString('base64url')
  const challenge_hash = hashSecret(challenge)
  tx.orm
    .insert(ceremonies)
    .values({ challenge_hash, purpose, rp_id: site.rp_id, bound_to: hashSecret(of), expires_at: plus(tx.now, LASTS) })
    .run()
  return challenge
}

const TAKE =
  'delete from ceremonies where challenge_hash = ? and purpose = ? and rp_id = ? and bound_to = ? and expires_at > ?'

/** Uses up the challenge of an answer, in a transaction of its own; 409 for an unknown, used or old one. */
export function takeChallenge(db: Db, { challenge }: PasskeyResponse, { purpose, site, of }: Ceremony): void {
  const taken = db.write((tx) => tx.run(TAKE, hashSecret(challenge), purpose, site.rp_id, hashSecret(of), tx.now))
  if (taken !== 1) throw conflict(text('This took longer than 5 minutes, or was sent twice. Try again.'))
}
