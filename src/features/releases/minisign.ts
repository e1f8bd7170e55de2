/**
 * Signatures as minisign makes them (https://jedisct1.github.io/minisign/): Ed25519 over the BLAKE2b-512 hash of a file.
 * Its older form, which signs the file itself, is refused.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'

export type PublicKey = { id: string; key: Uint8Array }

/** The DER prefix of the 32 bytes of an Ed25519 key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

const KEY_BYTES = 2 + 8 + 32
const SIGNATURE_BYTES = 2 + 8 + 64

export const blake2b = (data: Uint8Array): Buffer => createHash('blake2b512').update(data).digest()

/** A public key in the one line in which minisign prints it. */
export function readPublicKey(line: string): PublicKey {
  const bytes = fromBase64(line)
  if (bytes?.length !== KEY_BYTES || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error(`"${line}" is no public key of minisign`)
  return { id: idOf(bytes), key: bytes.subarray(10) }
}

/** Why the signature of `data` is not valid, or its trusted comment. */
export function checkSignature(
  data: Uint8Array,
  signature: string,
  keys: readonly PublicKey[],
): { wrong: string } | { comment: string } {
  const [, first = '', third = '', fourth = '', ...rest] = signature.split('\n')
  const own = fromBase64(first)
  const over = fromBase64(fourth)
  const comment = /^trusted comment: (.*)$/.exec(third)?.[1]
  if (own?.length !== SIGNATURE_BYTES || over?.length !== 64 || comment === undefined || rest.join('').trim() !== '')
    return { wrong: 'the signature is no signature of minisign' }
  if (own.toString('latin1', 0, 2) !== 'ED') return { wrong: 'the signature has the legacy form of minisign' }
  const key = keys.find(({ id }) => id === idOf(own))
  if (!key) return { wrong: `the signature is of another key (${idOf(own)})` }
  const value = own.subarray(10)
  if (!isSigned(blake2b(data), value, key)) return { wrong: 'the signature does not match' }
  if (!isSigned(Buffer.concat([value, Buffer.from(comment)]), over, key))
    return { wrong: 'the comment of the signature was changed' }
  return { comment }
}

function isSigned(data: Uint8Array, signature: Uint8Array, { key }: PublicKey): boolean {
  const opened = createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' })
  return verify(null, data, opened, signature)
}

/** As minisign prints the id of a key: its bytes from the last to the first. */
const idOf = (bytes: Uint8Array): string => Buffer.from(bytes.slice(2, 10)).reverse().toString('hex').toUpperCase()

function fromBase64(text: string): Buffer | null {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text.trim()) ? Buffer.from(text.trim(), 'base64') : null
}
