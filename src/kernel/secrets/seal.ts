import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets at rest. `where` binds a value to its place (`table:column:row`): moved elsewhere it does not open. */
export type Sealer = {
  seal(plain: string, where: string): string
  open(sealed: string, where: string): string
  /** The value resealed with the current key; null when that key sealed it already. Throws when no key opens it. */
  renew(sealed: string, where: string): string | null
  /** Identifies the current key without revealing it: two installs with one key have the same id. */
  key_id: string
}

/**
 * AES-256-GCM with a fresh 96-bit IV: `v1.<base64url of iv + tag + ciphertext>`. A key may be any text of 32 or more
 * characters. The first of several is the current one, which alone seals; what older ones sealed opens too.
 */
export function createSealer(keys: string | readonly string[]): Sealer {
  const [current, ...older] = [keys].flat().map((key) => derived(key, 'signalpost seal v1', 32)) as [
    Buffer,
    ...Buffer[],
  ]
  const seal: Sealer['seal'] = (plain, where) => sealWith(current, plain, where)
  const openOld = (sealed: string, where: string): string => {
    for (const key of older) {
      const plain = openWith(key, sealed, where)
      if (plain !== null) return plain
    }
    throw new Error(`a sealed value does not open: ${where}`)
  }
  return {
    seal,
    open: (sealed, where) => openWith(current, sealed, where) ?? openOld(sealed, where),
    renew: (sealed, where) => (openWith(current, sealed, where) === null ? seal(openOld(sealed, where), where) : null),
    key_id: derived([keys].flat()[0]!, 'signalpost key id v1', 4).toString('hex'),
  }
}

/** The hint of a stored secret: its end, at most four characters and at most half of it. */
export const hintOf = (secret: string): { set: true; hint: string } => ({
  set: true,
  hint: `…${secret.slice(secret.length - Math.min(4, secret.length >> 1))}`,
})

/** A column of sealed values, so that a new key finds them all. A value that is empty was forgotten, or never there. */
export type SealedColumn = {
  table: string
  column: string
  /** The columns that name its row. */
  key: readonly string[]
  /** The data in words for people: `links in e-mails`. */
  what: string
  /** Whether a row's key says something to people. */
  named?: true
  /** A statement that clears the value of one row when no key opens it; its parameters are the row's key. */
  forget: string
  /** The next step for a person after a value is cleared. */
  afterwards: string
}

/** Where a row's value is sealed to. */
export const sealContext = ({ table, column }: SealedColumn, ...row: string[]): string =>
  [table, column, ...row].join(':')

const derived = (key: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, bytes))

function sealWith(key: Buffer, plain: string, where: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(where))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Null when the value was sealed with another key, for another place, or was changed. */
function openWith(key: Buffer, sealed: string, where: string): string | null {
  if (!sealed.startsWith('v1.')) throw new Error('a sealed value of an unknown version')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  if (bytes.length < 28) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(where))
  decipher.setAuthTag(bytes.subarray(12, 28))
  const body = decipher.update(bytes.subarray(28))
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
