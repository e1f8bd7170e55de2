/**
 * What a passkey sends, judged by WebAuthn Level 3 (§7.1 and §7.2) as far as it is asked for here: attestation is not,
 * so the key comes from the browser as SPKI and nothing of CBOR is read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { hashSecret } from '../../../kernel/secrets/ids.ts'

/** Where a passkey is made or used. */
export type Site = { rp_id: string; origin: string }

/** A refusal; its words are for the log of tests, people read one sentence for all. */
export class PasskeyRefused extends Error {}

const refuse = (why: string): never => {
  throw new PasskeyRefused(why)
}

/** Ed25519, P-256 and RSA, in the order of preference. */
export const ALGORITHMS = [-8, -7, -257] as const
const HASHES: Record<number, 'sha256' | null> = { [-8]: null, [-7]: 'sha256', [-257]: 'sha256' }

const UP = 0x01
const UV = 0x04
const AT = 0x40
/** Hash of the host, flags, counter. */
const HEAD = 37
const LONGEST = 16_000

type Fields = Record<string, unknown>

/** `PublicKeyCredential.toJSON()` of the browser, as text. */
export function readCredential(text: string): { id: string; response: Fields } {
  if (text.length > LONGEST) refuse('too long')
  const { id, type, response } = fieldsOf(text)
  if (type !== 'public-key' || typeof id !== 'string' || typeof response !== 'object' || response === null)
    return refuse('no credential')
  return { id, response: response as Fields }
}

function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Fields
  } catch {
    // Told below.
  }
  return refuse('no JSON object')
}

const bytesOf = (value: unknown): Buffer =>
  typeof value === 'string' && /^[\w-]+$/.test(value) ? Buffer.from(value, 'base64url') : refuse('a field is missing')

/** Hash of the challenge that was answered; throws for another purpose or another page than ours. */
export function challengeOf(response: Fields, type: 'webauthn.create' | 'webauthn.get', site: Site): string {
  const client = fieldsOf(bytesOf(response.clientDataJSON).toString('utf8'))
  if (client.type !== type) refuse('another purpose')
  if (client.origin !== site.origin || client.crossOrigin === true) refuse('another origin')
  return typeof client.challenge === 'string' ? hashSecret(client.challenge) : refuse('no challenge')
}

/** The authenticator's part: for our host, with a person present and verified. */
function authData(bytes: Buffer, { rp_id }: Site) {
  if (bytes.length < HEAD) refuse('authenticator data is too short')
  if (bytes.subarray(0, 32).toString('hex') !== hashSecret(rp_id)) refuse('another host')
  const flags = bytes[32]!
  if (!(flags & UP) || !(flags & UV)) refuse('the person was not verified')
  return { flags, counter: bytes.readUInt32BE(33) }
}

export type NewPasskey = { credential_id: string; public_key: string; counter: number }

/** A passkey as it was made. */
export function readNewPasskey({ id, response }: ReturnType<typeof readCredential>, site: Site): NewPasskey {
  const bytes = bytesOf(response.authenticatorData)
  const { flags, counter } = authData(bytes, site)
  if (!(flags & AT) || bytes.length < HEAD + 18) refuse('no key was made')
  const length = bytes.readUInt16BE(HEAD + 16)
  const credential_id = bytes.subarray(HEAD + 18, HEAD + 18 + length).toString('base64url')
  if (credential_id !== id || length === 0 || length > 1023) refuse('another credential')
  const algorithm = Number(response.publicKeyAlgorithm)
  if (!(algorithm in HASHES)) refuse('an unknown algorithm')
  const spki = bytesOf(response.publicKey).toString('base64url')
  keyOf(`${algorithm}:${spki}`)
  return { credential_id, public_key: `${algorithm}:${spki}`, counter }
}

function keyOf(public_key: string) {
  const [algorithm = '', spki = ''] = public_key.split(':')
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' })
    return { key, hash: HASHES[Number(algorithm)]! }
  } catch {
    return refuse('a key that does not open')
  }
}

/** Whether the stored key signed this answer; its counter and whose it is. */
export function judgeAnswer(response: Fields, public_key: string, site: Site): { counter: number; user_id: string | null } {
  const data = bytesOf(response.authenticatorData)
  const { counter } = authData(data, site)
  const { key, hash } = keyOf(public_key)
  const client = createHash('sha256').update(bytesOf(response.clientDataJSON)).digest()
  const signed = Buffer.concat([data, client])
  if (!verify(hash, signed, key, bytesOf(response.signature))) refuse('a wrong signature')
  const { userHandle } = response
  return { counter, user_id: typeof userHandle === 'string' ? bytesOf(userHandle).toString('utf8') : null }
}
