/** Signatures by Standard Webhooks 1.0.0: HMAC-SHA256 (`v1`) and ed25519 (`v1a`) over `id.timestamp.body`. */
import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { hmac, isSame } from './signatures.ts'

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
export type EndpointSecrets = { secret: string; old: string | null; seed: string; headers: Record<string, string> }

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

type Message = { id: string; timestamp: number; body: string | Uint8Array }
const contentOf = ({ id, timestamp, body }: Message) => [`${id}.${timestamp}.`, body] as const
const octetsOf = (message: Message): Buffer => Buffer.concat(contentOf(message).map((piece) => Buffer.from(piece)))

const hmacOf = (secret: string, message: Message): Buffer =>
  hmac('sha256', Buffer.from(secret.slice(SECRET.length), 'base64'), ...contentOf(message))

export const hmacSignature = (secret: string, message: Message): string =>
  `v1,${hmacOf(secret, message).toString('base64')}`

/** The value of `webhook-signature`: by each secret that signs now, and by the key of the endpoint. */
export function signaturesOf({ secret, old, seed }: Omit<EndpointSecrets, 'headers'>, message: Message): string {
  const by_hmac = [secret, ...(old ? [old] : [])].map((one) => hmacSignature(one, message))
  const by_key = sign(null, octetsOf(message), privateKey(Buffer.from(seed, 'base64')))
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

type SignatureMatch = { scheme: string; matches: boolean | null }

/** Senders sign with two or three keys at a time. */
const MOST_SIGNATURES = 10

/**
 * Whether each of the first 10 signatures of a header matches, by a secret or a public key; null where no key is for its
 * scheme. The body is hashed once for each key, because a header may have hundreds of signatures.
 */
export function judgeSignatures(header: string, keys: readonly string[], message: Message): SignatureMatch[] {
  const judges = keys.map((key) => judgeOf(key, message))
  return header
    .trim()
    .split(/\s+/, MOST_SIGNATURES)
    .map((one) => {
      const [scheme = '', given = ''] = one.split(',', 2)
      const octets = Buffer.from(given, 'base64')
      const fitting = judges.filter((judge) => judge.scheme === scheme)
      return { scheme, matches: fitting.length === 0 ? null : fitting.some(({ fits }) => fits(octets)) }
    })
}

type Judge = { scheme: string | null; fits(given: Buffer): boolean }

function judgeOf(key: string, message: Message): Judge {
  if (key.startsWith(SECRET)) {
    const expected = hmacOf(key, message)
    return { scheme: 'v1', fits: (given) => isSame(expected, given) }
  }
  if (!key.startsWith(PUBLIC)) return { scheme: null, fits: () => false }
  const octets = Buffer.from(key.slice(PUBLIC.length), 'base64')
  if (octets.length !== OCTETS) return { scheme: 'v1a', fits: () => false }
  const public_key = createPublicKey({ key: Buffer.concat([SPKI, octets]), format: 'der', type: 'spki' })
  const content = octetsOf(message)
  return { scheme: 'v1a', fits: (given) => given.length === 2 * OCTETS && verify(null, content, public_key, given) }
}
