import { Database } from 'bun:sqlite'
import { faultIn } from '../../kernel/database/copy-database.ts'
import { openForReading, type ReadTx, type Sync } from '../../kernel/database/database.ts'
import { type BrokenRule, wrongBooks } from './reconcile.ts'

/** Result of the examination of a whole database. */
type Examination = { schema: number; unsound: string | null; wrong: BrokenRule[] }

/**
 * Reads every page, index and reference, and checks the books where this program knows the schema (`known`). The
 * install may be running. It takes minutes on a large database, so run it in a separate process.
 */
export function examine(file: string, known: number): Examination {
  let schema = 0
  try {
    const connection = new Database(file, { readonly: true, strict: true })
    try {
      schema = connection.query<{ user_version: number }, []>('PRAGMA user_version').get()!.user_version
      const why = faultIn(connection)
      return { schema, unsound: why, wrong: why || schema !== known ? [] : readApart(file, wrongBooks) }
    } finally {
      connection.close()
    }
  } catch (error) {
    return { schema, unsound: (error as Error).message, wrong: [] }
  }
}

/** Reads a database that no other code here has open; the result does not depend on the time. */
export function readApart<T>(file: string, work: (tx: ReadTx) => Sync<T>): T {
  const db = openForReading(file, { now: () => '' })
  try {
    return db.read(work)
  } finally {
    db.close()
  }
}

/** The damage in one sentence, or null. */
export function damageIn({ unsound, wrong }: Examination): string | null {
  const found = [
    ...(unsound ? [`SQLite says: ${unsound}`] : []),
    ...wrong.map(({ rule }) => `this rule of the books is broken: ${rule}`),
  ]
  return found.length ? found.join('; ') : null
}
