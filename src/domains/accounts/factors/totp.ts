/** Time-based one-time codes: RFC 6238 over the HOTP of RFC 4226, as authenticator apps have it (SHA-1, 6 digits, 30 s). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SECOND } from '../../../kernel/time/clock.ts'

const STEP = 30 * SECOND
const DIGITS = 6
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in base32, as people type it. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

/** The step that a moment lies in. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP)

export function codeOfStep(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is: the present one or a neighbour. All three are compared, in the same time. */
export function stepOfCode(secret: string, code: string, ms: number): number | null {
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS))
  if (code.length !== DIGITS || given.length !== DIGITS) return null
  const key = fromBase32(secret)
  const now = stepAt(ms)
  const matching = [now - 1, now, now + 1].filter((step) => timingSafeEqual(Buffer.from(codeOfStep(key, step)), given))
  return matching.at(-1) ?? null
}

/** The address that an authenticator app reads from the QR code. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const name = encodeURIComponent(issuer)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${name}&algorithm=SHA1&digits=${DIGITS}&period=30`
}

export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    value = (value << 5) | BASE32.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
    value &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}
