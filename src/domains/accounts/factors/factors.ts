/** Second factors of people: authenticator apps and passkeys. Only confirmed ones count. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { packSaid, type Said, said, text } from '../../../kernel/language/say.ts'
import type { Install } from '../../../kernel/operation/app.ts'
import { conflict, invalid, notFound } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { type SealedColumn, type Sealer, sealContext } from '../../../kernel/secrets/seal.ts'
import { millis } from '../../../kernel/time/clock.ts'
import { queueMail } from '../../mail/index.ts'
import { brandOfPerson } from '../access.ts'
import { nameInGreeting } from '../profile.ts'
import type { UserRow } from '../tables.ts'
import { authenticatorName } from './authenticators.ts'
import { demandOn } from './factor-rules.ts'
import { countRecoveryCodes, dropRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import type { FactorRow } from './tables.ts'
import { newTotpSecret, otpauthUri, stepOfCode } from './totp.ts'

/** Where the secrets of authenticator apps lie. */
export const FACTOR_SECRETS: SealedColumn = {
  table: 'factors',
  column: 'secret_sealed',
  key: ['id'],
  what: 'secrets of authenticator apps',
  // The factor stays, so that nobody signs in with a password alone.
  forget: "update factors set secret_sealed = '' where id = ?",
  afterwards: 'their owners sign in with a recovery code, or you run signalpost factors reset EMAIL',
}

const MOST = 10

/** Factors of a person that count, oldest first. */
export const factorsOf = (tx: ReadTx, user_id: string): FactorRow[] =>
  tx.rows<FactorRow>(
    'select * from factors where user_id = ? and confirmed_at is not null order by created_at, id',
    user_id,
  )

/** Every factor of a person, also one that was begun. */
export const allFactorsOf = (tx: ReadTx, user_id: string): FactorRow[] =>
  tx.rows<FactorRow>('select * from factors where user_id = ? order by created_at, id', user_id)

/** A factor in the shape of the API: never its secret or key. */
export const factorView = ({ id, kind, name, created_at, last_used_at, rp_id, ...row }: FactorRow) => ({
  id,
  kind,
  name,
  confirmed: row.confirmed_at !== null,
  rp_id,
  made_by: authenticatorName(row.aaguid),
  backed_up: kind === 'passkey' ? row.backed_up === 1 : null,
  suspect: row.suspect === 1,
  created_at,
  last_used_at,
})

export const renameFactor = (tx: Tx, id: string, name: string): number =>
  tx.run('update factors set name = ? where id = ?', name, id)

/** The person's own factor, or 404. */
export function findFactor(tx: ReadTx, user_id: string, id: string): FactorRow {
  const found = tx.row<FactorRow>('select * from factors where id = ? and user_id = ?', id, user_id)
  if (!found) throw notFound('factor')
  return found
}

export function assertRoomForFactor(tx: ReadTx, user_id: string): void {
  if (factorsOf(tx, user_id).length >= MOST) throw conflict(`You have ${MOST} factors. Remove one first.`)
}

/** Begins an authenticator app; one that was begun before and never confirmed ends. */
export function beginTotp(tx: Tx, app: Install, user: UserRow): { id: string; secret: string; uri: string } {
  assertRoomForFactor(tx, user.id)
  tx.run("delete from factors where user_id = ? and kind = 'totp' and confirmed_at is null", user.id)
  const id = newId()
  const secret = newTotpSecret()
  tx.run(
    "insert into factors (id, user_id, kind, name, secret_sealed, created_at) values (?, ?, 'totp', 'Authenticator app', ?, ?)",
    id,
    user.id,
    app.sealer.seal(secret, sealContext(FACTOR_SECRETS, id)),
    tx.now,
  )
  return { id, secret, uri: uriOf(app, secret, user) }
}

const uriOf = ({ config }: Pick<Install, 'config'>, secret: string, { email }: UserRow): string =>
  otpauthUri(secret, new URL(config.site_url).hostname, email)

