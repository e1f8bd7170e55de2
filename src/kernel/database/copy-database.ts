import { Database } from 'bun:sqlite'
import { randomInt } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { stopwatch } from '../time/clock.ts'
import { copyDatabaseFiles, removeDatabaseFiles } from './copy-files.ts'

/**
 * Copies an open database into a file of its own, as it is at one moment, while others go on writing: readers hold up
 * nobody under WAL. It has a number of its own (`numberRun`). Throws when the copy is not sound.
 */
export function copyDatabase(connection: Database, to: string): void {
  rmSync(to, { force: true })
  connection.query('VACUUM INTO ?').run(to)
  chmodSync(to, 0o600)
  const copy = new Database(to, { readwrite: true, create: false })
  copy.run(`pragma application_id = ${newNumber()}`)
  const why = faultIn(copy)
  copy.close()
  if (why) throw new Error(`the copy is damaged (${why})`)
}

/** Copies the database in a file that another process may be writing, if it is sound; says for how long it held the log. */
export function copyDatabaseFile(file: string, to: string): { held_ms: number } {
  const files = `${to}-files`
  try {
    const elapsed = stopwatch()
    copyDatabaseFiles(file, files)
    const held_ms = Math.round(elapsed())
    const connection = new Database(files, { readwrite: true, create: false, strict: true })
    try {
      const why = faultIn(connection)
      if (why) throw new Error(`the database ${file} is damaged: ${why}`)
      copyDatabase(connection, to)
    } finally {
      connection.close()
    }
    return { held_ms }
  } finally {
    removeDatabaseFiles(files)
  }
}

/** The first fault that SQLite finds in the file, its indexes or its references; null when it finds none. */
export function faultIn(connection: Database): string | null {
  const verdict = connection.query<{ integrity_check: string }, []>('PRAGMA integrity_check(3)').get()!.integrity_check
  if (verdict !== 'ok') return verdict
  const broken = connection.query<{ table: string }, []>('PRAGMA foreign_key_check').all()
  return broken.length
    ? `${broken.length} rows refer to something that is not there, the first in ${broken[0]!.table}`
    : null
}

/** An application id of SQLite that tells one run, or one copy, of a database from the others. */
export const newNumber = (): number => randomInt(1, 2 ** 31)
