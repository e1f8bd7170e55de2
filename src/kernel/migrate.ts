import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from './clock.ts'
import { copyDatabase } from './copy-database.ts'
import type { ReadTx } from './database.ts'

/** A numbered step of the schema: `0001_foundation`. Shipped text is never edited. */
export type Migration = { name: string; sql: string }

/**
 * Brings the file to the newest schema, each step in one transaction. A database that holds data is copied to
 * `backups/` and the copy checked before anything is touched. A database newer than this program is refused.
 */
export function migrate(
  file: string,
  migrations: readonly Migration[],
  clock: Clock,
): { from: number; to: number; copy: string | null } {
  const fresh = !existsSync(file)
  const connection = new Database(file, { create: true, readwrite: true, strict: true })
  try {
    connection.run('PRAGMA journal_mode=WAL')
    connection.run('PRAGMA synchronous=FULL')
    const from = connection.query<{ user_version: number }, []>('PRAGMA user_version').get()!.user_version
    const to = migrations.length
    if (from > to)
      throw new Error(
        `the database was written by a newer Signalpost (schema ${from}, this one knows ${to}): install that version again, or restore a backup made before the upgrade`,
      )
    if (from === to) return { from, to, copy: null }
    const copy = fresh || from === 0 ? null : verifiedCopy(connection, file, from, clock)
    for (const [index, migration] of migrations.entries()) if (index >= from) apply(connection, migration, index + 1)
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
    connection.exec(migration.sql)
    const broken = connection.query('PRAGMA foreign_key_check').all()
    if (broken.length) throw new Error(`migration ${migration.name} leaves ${broken.length} broken references`)
    connection.exec(`PRAGMA user_version=${version}`)
  })()
}

function verifiedCopy(connection: Database, file: string, version: number, clock: Clock): string {
  const folder = join(dirname(file), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const copy = join(folder, `before-schema-${version + 1}-${clock.now().replace(/[:.]/g, '-')}.db`)
  const part = `${copy}.part`
  copyDatabase(connection, part)
  renameSync(part, copy)
  return copy
}
