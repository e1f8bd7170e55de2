import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets at rest. `where` binds a value to its place (`table:column:row`): moved elsewhere it does not open. */
export type Sealer = {
  seal(plain: string, where: string): string
  open(sealed: string, where: string): string
}

/** AES-256-GCM with a fresh 96-bit IV: `v1.<base64url of iv + tag + ciphertext>`. The key may be any text of 32 or more characters. */
export function createSealer(secretKey: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'signalpost seal v1', 32))
  return {
    seal(plain, where) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(where))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, where) {
      if (!sealed.startsWith('v1.')) throw new Error('a sealed value of an unknown version')
      const bytes = Buffer.from(sealed.slice(3), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(where))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** What an answer says of a stored secret: how it ends, at most four characters and never more than half of it. */
export const hintOf = (secret: string): { set: true; hint: string } => ({
  set: true,
  hint: `…${secret.slice(secret.length - Math.min(4, secret.length >> 1))}`,
})
