/** Recovery codes: ten, each once, of 120 random bits, so that their SHA-256 is enough to keep. */
import { randomBytes } from 'node:crypto'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { hashSecret } from '../../../kernel/secrets/ids.ts'

const CODES = 10
const LENGTH = 24
/** Crockford's: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes new codes, in groups of four; the older ones end. */
export function makeRecoveryCodes(tx: Tx, user_id: string): string[] {
  dropRecoveryCodes(tx, user_id)
  const codes = Array.from({ length: CODES }, newCode)
  for (const code of codes)
    tx.run('insert into recovery_codes (hash, user_id, made_at) values (?, ?, ?)', hashSecret(code), user_id, tx.now)
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

const newCode = (): string => [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')

/** Uses a code; whether it was theirs and unused. */
export const useRecoveryCode = (tx: Tx, user_id: string, code: string): boolean =>
  code.length === LENGTH &&
  tx.run(
    'update recovery_codes set used_at = ? where hash = ? and user_id = ? and used_at is null',
    tx.now,
    hashSecret(asWritten(code)),
    user_id,
  ) === 1

/** Letters that people confuse with digits are read as those digits. */
const asWritten = (code: string): string => code.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

export const countRecoveryCodes = (tx: ReadTx, user_id: string): number =>
  tx.number('select count(*) from recovery_codes where user_id = ? and used_at is null', user_id)

export const dropRecoveryCodes = (tx: Tx, user_id: string): number =>
  tx.run('delete from recovery_codes where user_id = ?', user_id)
