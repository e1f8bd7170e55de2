import type { Database } from 'bun:sqlite'
import { existsSync, rmSync } from 'node:fs'
import { PageSums, sumsOf } from './page-sums.ts'

/** Pages, not 1,000: a tenth more work in all, but each time nobody waits for 11 ms, but for 4. */
export const WRITE_BACK_AT = 200
/** Pages, where the event loop has no turn between commits: the log stays below 4 MB, then. */
export const WRITE_BACK_NOW = 1000
/** 128 MB: Litestream, which writes back at 4 MB, is not there. It copies the database anew when it comes back. */
export const FORSAKEN = 32_768

/** Pages in the log, and how many of them are in the database as well. */
type Log = { log: number; checkpointed: number }

export type WriteBack = {
  /** Pages of the log that are not in the database yet. */
  waiting(): number
  /** Writes them back, and says whether all of them are there. Throws when the disk will not take them. */
  run(): boolean
}

/** The way from the log to the database. Where the pages of the file have sums, these follow. */
export function createWriteBack(connection: Database, file: string): WriteBack {
  const look = connection.query<Log, []>('PRAGMA wal_checkpoint(NOOP)')
  let sums = existsSync(sumsOf(file)) ? new PageSums(file) : null
  const waiting = () => {
    const { log, checkpointed } = look.get()!
    return log - checkpointed
  }
  const run = () => {
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
  return { waiting, run }
}
