/** Signatures by Standard Webhooks 1.0.0: HMAC-SHA256 (`v1`) and ed25519 (`v1a`) over `id.timestamp.body`. */
import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { hmac, isSame } from '../../kernel/secrets/signatures.ts'

const SECRET = 'whsec_'
const PUBLIC = 'whpk_'
/** Octets of a secret and of an ed25519 seed. */
const OCTETS = 32
/** DER of an ed25519 key, up to its octets. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
/** Seconds by which the clocks of sender and receiver may differ. */
export const TOLERANCE_S = 300

/** Secrets of an endpoint, as they are sealed. */
export type Secrets = { secret: string; old: string | null; seed: string; headers: Record<string, string> }

export const newSigningSecret = (): string => SECRET + randomBytes(OCTETS).toString('base64')

/** A new ed25519 seed, and the public key that it makes. */
export function newKeyPair(): { seed: string; public_key: string } {
  const seed = randomBytes(OCTETS)
  return { seed: seed.toString('base64'), public_key: publicKeyOf(seed) }
}

function publicKeyOf(seed: Buffer): string {
  const spki = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' })
  return PUBLIC + spki.subarray(SPKI.length).toString('base64')
}

const privateKey = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })

type Message = { id: string; timestamp: number; body: string }
const contentOf = ({ id, timestamp, body }: Message): string => `${id}.${timestamp}.${body}`

const hmacOf = (secret: string, message: Message): Buffer =>
  hmac('sha256', Buffer.from(secret.slice(SECRET.length), 'base64'), contentOf(message))

export const hmacSignature = (secret: string, message: Message): string =>
  `v1,${hmacOf(secret, message).toString('base64')}`

/** The value of `webhook-signature`: by each secret that signs now, and by the key of the endpoint. */
export function signaturesOf({ secret, old, seed }: Omit<Secrets, 'headers'>, message: Message): string {
  const by_hmac = [secret, ...(old ? [old] : [])].map((one) => hmacSignature(one, message))
  const by_key = sign(null, Buffer.from(contentOf(message)), privateKey(Buffer.from(seed, 'base64')))
  return [...by_hmac, `v1a,${by_key.toString('base64')}`].join(' ')
}

/** An event as it would be sent now, by keys that are public: for those who write a receiver. */
export function signedSample(body: string, timestamp: number) {
  const octets = Buffer.from('Signalpost sample webhook secret')
  const secret = SECRET + octets.toString('base64')
  const id = 'msg_019a4f2e7c117a3b9d2e5f0a1b2c3d4e'
  const signature = signaturesOf({ secret, old: null, seed: octets.toString('base64') }, { id, timestamp, body })
  return { id, secret, public_key: publicKeyOf(octets), signature }
}

export type Judged = { scheme: string; matches: boolean | null }

/** Whether each signature of a header matches, by a secret or a public key; null where the key is not for its scheme. */
export function judgeSignatures(header: string, keys: readonly string[], message: Message): Judged[] {
  return header
    .trim()
    .split(/\s+/)
    .map((one) => {
      const [scheme = '', given = ''] = one.split(',')
      const wanted = scheme === 'v1' ? SECRET : scheme === 'v1a' ? PUBLIC : null
      const fitting = wanted === null ? [] : keys.filter((key) => key.startsWith(wanted))
      const matches =
        fitting.length === 0 ? null : fitting.some((key) => fits(key, Buffer.from(given, 'base64'), message))
      return { scheme, matches }
    })
}

function fits(key: string, given: Buffer, message: Message): boolean {
  if (key.startsWith(SECRET)) return isSame(hmacOf(key, message), given)
  const octets = Buffer.from(key.slice(PUBLIC.length), 'base64')
  if (octets.length !== OCTETS || given.length !== 2 * OCTETS) return false
  const public_key = createPublicKey({ key: Buffer.concat([SPKI, octets]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(contentOf(message)), public_key, given)
}
