/** Stored secrets follow the secret key: a new key reseals everything, and a wrong key is refused before anything changes. */
import { Database } from 'bun:sqlite'
import { resealAuditKeys } from '../audit/keys.ts'
import type { Db, ReadTx, Tx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { ConfigError } from '../environment/config.ts'
import type { Log } from '../environment/log.ts'
import { type SealedColumn, type Sealer, sealContext } from './seal.ts'

export type SealSurvey = {
  /** Values that an older key sealed. */
  older: number
  /** Rows whose value no key opens, by column. */
  lost: { column: SealedColumn; rows: string[][] }[]
}

type Install = { db: Db; log: Log }

/**
 * Seals with the current key what older ones sealed, then rewrites the database file, so that nothing sealed with
 * them is left in it. When nothing changed, this costs one read of a row. Values that no key opens stop it, unless the
 * caller chose to forget them. A kill at any moment leaves values that open with the keys given; the next start finishes.
 */
export function renewSeals(
  { db, log }: Install,
  sealer: Sealer,
  columns: readonly SealedColumn[],
  { forget = false } = {},
): SealSurvey {
  const before = db.read(keyIdOf)
  if (before === sealer.key_id && !forget) return { older: 0, lost: [] }
  const found = db.write((tx) => {
    const found = walk(tx, sealer, columns, (column, row, sealed) => store(tx, column, row, sealed))
    if (found.lost.length && !forget) throw new ConfigError(mismatch(found, before, sealer))
    // Before the file is written again, and while the old key is still there to open them.
    resealAuditKeys(tx, sealer)
    for (const { column, rows } of found.lost) for (const row of rows) tx.run(column.forget, ...row)
    return found
  })
  if (found.older > 0) {
    const facts = { resealed: found.older, key_id: sealer.key_id }
    log.info('stored secrets were resealed; remove older keys when no older backup needs them', facts)
  }
  const isNew = before === null && found.older === 0
  if (isNew || before === sealer.key_id || rewrite(db.file, log))
    db.write((tx) => writeSetting(tx, SEALED_WITH, sealer.key_id) as undefined)
  return found
}

/** Compares the stored values with the keys, without changing any. */
export const survey = (tx: ReadTx, sealer: Sealer, columns: readonly SealedColumn[]): SealSurvey =>
  walk(tx, sealer, columns, () => {})

export const countSealed = (tx: ReadTx, columns: readonly SealedColumn[]): number =>
  columns.reduce((sum, { table, column }) => sum + tx.count(`select count(*) from ${table} where ${column} <> ''`), 0)

/** Names the key that everything stored is sealed with; null before the first one. */
export const keyIdOf = (tx: ReadTx): string | null => readSetting<string>(tx, SEALED_WITH)

/** `2 secrets (email:password, engine:scan_live:api_key), 14 links in e-mails` */
export const listed = (lost: SealSurvey['lost']): string =>
  lost
    .map(({ column, rows }) => {
      const names = column.named ? ` (${rows.map((row) => row.join(':')).join(', ')})` : ''
      return `${rows.length} ${column.what}${names}`
    })
    .join(', ')

/** Why the given keys do not suffice, and what to do. */
export function mismatch({ lost }: SealSurvey, before: string | null, { key_id }: Sealer): string {
  return `the secret key (${key_id}) does not open what is stored here, sealed with ${before ? `the key ${before}` : 'another'}: ${listed(lost)}. Put that key back, on a line of its own below the current one in secret.key or the file of SIGNALPOST_SECRET_KEY_FILE; if it is lost, \`signalpost rotate-key --lost\` forgets these values and says what to enter again`
}

const SEALED_WITH = 'sealed_with'
const AT_A_TIME = 500

type Row = Record<string, string>

/** Opens every sealed value; calls `renewed` with the new seal of each value of an older key. */
function walk(
  tx: ReadTx,
  sealer: Sealer,
  columns: readonly SealedColumn[],
  renewed: (column: SealedColumn, row: string[], sealed: string) => void,
): SealSurvey {
  const found: SealSurvey = { older: 0, lost: [] }
  for (const column of columns) {
    const lost: string[][] = []
    for (const { row, sealed } of sealedRows(tx, column)) {
      try {
        const resealed = sealer.renew(sealed, sealContext(column, ...row))
        if (resealed === null) continue
        found.older += 1
        renewed(column, row, resealed)
      } catch {
        lost.push(row)
      }
    }
    if (lost.length) found.lost.push({ column, rows: lost })
  }
  return found
}

/** By their keys, some at a time: a row that changes meanwhile keeps its place. */
function* sealedRows(tx: ReadTx, { table, column, key }: SealedColumn): Generator<{ row: string[]; sealed: string }> {
  const names = key.join(', ')
  const sql = `select ${names}, ${column} as sealed from ${table}
    where (${names}) > (${key.map(() => '?').join(', ')}) and ${column} <> '' order by ${names} limit ${AT_A_TIME}`
  let last = key.map(() => '')
  for (;;) {
    const rows = tx.rows<Row>(sql, ...last)
    for (const found of rows) yield { row: key.map((name) => found[name]!), sealed: found.sealed! }
    if (rows.length < AT_A_TIME) return
    last = key.map((name) => rows.at(-1)![name]!)
  }
}

function store(tx: Tx, { table, column, key }: SealedColumn, row: string[], sealed: string): void {
  tx.run(`update ${table} set ${column} = ? where ${key.map((name) => `${name} = ?`).join(' and ')}`, sealed, ...row)
}

/** Pages that were freed, and the write-ahead log, keep old bytes: only a new file holds none. False when it failed. */
function rewrite(file: string, log: Log): boolean {
  const connection = new Database(file, { readwrite: true, strict: true })
  try {
    connection.run('PRAGMA busy_timeout=5000')
    connection.run('VACUUM')
    connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
    return true
  } catch (error) {
    log.warn(
      'the database could not be written resealed: values of the old key may be left in it until the next start',
      { error: (error as Error).message },
    )
    return false
  } finally {
    connection.close(false)
  }
}
