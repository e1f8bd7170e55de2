/** Keys of an issuer that may verify its tokens. A provider publishes what it wants, so size and number are limited. */
import { type Fields, isFields } from '../../../kernel/operation/shape.ts'

/** Asymmetric ones alone: never `none`, and never HMAC, whose key is the client's secret. */
export const ALGORITHMS: readonly string[] = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']

const MOST = 10
const LEAST_BITS = 2048
const MOST_BITS = 4096
/** 65537 */
const EXPONENT = 'AQAB'
/** Octets of a coordinate. */
const CURVES: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48 }

export type Key = { kty: string; kid?: string; alg?: string; use?: string; n?: string; e?: string } & Fields

/** The usable ones of a JWK set, with their public members alone. */
export const usableKeys = (set: unknown): Key[] =>
  (isFields(set) && Array.isArray(set.keys) ? set.keys.filter(isFields) : [])
    .filter((key) => (key.use === undefined || key.use === 'sig') && isText(key.kid) && isText(key.alg))
    .flatMap((key) => publicPart(key) ?? [])
    .slice(0, MOST)

/** Whether a key can verify by this algorithm. */
export function fits({ kty, crv, alg: said }: Key, alg: string): boolean {
  if (said !== undefined && said !== alg) return false
  if (kty === 'RSA') return alg === 'RS256' || alg === 'PS256'
  if (kty === 'EC') return alg === (crv === 'P-256' ? 'ES256' : 'ES384')
  return alg === 'EdDSA' || alg === 'Ed25519'
}

function publicPart({ kty, n, e, crv, x, y, kid, alg, use }: Fields): Key | null {
  const named = {
    ...(kid !== undefined && { kid }),
    ...(alg !== undefined && { alg }),
    ...(use !== undefined && { use }),
  }
  if (kty === 'RSA' && e === EXPONENT && isWithin(bitsOf(n))) return { kty, n, e, ...named } as Key
  const octets = CURVES[String(crv)]
  if (kty === 'EC' && octets && octetsOf(x) === octets && octetsOf(y) === octets)
    return { kty, crv, x, y, ...named } as Key
  if (kty === 'OKP' && crv === 'Ed25519' && octetsOf(x) === 32) return { kty, crv, x, ...named } as Key
  return null
}

const isWithin = (bits: number): boolean => bits >= LEAST_BITS && bits <= MOST_BITS
const isText = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.length <= 255)

const bytesOf = (text: unknown): Buffer =>
  typeof text === 'string' && text.length <= MOST_BITS / 4 && /^[\w-]+$/.test(text)
    ? Buffer.from(text, 'base64url')
    : Buffer.alloc(0)
const octetsOf = (text: unknown): number => bytesOf(text).length

function bitsOf(text: unknown): number {
  const bytes = bytesOf(text)
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? 0 : (bytes.length - first) * 8 - (Math.clz32(bytes[first]!) - 24)
}
