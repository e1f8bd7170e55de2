/** Passkeys: made and used with a challenge that is answered once. One with its person verified is both factors. */
import { randomBytes } from 'node:crypto'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App, Install } from '../../../kernel/operation/app.ts'
import { conflict, Fault, invalid } from '../../../kernel/operation/fault.ts'
import { hashSecret, newId } from '../../../kernel/secrets/ids.ts'
import { MINUTE, plus } from '../../../kernel/time/clock.ts'
import { ipFamily } from '../../../kernel/web-fetch/addresses.ts'
import { ownDomainOf } from '../../branding/index.ts'
import { mayEnter } from '../access.ts'
import { type From, type Opened, openSession } from '../sign-in/sessions.ts'
import type { FactorRow, UserRow } from '../tables.ts'
import { userById } from '../users.ts'
import { assertRoomForFactor, confirmed, factorsOf, writeFactorLetter } from './factors.ts'
import { writeEntry } from './finish-step.ts'
import { ALGORITHMS, challengeOf, judgeAnswer, PasskeyRefused, readCredential, readNewPasskey, type Site } from './webauthn.ts'

const LASTS = 5 * MINUTE
type Purpose = 'add' | 'enter' | 'prove'

/**
 * Where passkeys are for: the own domain that a session is limited to, or else the address of the install. Null on plain
 * http and at bare addresses, where browsers make none.
 */
export function passkeySite(tx: ReadTx, { config }: Pick<Install, 'config'>, domain_of: string | null): Site | null {
  const { hostname, origin, protocol } = new URL(config.site_url)
  const host = domain_of === null ? hostname : ownDomainOf(tx, domain_of)?.host
  if (!host || (protocol !== 'https:' && host !== 'localhost') || ipFamily(host) !== 0 || host.startsWith('[')) return null
  return { rp_id: host, origin: domain_of === null ? origin : `${protocol}//${host}` }
}

/** The same for a session. */
export function siteOfSession(tx: ReadTx, app: Pick<Install, 'config'>, session_id: string): Site | null {
  const row = tx.row<{ domain_of: string | null }>('select domain_of from sessions where id = ?', session_id)
  return row && passkeySite(tx, app, row.domain_of)
}

function challenge(tx: Tx, purpose: Purpose, { rp_id }: Site, user_id: string | null): string {
  const made = randomBytes(32).toString('base64url')
  tx.run(
    'insert into ceremonies (challenge_hash, user_id, purpose, rp_id, expires_at) values (?, ?, ?, ?, ?)',
    hashSecret(made),
    user_id,
    purpose,
    rp_id,
    plus(tx.now, LASTS),
  )
  return made
}

/** Uses a challenge up; throws unless it was made for this. */
function takeChallenge(tx: Tx, hash: string, purpose: Purpose, { rp_id }: Site, user_id: string | null): void {
  const sql =
    'delete from ceremonies where challenge_hash = ? and purpose = ? and rp_id = ? and user_id is ? and expires_at > ?'
  if (tx.run(sql, hash, purpose, rp_id, user_id, tx.now) !== 1) throw new PasskeyRefused('an unknown challenge')
}

const passkeysAt = (tx: ReadTx, user_id: string, { rp_id }: Site): FactorRow[] =>
  factorsOf(tx, user_id).filter((one) => one.kind === 'passkey' && one.rp_id === rp_id)

/** Options of `navigator.credentials.create()`. */
export function creationOptions(tx: Tx, site: Site, user: UserRow, name: string): object {
  assertRoomForFactor(tx, user.id)
  return {
    rp: { id: site.rp_id, name },
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
    challenge: challenge(tx, 'add', site, user.id),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: passkeysAt(tx, user.id, site).map(named),
    timeout: LASTS,
  }
}

const named = ({ credential_id }: FactorRow) => ({ type: 'public-key', id: credential_id })

/** Options of `navigator.credentials.get()`: any passkey at sign-in, the person's own for a proof. */
export const requestOptions = (tx: Tx, site: Site, user_id: string | null): object => ({
  challenge: challenge(tx, user_id === null ? 'enter' : 'prove', site, user_id),
  rpId: site.rp_id,
  allowCredentials: user_id === null ? [] : passkeysAt(tx, user_id, site).map(named),
  userVerification: 'required',
  timeout: LASTS,
})

