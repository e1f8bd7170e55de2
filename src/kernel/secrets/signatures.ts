/** HMAC of messages between programs, and their comparison. */
import { createHmac, timingSafeEqual } from 'node:crypto'

type Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512'
type Piece = string | Uint8Array

export function hmac(hash: Hash, key: Piece, ...pieces: Piece[]): Buffer {
  const mac = createHmac(hash, key)
  for (const piece of pieces) mac.update(piece)
  return mac.digest()
}

/** Compares in a time that does not depend on where they differ. */
export function isSame(one: Piece, other: Piece): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
