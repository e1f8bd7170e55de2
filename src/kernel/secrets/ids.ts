import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A new UUIDv7 (RFC 9562): sorts by creation. Every id but a job link's. */
export const newId = (): string => Bun.randomUUIDv7()

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 32
const CHECK_LENGTH = 6

/**
 * A secret of the shape `<prefix>_` + 32 random base62 (190 bits) + 6 base62 of the CRC-32 of those 32, so that a
 * scanner can find it and a typo is refused before the database is asked. Published pattern: `ipk_[0-9A-Za-z]{38}`.
 */
export function newSecret(prefix: string): string {
  const random = base62(RANDOM_LENGTH)
  return `${prefix}_${random}${checksum(random)}`
}

/** Whether the text has the shape of a secret with this prefix, checksum included. */
export function looksLikeSecret(prefix: string, text: string): boolean {
  const body = text.slice(prefix.length + 1)
  return (
    text.startsWith(`${prefix}_`) &&
    body.length === RANDOM_LENGTH + CHECK_LENGTH &&
    checksum(body.slice(0, RANDOM_LENGTH)) === body.slice(RANDOM_LENGTH)
  )
}

/** How a secret of high entropy is kept: SHA-256 in hex. */
export const hashSecret = (secret: string): string => Bun.SHA256.hash(secret, 'hex')

/** The part of a secret that may be shown later: its first 8 characters. */
export const prefixOf = (secret: string): string => secret.slice(0, 8)

function base62(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let out = ''
  for (let i = 0; i < CHECK_LENGTH; i++) {
    out = ALPHABET[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}