/** A code of people: spaces and dashes are for reading, digits may come from any keyboard. */
const plainCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '')

export const wrongCode = () => invalid({ path: 'code', message: text('is wrong. Enter the newest one') })

/** Whether the code is one of this factor's. A code counts once: the step of the last one must be behind it. */
function takeTotp(tx: Tx, sealer: Sealer, factor: FactorRow, code: string): boolean {
  if (!factor.secret_sealed) return false
  const secret = sealer.open(factor.secret_sealed, sealContext(FACTOR_SECRETS, factor.id))
  const step = stepOfCode(secret, plainCode(code), millis(tx.now))
  if (step === null) return false
  const sql = 'update factors set last_step = ?1, last_used_at = ?2 where id = ?3 and last_step < ?1'
  return tx.run(sql, step, tx.now, factor.id) === 1
}

/** Takes a code of any of the person's authenticator apps. */
export const takeAppCode = (tx: Tx, sealer: Sealer, user_id: string, code: string): boolean =>
  factorsOf(tx, user_id).some((factor) => factor.kind === 'totp' && takeTotp(tx, sealer, factor, code))

/** Takes a code at sign-in: of an app, or a recovery code. */
export function takeCode(tx: Tx, sealer: Sealer, user_id: string, code: string): 'otp' | 'code' | null {
  if (takeAppCode(tx, sealer, user_id, code)) return 'otp'
  return useRecoveryCode(tx, user_id, plainCode(code)) ? 'code' : null
}

/** Confirms an authenticator app by its first code, which then is used up; returns the recovery codes, if it is the first factor. */
export function confirmTotp(tx: Tx, app: Install, user: UserRow, factor: FactorRow, code: string): string[] | null {
  if (factor.kind !== 'totp' || factor.confirmed_at !== null) throw conflict('This factor is confirmed already.')
  if (!takeTotp(tx, app.sealer, factor, code)) throw wrongCode()
  return confirmed(tx, app, user, factor.id, said('An authenticator app was added.'))
}

export function confirmed(tx: Tx, app: Install, user: UserRow, id: string, what: Said): string[] | null {
  const first = factorsOf(tx, user.id).length === 0
  tx.run('update factors set confirmed_at = ? where id = ?', tx.now, id)
  writeFactorLetter(tx, app, user, what)
  return first || countRecoveryCodes(tx, user.id) === 0 ? makeRecoveryCodes(tx, user.id) : null
}

/** Removes a factor. The last one stays where a rule asks for one: 409. */
export function removeFactor(tx: Tx, app: Install, user: UserRow, factor: FactorRow): void {
  const others = factorsOf(tx, user.id).filter(({ id }) => id !== factor.id)
  const last = others.length === 0 && factor.confirmed_at !== null
  if (last && demandOn(tx, user))
    throw conflict('A rule asks you for a second factor. Add another one first, then remove this one.')
  tx.run('delete from factors where id = ?', factor.id)
  if (last) dropRecoveryCodes(tx, user.id)
  if (factor.confirmed_at !== null)
    writeFactorLetter(tx, app, user, said('{factor} was removed.', { factor: factor.name }))
}

/** Removes every factor and code of a person; how many factors there were. */
export function removeFactors(tx: Tx, user_id: string): number {
  dropRecoveryCodes(tx, user_id)
  return tx.run('delete from factors where user_id = ?', user_id)
}

/** Tells the person about a change of their sign-in. */
export function writeFactorLetter(tx: Tx, app: Install, user: UserRow, what: Said): void {
  queueMail(tx, app, {
    ref: `factors ${newId()}`,
    tenant_id: null,
    brand_of: brandOfPerson(tx, user),
    template: 'factors_changed',
    to: user.email,
    facts: { name: nameInGreeting(user), what: packSaid(what) },
    link: `${app.config.site_url}/app`,
  })
}
