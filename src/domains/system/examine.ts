import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import type { Clock } from '../../kernel/clock.ts'
import { unsound } from '../../kernel/copy-database.ts'
import { openForReading } from '../../kernel/database.ts'
import { damagedPages, sumsOf } from '../../kernel/page-sums.ts'
import { type Wrong, wrongBooks } from './books.ts'

/** What a look at a whole database found. `pages` is null where they have no sums yet: the first start makes them. */
export type Examined = { pages: number | null; damaged: number[]; unsound: string | null; wrong: Wrong[] }

/**
 * Looks at every page, index, reference and rule of the books, while the install may be running: in a process of its own,
 * see `damagedPages`.
 */
export async function examine(file: string, clock: Clock): Promise<Examined> {
  const { pages, damaged } = existsSync(sumsOf(file)) ? await damagedPages(file) : { pages: null, damaged: [] }
  const connection = new Database(file, { readonly: true, strict: true })
  try {
    const why = unsound(connection)
    return { pages, damaged, unsound: why, wrong: why ? [] : booksIn(file, clock) }
  } catch (error) {
    return { pages, damaged, unsound: (error as Error).message, wrong: [] }
  } finally {
    connection.close()
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

/** What is wrong, in a sentence; null when nothing is. */
export function damageIn({ damaged, unsound, wrong }: Examined): string | null {
  const found = [
    ...(damaged.length ? [`${damaged.length} pages are not what was written (the first is ${damaged[0]})`] : []),
    ...(unsound ? [`SQLite says: ${unsound}`] : []),
    ...wrong.map(({ rule }) => `this does not hold: ${rule}`),
  ]
  return found.length ? found.join('; ') : null
}
