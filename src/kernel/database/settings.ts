import { hintOf, type SealedColumn, type Sealer, sealContext } from '../secrets/seal.ts'
import type { ReadTx, Tx } from './database.ts'

/** A stored setting (JSON), or null when it was never set. */
export function readSetting<T>(tx: ReadTx, name: string): T | null {
  const row = tx.row<{ value: string }>('select value from settings where name = ?', name)
  return row ? (JSON.parse(row.value) as T) : null
}

/** `was` with the fields of `given`: a field that is left out stays, and a field that `was` lacks is ignored. */
export const patched = <T extends object>(was: T, given: { [Name in keyof T]?: T[Name] | undefined }): T =>
  Object.fromEntries(
    Object.entries(was).map(([name, value]) => {
      const wanted = given[name as keyof T]
      return [name, wanted === undefined ? value : wanted]
    }),
  ) as T

export function writeSetting(tx: Tx, name: string, value: unknown): void {
  tx.run(
    `insert into settings (name, value, updated_at) values (?, ?, ?)
     on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
    name,
    JSON.stringify(value),
    tx.now,
  )
}

export const forgetSetting = (tx: Tx, name: string): number => tx.run('delete from settings where name = ?', name)

/** Where suppliers' keys, passwords and sign-ins lie. */
export const SECRETS: SealedColumn = {
  table: 'secrets',
  column: 'sealed',
  key: ['name'],
  what: 'secrets',
  named: true,
  forget: 'delete from secrets where name = ?',
  afterwards:
    'enter them again: PUT /settings/crawl, /settings/integrations and /settings/email, or connect the account',
}

/** A stored secret, opened. */
export function readSecret(tx: ReadTx, sealer: Sealer, name: string): string | undefined {
  const row = tx.row<{ sealed: string }>('select sealed from secrets where name = ?', name)
  return row ? sealer.open(row.sealed, placeOf(name)) : undefined
}

/** Seals and keeps a secret; null forgets it. */
export function writeSecret(tx: Tx, sealer: Sealer, name: string, plain: string | null): void {
  if (plain === null) {
    tx.run('delete from secrets where name = ?', name)
    return
  }
  tx.run(
    `insert into secrets (name, sealed, hint, updated_at) values (?, ?, ?, ?)
     on conflict (name) do update set sealed = excluded.sealed, hint = excluded.hint, updated_at = excluded.updated_at`,
    name,
    sealer.seal(plain, placeOf(name)),
    hintOf(plain).hint,
    tx.now,
  )
}

/** The answer about a stored secret: that it is set, and its last four characters. */
export function secretHint(tx: ReadTx, name: string): { set: true; hint: string } | null {
  const row = tx.row<{ hint: string }>('select hint from secrets where name = ?', name)
  return row ? { set: true, hint: row.hint } : null
}

const placeOf = (name: string): string => sealContext(SECRETS, name)
