/**
 * The hash chain of the audit trail: hash(n) = HMAC-SHA256(key, domain ‖ hash(n-1) ‖ row n). Texts that may name a person
 * are in it as a salted hash each, so that they can be erased later and the chain still verifies.
 */
import { createHmac, randomFillSync } from 'node:crypto'

/** Columns whose text may name a person. */
export const WORDS = ['actor', 'target', 'before', 'after', 'ip'] as const
export type Word = (typeof WORDS)[number]

/** In place of the name of a person who was erased. */
export const ERASED = 'erased'

const FACTS = [
  'id',
  'at',
  'user_id',
  'key_id',
  'via',
  'app',
  'door',
  'as_platform',
  'action',
  'tenant_id',
  'request_id',
] as const

const LINKED = ['seq', ...FACTS] as const
export const AUDIT_COLUMNS = [...LINKED, ...WORDS] as const

export type AuditRow = { seq: number } & Record<(typeof FACTS)[number], string | number | null> &
  Record<Word, string | null>

/** The salted hashes of erased texts of a row. */
export type Erased = Partial<Record<Word, Uint8Array>>

const DOMAIN = 'sp-audit-1'
const HASH_BYTES = 32
const SALT_BYTES = 16
const SALTS_BYTES = SALT_BYTES * WORDS.length
const ABSENT = 0xffffffff

/** One salt a text. Random bytes are drawn for 100 rows at once, because a draw costs more than a hash. */
export function newSalts(): Uint8Array {
  if (drawn + SALTS_BYTES > pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  drawn += SALTS_BYTES
  return pool.slice(drawn - SALTS_BYTES, drawn)
}
const pool = new Uint8Array(SALTS_BYTES * 100)
let drawn = pool.length

/** The part of `salts` that belongs to a text. */
export const saltOf = (salts: Uint8Array, word: Word): Uint8Array => {
  const start = WORDS.indexOf(word) * SALT_BYTES
  return salts.subarray(start, start + SALT_BYTES)
}

/** The salted hash of a text, which the chain holds. */
export function commitmentOf(salt: Uint8Array, text: string): Uint8Array {
  const room = SALT_BYTES + 3 * text.length
  const bytes = room <= salted.length ? salted : Buffer.allocUnsafe(room)
  bytes.set(salt)
  // In one call: a verification makes five of these for each row, and a hasher of its own costs twice as much.
  return Bun.SHA256.hash(bytes.subarray(0, SALT_BYTES + bytes.write(text, SALT_BYTES))) as Uint8Array
}
const salted = Buffer.alloc(4096)

/** The keyed hash of a row that follows the row with the hash `previous`. */
export function linkOf(key: Uint8Array, previous: Uint8Array, row: AuditRow, salts: Uint8Array, erased?: Erased) {
  // Not by Bun.CryptoHasher, which with a key fails for an error that other code left behind, such as a bad private key.
  const hasher = createHmac('sha256', key).update(DOMAIN).update(previous)
  return hasher.update(canonical(row, salts, erased)).digest() as Uint8Array
}

/** Each field as its length (4 bytes, big-endian) and its UTF-8 text: no two rows share an encoding. */
function canonical(row: AuditRow, salts: Uint8Array, erased: Erased | undefined): Uint8Array {
  const facts = LINKED.map((name) => (row[name] === null ? null : String(row[name])))
  let room = WORDS.length * (4 + HASH_BYTES)
  for (const text of facts) room += 4 + 3 * (text?.length ?? 0)
  const bytes = room <= scratch.length ? scratch : Buffer.allocUnsafe(room)
  let at = 0
  for (const text of facts) {
    const length = text === null ? 0 : bytes.write(text, at + 4)
    bytes.writeUInt32BE(text === null ? ABSENT : length, at)
    at += 4 + length
  }
  for (const word of WORDS) {
    const text = row[word]
    const commitment = erased?.[word] ?? (text === null ? null : commitmentOf(saltOf(salts, word), text))
    bytes.writeUInt32BE(commitment ? HASH_BYTES : ABSENT, at)
    if (commitment) bytes.set(commitment, at + 4)
    at += 4 + (commitment ? HASH_BYTES : 0)
  }
  return bytes.subarray(0, at)
}
const scratch = Buffer.alloc(4096)

export const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a !== null && b !== null && Buffer.compare(a, b) === 0

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const bytesOfHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
