import type { Database } from 'bun:sqlite'
import { existsSync, rmSync } from 'node:fs'
import { PageSums, sumsOf } from './page-sums.ts'

/** Pages, not 1,000: a tenth more work in all, but the commit after which it happens takes 4 ms more, not 11. */
export const WRITE_BACK_AT = 200
/** 128 MB: Litestream, which writes back at 4 MB, is not there. It copies the database anew when it comes back. */
export const FORSAKEN = 32_768

/** Pages in the log, and how many of them are in the database as well. */
type Log = { log: number; checkpointed: number }

/**
 * Writes the log back to the database once it is long enough, and says whether all of it is there. Throws when the disk
 * will not take it; never before it is `least` long. Where the pages of the file have sums, these follow.
 */
export function createWriteBack(connection: Database, file: string, least: number): (at: number) => boolean {
  const look = connection.query<Log, []>('PRAGMA wal_checkpoint(NOOP)')
  let sums = existsSync(sumsOf(file)) ? new PageSums(file) : null
  return (at) => {
    const { log, checkpointed } = look.get()!
    if (log - checkpointed < Math.max(at, least)) return log === checkpointed
    const done = connection.query<Log, []>('PRAGMA wal_checkpoint(PASSIVE)').get()!
    try {
      sums?.update(done)
    } catch {
      // Sums that do not follow would call every new page damaged. The next start makes them anew.
      sums = null
      rmSync(sumsOf(file), { force: true })
    }
    return done.log === done.checkpointed
  }
}