/** Adds a passkey; the recovery codes, if it is the first factor. 422 for an answer that is not to our challenge. */
export function addPasskey(
  tx: Tx,
  app: Install,
  site: Site,
  user: UserRow,
  { name, response }: { name: string; response: string },
): { id: string; recovery_codes: string[] | null } {
  assertRoomForFactor(tx, user.id)
  const made = judged(() => {
    const credential = readCredential(response)
    takeChallenge(tx, challengeOf(credential.response, 'webauthn.create', site), 'add', site, user.id)
    return readNewPasskey(credential, site)
  })
  if (!made) throw invalid({ path: 'response', message: 'is not from a passkey made here just now: try again' })
  if (tx.row('select 1 from factors where credential_id = ?', made.credential_id))
    throw conflict('This passkey is added already.')
  const id = newId()
  tx.run(
    `insert into factors (id, user_id, kind, name, credential_id, public_key, counter, rp_id, created_at)
     values (?, ?, 'passkey', ?, ?, ?, ?, ?, ?)`,
    id,
    user.id,
    name,
    made.credential_id,
    made.public_key,
    made.counter,
    site.rp_id,
    tx.now,
  )
  return { id, recovery_codes: confirmed(tx, app, user, id, `The passkey ${name} was added.`) }
}

/** The result, or null when the answer is refused. */
function judged<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof PasskeyRefused) return null
    throw error
  }
}

/** The passkey that answered, or null. A counter that went back marks the passkey, which is then refused for good. */
function takeAnswer(tx: Tx, app: Install, site: Site, response: string, user_id: string | null): FactorRow | null {
  return judged(() => {
    const credential = readCredential(response)
    takeChallenge(
      tx,
      challengeOf(credential.response, 'webauthn.get', site),
      user_id === null ? 'enter' : 'prove',
      site,
      user_id,
    )
    const sql = 'select * from factors where credential_id = ? and rp_id = ? and confirmed_at is not null and suspect = 0'
    const factor = tx.row<FactorRow>(sql, credential.id, site.rp_id)
    if (!factor || (user_id !== null && factor.user_id !== user_id)) throw new PasskeyRefused('an unknown passkey')
    const { counter, user_id: owner } = judgeAnswer(credential.response, factor.public_key!, site)
    if (owner === null ? user_id === null : owner !== factor.user_id) throw new PasskeyRefused('another person')
    if ((counter > 0 || factor.counter > 0) && counter <= factor.counter) return suspected(tx, app, factor)
    tx.run('update factors set counter = ?, last_used_at = ? where id = ?', counter, tx.now, factor.id)
    return factor
  })
}

function suspected(tx: Tx, app: Install, factor: FactorRow): null {
  tx.run('update factors set suspect = 1 where id = ?', factor.id)
  const what = `The passkey ${factor.name} was refused: there may be a copy of it. Remove it and add a new one.`
  writeFactorLetter(tx, app, userById(tx, factor.user_id)!, what)
  return null
}

/** Checks a passkey of the person: 422 when it is refused. */
export function proveByPasskey(app: App, site: Site | null, user: UserRow, response: string): void {
  const right = site && app.db.write((tx) => takeAnswer(tx, app, site, response, user.id))
  if (!right) throw invalid({ path: 'response', message: 'The passkey was not accepted. Try again.' })
}

/** Opens the session of the passkey's owner, alone: it is both factors. 401 for every refusal. */
export async function enterByPasskey(app: App, site: Site, response: string, from: From): Promise<Opened> {
  const user = app.db.write((tx) => {
    const factor = takeAnswer(tx, app, site, response, null)
    const owner = factor && userById(tx, factor.user_id)
    if (!owner || !mayEnter(owner.status) || (owner.platform_admin && from.domain_of)) return null
    writeEntry(tx, owner, from, 'webauthn')
    return owner
  })
  if (!user) throw new Fault('unauthorized', 'This passkey was not accepted. Sign in with your password.')
  return openSession(app, user.id, from, 'webauthn')
}

/** Deletes challenges that nobody answered; returns their number. */
export const dropOldCeremonies = (tx: Tx): number => tx.run('delete from ceremonies where expires_at <= ?', tx.now)
