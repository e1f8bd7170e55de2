import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Log, silentLog } from '../environment/log.ts'
import type { Clock } from '../time/clock.ts'
import { copyDatabase } from './copy-database.ts'
import type { ReadTx } from './database.ts'
import { roomIn } from './storage.ts'

/** A numbered step of the schema: `0001_foundation`. Shipped text is never edited. */
export type Migration = { name: string; sql: string }

/** The name of the last step, and the packed text of the schema after it: the build puts it in. */
declare const NEWEST_SCHEMA: string | undefined

/** Schemas after all of these steps, as the first new database of this process has it. */
const known = new WeakMap<readonly Migration[], string>()

/**
 * Brings the file to the newest schema, each step in one transaction; a new one at once, since its steps take 0.4 s. A
 * database that holds data is copied to `backups/` and the copy checked before anything is touched. A database newer
 * than this program is refused.
 */
export function migrate(
  file: string,
  migrations: readonly Migration[],
  clock: Clock,
  log: Log = silentLog,
): { from: number; to: number; copy: string | null } {
  const fresh = !existsSync(file)
  const connection = new Database(file, { create: true, readwrite: true, strict: true })
  try {
    const from = connection.query<{ user_version: number }, []>('PRAGMA user_version').get()!.user_version
    const to = migrations.length
    if (from > to)
      throw new Error(
        `the database was written by a newer Signalpost (schema ${from}, this one knows ${to}): install that version again, or restore a backup made before the upgrade`,
      )
    if (from === to) {
      rmSync(noteIn(file), { force: true })
      return { from, to, copy: null }
    }
    connection.run('PRAGMA journal_mode=WAL')
    connection.run('PRAGMA synchronous=FULL')
    const tell = fresh || from === 0 ? silentLog : log
    tell.info('upgrading the database: do not stop it; first it is copied', { from, to, bytes: statSync(file).size })
    const copy = fresh || from === 0 ? null : copyOnce(connection, file, from, clock)
    if (copy) tell.info('the database is copied', { copy })
    const whole = from === 0 ? schemaAfter(migrations) : null
    if (whole) apply(connection, { name: 'the newest schema', sql: whole }, to)
    else
      for (const [index, migration] of migrations.entries())
        if (index >= from) {
          apply(connection, migration, index + 1)
          tell.info(`upgrade step ${index + 1} of ${to} is done`, { step: migration.name })
        }
    const text = from === 0 && !whole && schemaIn(connection)
    if (text) known.set(migrations, text)
    rmSync(noteIn(file), { force: true })
    return { from, to, copy }
  } finally {
    connection.close(false)
  }
}

/** How many steps the schema of the open database has taken. */
export const schemaVersion = (tx: ReadTx): number => tx.number('pragma user_version')

function apply(connection: Database, migration: Migration, version: number): void {
  connection.run('PRAGMA foreign_keys=OFF')
  connection.transaction(() => {
    try {
      connection.exec(migration.sql)
    } catch (error) {
      throw new Error(
        `the upgrade stopped at ${migration.name}: ${(error as Error).message}; that step changed nothing`,
        { cause: error },
      )
    }
    const broken = connection.query('PRAGMA foreign_key_check').all()
    if (broken.length) throw new Error(`migration ${migration.name} leaves ${broken.length} broken references`)
    connection.exec(`PRAGMA user_version=${version}`)
  })()
}

function schemaAfter(migrations: readonly Migration[]): string | null {
  if (known.has(migrations)) return known.get(migrations)!
  const [last, packed] = typeof NEWEST_SCHEMA === 'string' ? NEWEST_SCHEMA.split(' ') : []
  if (!packed || last !== migrations.at(-1)?.name) return null
  return Bun.zstdDecompressSync(Buffer.from(packed, 'base64')).toString()
}

/** All that makes the schema, in its order; null where a step wrote rows. */
export function schemaIn(connection: Database): string | null {
  const made = connection
    .query<{ type: string; name: string; sql: string }, []>(
      "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid",
    )
    .all()
  const holdsRow = ({ type, name }: { type: string; name: string }) =>
    type === 'table' && connection.query(`select 1 from "${name}" limit 1`).get() !== null
  return made.some(holdsRow) ? null : made.map(({ sql }) => sql).join(';\n')
}

const folderOf = (file: string): string => join(dirname(file), 'backups')

/** Says while an upgrade is under way which copy was made for it: one that was cut off makes no second one. */
const noteIn = (file: string): string => join(folderOf(file), 'upgrade.json')
type Note = { from: number; copy: string }

/**
 * The copy of what the upgrade began with. One that was cut off after a step has it already; before the first step the
 * database may have been used since, so the copy is replaced.
 */
function copyOnce(connection: Database, file: string, from: number, clock: Clock): string {
  mkdirSync(folderOf(file), { recursive: true, mode: 0o700 })
  dropParts(file)
  const before = readNote(file)
  if (before && from > before.from) return before.copy
  if (before) rmSync(before.copy, { force: true })
  try {
    const copy = verifiedCopy(connection, file, from, clock)
    writeFileSync(noteIn(file), JSON.stringify({ from, copy } satisfies Note), { mode: 0o600, flush: true })
    return copy
  } finally {
    dropParts(file)
  }
}

function readNote(file: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(noteIn(file), 'utf8')) as Note
    return existsSync(note.copy) ? note : null
  } catch {
    return null
  }
}

/** Removes the parts that an interrupted copy leaves. */
function dropParts(file: string): void {
  for (const name of readdirSync(folderOf(file)))
    if (/^before-schema-.*\.part/.test(name)) rmSync(join(folderOf(file), name), { force: true })
}

function verifiedCopy(connection: Database, file: string, version: number, clock: Clock): string {
  assertRoom(connection, file)
  const copy = join(folderOf(file), `before-schema-${version + 1}-${clock.now().replace(/[:.]/g, '-')}.db`)
  const part = `${copy}.part`
  copyDatabase(connection, part)
  renameSync(part, copy)
  return copy
}

/** Room beyond the copy, for the writes of the steps themselves. */
const FOR_STEPS = 16 * 1024 * 1024

/** An upgrade that runs out of room in its middle is harder to explain than one that does not begin. */
function assertRoom(connection: Database, file: string): void {
  const number = (pragma: string) =>
    Object.values(connection.query<Record<string, number>, []>(`PRAGMA ${pragma}`).get()!)[0]!
  const bytes = (number('page_count') - number('freelist_count')) * number('page_size')
  const need = Math.ceil(bytes * 1.1) + FOR_STEPS
  const free = roomIn(dirname(file))
  if (free >= need) return
  throw new Error(
    `the upgrade needs ${megabytes(need)} beside ${file}, for a copy and its own work, and ${megabytes(free)} are free: make room; nothing was changed`,
  )
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`
