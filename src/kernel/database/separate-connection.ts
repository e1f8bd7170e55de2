import type { Clock } from '../time/clock.ts'
import { type Db, openForReading } from './database.ts'

const CACHE_KB = 2048

/** Lines that are read through a connection of their own: a file of every row would fill the page cache of the others. */
export async function* onOwnConnection(
  { db, clock }: { db: Pick<Db, 'file'>; clock: Clock },
  lines: (read: Db['read']) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const own = openForReading(db.file, clock, CACHE_KB)
  try {
    yield* lines(own.read)
  } finally {
    own.close()
  }
}
