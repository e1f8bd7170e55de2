import { Database } from 'bun:sqlite'
import { unsound } from '../../kernel/database/copy-database.ts'
import { openForReading } from '../../kernel/database/database.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { type Wrong, wrongBooks } from './reconcile.ts'

/** Result of the examination of a whole database. */
export type Examined = { schema: number; unsound: string | null; wrong: Wrong[] }

/**
 * Reads every page, index and reference, and checks the books where this program knows the schema (`known`). The
 * install may be running. It takes minutes on a large database, so run it in a separate process.
 */
export function examine(file: string, known: number, clock: Clock): Examined {
  let schema = 0
  try {
    const connection = new Database(file, { readonly: true, strict: true })
    try {
      schema = connection.query<{ user_version: number }, []>('PRAGMA user_version').get()!.user_version
      const why = unsound(connection)
      return { schema, unsound: why, wrong: why || schema !== known ? [] : booksIn(file, clock) }
    } finally {
      connection.close()
    }
  } catch (error) {
    return { schema, unsound: (error as Error).message, wrong: [] }
  }
}

function booksIn(file: string, clock: Clock): Wrong[] {
  const db = openForReading(file, clock)
  try {
    return db.read((tx) => wrongBooks(tx) as never) as Wrong[]
  } finally {
    db.close()
  }
}

/** The damage in one sentence, or null. */
export function damageIn({ unsound, wrong }: Examined): string | null {
  const found = [
    ...(unsound ? [`SQLite says: ${unsound}`] : []),
    ...wrong.map(({ rule }) => `this rule of the books is broken: ${rule}`),
  ]
  return found.length ? found.join('; ') : null
}
