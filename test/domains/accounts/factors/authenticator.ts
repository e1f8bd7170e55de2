/** A passkey in software: makes keys and answers options as a browser does, with what a test changes. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Algorithm = -7 | -8 | -257
type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }
/** `flags`: present 1, verified 4, backup eligible 8, backed up 16. */
export type Twist = {
  flags?: number
  rp_id?: string
  counter?: number
  client?: Record<string, unknown>
  user_handle?: string | null
  bogus?: boolean
  aaguid?: string
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const bytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data])
const text = (data: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(data)), Buffer.from(data)])
const integer = (n: number): Buffer => (n < 0 ? head(1, -1 - n) : head(0, n))
const map = (...pairs: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

function head(kind: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(kind << 5) | n])
  return n < 256 ? Buffer.from([(kind << 5) | 24, n]) : Buffer.from([(kind << 5) | 25, n >> 8, n & 255])
}

const kindsOf = (bits: number) => ({
  [-7]: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  [-8]: () => generateKeyPairSync('ed25519'),
  [-257]: () => generateKeyPairSync('rsa', { modulusLength: bits }),
})

function coseOf(algorithm: Algorithm, key: KeyObject): Buffer {
  const jwk = key.export({ format: 'jwk' }) as Record<string, string>
  const part = (name: string) => bytes(Buffer.from(jwk[name]!, 'base64url'))
  const of = (kty: number, ...rest: [number, Buffer][]) =>
    map(
      [integer(1), integer(kty)],
      [integer(3), integer(algorithm)],
      ...rest.map(([label, value]): [Buffer, Buffer] => [integer(label), value]),
    )
  if (algorithm === -7) return of(2, [-1, integer(1)], [-2, part('x')], [-3, part('y')])
  return algorithm === -8 ? of(1, [-1, integer(6)], [-2, part('x')]) : of(3, [-1, part('n')], [-2, part('e')])
}

export function authenticator(origin: string, algorithm: Algorithm = -7, bits = 2048) {
  const { publicKey, privateKey } = kindsOf(bits)[algorithm]()
  const id = randomBytes(16)
  const cose = coseOf(algorithm, publicKey)
  let user_handle: string | null = null
  let count = 0
  const dataOf = (rp_id: string, flags: number, counter: number, key?: Buffer, aaguid = ''): Buffer => {
    const fixed = Buffer.concat([sha256(rp_id), Buffer.from([flags | (key ? 0x40 : 0)]), Buffer.alloc(4)])
    fixed.writeUInt32BE(counter, 33)
    if (!key) return fixed
    const model = Buffer.from(aaguid.replaceAll('-', '').padEnd(32, '0'), 'hex')
    return Buffer.concat([fixed, model, Buffer.from([0, id.length]), id, key])
  }
  const clientOf = (type: string, challenge: string, more: Twist['client']): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more }))
  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', response })
  return {
    id: id.toString('base64url'),
    cose,
    /** Answers `navigator.credentials.create()`. */
    create(options: Options, { flags = 0x05, client, ...twist }: Twist = {}): string {
      user_handle = options.user!.id
      const data = dataOf(twist.rp_id ?? options.rp!.id, flags, twist.counter ?? 0, cose, twist.aaguid)
      const attestation = map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(data)])
      return answer({
        clientDataJSON: clientOf('webauthn.create', options.challenge, client).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers `navigator.credentials.get()`. The counter grows unless a test sets it. */
    get(options: Options, { flags = 0x05, client, bogus, ...twist }: Twist = {}): string {
      const data = dataOf(twist.rp_id ?? options.rpId!, flags, twist.counter ?? ++count)
      const about = clientOf('webauthn.get', options.challenge, client)
      const signed = Buffer.concat([data, sha256(about)])
      const signature = sign(algorithm === -8 ? null : 'sha256', bogus ? Buffer.from('other') : signed, privateKey)
      return answer({
        clientDataJSON: about.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: twist.user_handle === undefined ? user_handle : (twist.user_handle ?? undefined),
      })
    },
  }
}
