/**
 * Judges the answers of passkeys by WebAuthn Level 3 (sections 7.1 and 7.2). Attestation is not requested, so its
 * statement is ignored. `@simplewebauthn/server` does the same and adds 1.3 MB to the binary; the tests compare with it.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type CborMap, readCbor } from './cbor.ts'

/** Where a passkey is made or used. */
export type RelyingParty = { rp_id: string; origin: string }

/** An answer that is refused; the reason is for tests, people read one sentence for all. */
export class PasskeyRefused extends Error {}

const refuse = (why: string): never => {
  throw new PasskeyRefused(why)
}

const ED25519 = -8
const ES256 = -7
const RS256 = -257
/** COSE algorithms in the order of preference. */
export const ALGORITHMS = [ED25519, ES256, RS256] as const

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_KEY = 0x40
/** The hash of the RP ID, flags and counter come first; then AAGUID, length of the id, id and key. */
const HEAD = 37
const ID_AT = HEAD + 18
const LONGEST = 16_000
const LONGEST_ID = 1023
/** Bytes of an RSA modulus: 2048 to 4096 bits. */
const LEAST_MODULUS = 256
const LARGEST_MODULUS = 512

type Fields = Record<string, unknown>

/** `PublicKeyCredential.toJSON()`, with the client data read. */
export type PasskeyResponse = { id: string; response: Fields; client: Fields; challenge: string }

export function readAnswer(text: string): PasskeyResponse {
  if (text.length > LONGEST) refuse('too long')
  const { id, type, response } = fieldsOf(text)
  if (type !== 'public-key' || typeof id !== 'string' || typeof response !== 'object' || response === null)
    return refuse('no credential')
  const client = fieldsOf(bytesOf((response as Fields).clientDataJSON).toString('utf8'))
  const { challenge } = client
  return typeof challenge === 'string'
    ? { id, response: response as Fields, client, challenge }
    : refuse('no challenge')
}

function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Fields
  } catch {
    // Refused below, like JSON that is no object.
  }
  return refuse('no JSON object')
}

const bytesOf = (value: unknown): Buffer =>
  typeof value === 'string' && /^[\w-]+$/.test(value) ? Buffer.from(value, 'base64url') : refuse('a field is missing')

function assertClient({ type, origin, crossOrigin }: Fields, wanted: string, site: RelyingParty): void {
  if (type !== wanted) refuse('another type')
  if (origin !== site.origin || crossOrigin === true) refuse('another origin')
}

type PasskeyBackup = { backup_eligible: boolean; backed_up: boolean }
type AuthData = PasskeyBackup & { counter: number; has_key: boolean }

/** Authenticator data for this site, with the person verified. */
function readAuthData(bytes: Buffer, { rp_id }: RelyingParty): AuthData {
  if (bytes.length < HEAD) refuse('authenticator data is too short')
  if (!bytes.subarray(0, 32).equals(sha256(rp_id))) refuse('another RP ID')
  const flags = bytes.readUInt8(32)
  if (!(flags & USER_PRESENT) || !(flags & USER_VERIFIED)) refuse('the person was not verified')
  const backup_eligible = (flags & BACKUP_ELIGIBLE) !== 0
  const backed_up = (flags & BACKED_UP) !== 0
  if (backed_up && !backup_eligible) refuse('a backup that cannot be')
  return { counter: bytes.readUInt32BE(33), has_key: (flags & HAS_KEY) !== 0, backup_eligible, backed_up }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

export type NewPasskey = PasskeyBackup & {
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
  /** The model of the authenticator; null where it does not say. */
  aaguid: string | null
}

/** A passkey as it was made; `public_key` is its COSE key. */
export function readNewPasskey({ id, response, client }: PasskeyResponse, site: RelyingParty): NewPasskey {
  assertClient(client, 'webauthn.create', site)
  const data = mapOf(bytesOf(response.attestationObject)).value.get('authData')
  if (!Buffer.isBuffer(data)) return refuse('no authenticator data')
  const { counter, has_key, backup_eligible, backed_up } = readAuthData(data, site)
  if (!has_key || data.length < ID_AT) refuse('no key was made')
  const key_at = ID_AT + data.readUInt16BE(ID_AT - 2)
  const credential_id = data.toString('base64url', ID_AT, key_at)
  if (credential_id !== id || key_at === ID_AT || key_at > ID_AT + LONGEST_ID) refuse('another credential')
  const public_key = data.toString('base64url', key_at, mapOf(data, key_at).end)
  keyOf(public_key)
  const aaguid = uuidOf(data.subarray(HEAD, HEAD + 16))
  return { credential_id, public_key, counter, backup_eligible, backed_up, aaguid, transports: transportsOf(response) }
}

function uuidOf(bytes: Buffer): string | null {
  const hex = bytes.toString('hex')
  return /^0+$/.test(hex) ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const transportsOf = ({ transports }: Fields): string[] =>
  Array.isArray(transports) ? transports.filter((one) => /^[a-z-]{1,20}$/.test(String(one))).slice(0, 8) : []

function mapOf(bytes: Buffer, at = 0): { value: CborMap; end: number } {
  try {
    const { value, end } = readCbor(bytes, at)
    if (value instanceof Map) return { value, end }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return refuse('no CBOR map')
}

type Key = { key: KeyObject; hash: 'sha256' | null }

/** Opens a COSE key (RFC 9053) of one of our algorithms. */
function keyOf(public_key: string): Key {
  const cose = mapOf(Buffer.from(public_key, 'base64url')).value
  const part = (label: number): string => {
    const value = cose.get(label)
    return Buffer.isBuffer(value) ? value.toString('base64url') : refuse('an incomplete key')
  }
  const shape = `${cose.get(3)} ${cose.get(1)} ${typeof cose.get(-1) === 'number' ? cose.get(-1) : ''}`.trim()
  if (shape === `${ED25519} 1 6`) return { key: opened({ kty: 'OKP', crv: 'Ed25519', x: part(-2) }), hash: null }
  if (shape === `${ES256} 2 1`)
    return { key: opened({ kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }), hash: 'sha256' }
  if (shape === `${RS256} 3`) {
    const modulus = Buffer.from(part(-1), 'base64url')
    const size = modulus.length - modulus.findIndex((byte) => byte !== 0)
    if (modulus[modulus.length - size]! < 0x80 || size < LEAST_MODULUS || size > LARGEST_MODULUS)
      return refuse('an RSA key that is too small or too large')
    return { key: opened({ kty: 'RSA', n: part(-1), e: part(-2) }), hash: 'sha256' }
  }
  return refuse('an unknown algorithm')
}

function opened(key: Record<string, string>): KeyObject {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return refuse('a key that does not open')
  }
}

type VerifiedPasskey = PasskeyBackup & { counter: number; user_handle: string | null }

/** Throws unless the stored key signed this answer at this site; returns the authenticator's data. */
export function assertAnswer(
  { response, client }: PasskeyResponse,
  public_key: string,
  site: RelyingParty,
): VerifiedPasskey {
  assertClient(client, 'webauthn.get', site)
  const data = bytesOf(response.authenticatorData)
  const { counter, backup_eligible, backed_up } = readAuthData(data, site)
  const { key, hash } = keyOf(public_key)
  const signed = Buffer.concat([data, sha256(bytesOf(response.clientDataJSON))])
  if (!verify(hash, signed, key, bytesOf(response.signature))) refuse('a wrong signature')
  const { userHandle } = response
  const user_handle = typeof userHandle === 'string' ? bytesOf(userHandle).toString('base64url') : null
  return { counter, backup_eligible, backed_up, user_handle }
}
