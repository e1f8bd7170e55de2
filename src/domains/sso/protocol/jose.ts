/** Signed tokens (JWS in compact form, RFC 7515) with the algorithms that we take: asymmetric ones alone. */
import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Fields } from '../../../kernel/operation/shape.ts'
import { objectIn } from './fetch-json.ts'
import { Unverified } from './refused.ts'

const LONGEST_TOKEN = 64 << 10
const MOST_CLAIMS = 32 << 10
const LEAST_RSA_BITS = 2048

export type Jwk = JsonWebKey & { kid?: string; use?: string; alg?: string }
export type SignedToken = { header: Fields; claims: Fields; signed: Buffer; signature: Buffer }

/** The parts of a token, unverified. */
export function readToken(text: string): SignedToken {
  if (text.length > LONGEST_TOKEN) throw new Unverified('too_large', 'the token exceeds 64 KB')
  const parts = text.split('.')
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part)))
    throw new Unverified('token', 'the token is no signed JWT')
  const [head, body, signature] = parts as [string, string, string]
  const claims = Buffer.from(body, 'base64url')
  if (claims.length > MOST_CLAIMS) throw new Unverified('too_large', 'the claims exceed 32 KB')
  return {
    header: fieldsIn(Buffer.from(head, 'base64url')),
    claims: fieldsIn(claims),
    signed: Buffer.from(`${head}.${body}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

function fieldsIn(bytes: Buffer): Fields {
  const fields = objectIn(bytes)
  if (!fields) throw new Unverified('token', 'a part of the token is no JSON object')
  return fields
}

type Algorithm = { fits(key: Jwk): boolean; verify(signed: Buffer, key: KeyObject, signature: Buffer): boolean }

const isRsa = ({ kty }: Jwk) => kty === 'RSA'
const ED25519: Algorithm = {
  fits: ({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519',
  verify: (signed, key, signature) => verify(null, signed, key, signature),
}

/** Never `none`, and never HMAC: its key is the client's secret. */
const ALGORITHMS = new Map<string, Algorithm>([
  ['RS256', { fits: isRsa, verify: (signed, key, signature) => verify('sha256', signed, key, signature) }],
  [
    'PS256',
    {
      fits: isRsa,
      verify: (signed, key, signature) =>
        verify('sha256', signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
    },
  ],
  [
    'ES256',
    {
      fits: ({ kty, crv }) => kty === 'EC' && crv === 'P-256',
      verify: (signed, key, signature) => verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature),
    },
  ],
  ['EdDSA', ED25519],
  ['Ed25519', ED25519],
])

export const ALGORITHM_NAMES: readonly string[] = [...ALGORITHMS.keys()]

/** The keys that may have signed the token; none when it names one that is not there. */
export function keysFor({ header }: SignedToken, keys: readonly Jwk[]): Jwk[] {
  const { kid, alg } = header
  const algorithm = ALGORITHMS.get(String(alg))
  if (!algorithm) throw new Unverified('algorithm', `the token is signed with ${String(alg).slice(0, 20)}`)
  return keys.filter(
    (key) =>
      algorithm.fits(key) &&
      (key.use === undefined || key.use === 'sig') &&
      (key.alg === undefined || key.alg === alg) &&
      (kid === undefined || key.kid === kid),
  )
}

/** Throws unless one of these keys signed the token. */
export function assertSigned(
  { header, signed, signature }: SignedToken,
  keys: readonly Jwk[],
  allowed: readonly string[],
) {
  const alg = String(header.alg)
  if (header.crit !== undefined) throw new Unverified('token', 'the token has critical headers that are not known')
  if (!allowed.includes(alg)) throw new Unverified('algorithm', `the issuer does not announce ${alg.slice(0, 20)}`)
  if (keys.length === 0) throw new Unverified('key', 'no key of the issuer fits the token')
  const algorithm = ALGORITHMS.get(alg)!
  if (!keys.some((key) => algorithm.verify(signed, opened(key), signature)))
    throw new Unverified('signature', 'the signature is wrong')
}

function opened(key: Jwk): KeyObject {
  let open: KeyObject
  try {
    open = createPublicKey({ key, format: 'jwk' })
  } catch {
    throw new Unverified('key', 'a key of the issuer does not open')
  }
  const bits = open.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && bits < LEAST_RSA_BITS)
    throw new Unverified('key', `a key of the issuer has ${bits} bits only`)
  return open
}
