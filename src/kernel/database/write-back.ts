import type { Database } from 'bun:sqlite'
import { MINUTE, SECOND, stopwatch } from '../time/clock.ts'

/** Pages, not 1,000: a tenth more work in all, but each time nobody waits for 11 ms, but for 4. */
export const WRITE_BACK_AT = 200
/** Pages, where the event loop has no turn between commits: the log stays below 4 MB, then. */
export const WRITE_BACK_NOW = 1000
/** 128 MB: Litestream, which writes back at 4 MB, is not there. It makes a new copy of the database when it starts again. */
export const FORSAKEN = 32_768

const PAGE = 4096
/** 64 MB, as much as SQLite leaves of a log that was written back: the operator should know of a larger one. */
export const LONG_LOG = 64 << 20

/** Pages in the log, and how many of them are in the database as well. */
type Log = { log: number; checkpointed: number }

export type WriteBack = {
  /** Pages of the log that are not in the database yet. */
  waiting(): number
  /** Writes them back, and says whether all of them are there. Throws when the disk will not take them. */
  run(): boolean
  /** Whether a reader kept the last one from finishing a moment ago: trying at each commit would not get further. */
  rests(): boolean
  /** Whether that reader has made the log long by now. */
  held(): boolean
}

/** The way from the log to the database. */
export function createWriteBack(connection: Database): WriteBack {
  const look = connection.query<Log, []>('PRAGMA wal_checkpoint(NOOP)')
  let [rest, since, left] = [0, stopwatch(), 0]
  const waiting = () => {
    const { log, checkpointed } = look.get()!
    return log - checkpointed
  }
  const run = () => {
    const { log, checkpointed } = connection.query<Log, []>('PRAGMA wal_checkpoint(PASSIVE)').get()!
    left = log - checkpointed
    rest = left === 0 ? 0 : Math.min(Math.max(SECOND, rest * 2), MINUTE)
    since = stopwatch()
    return left === 0
  }
  return { waiting, run, rests: () => since() < rest, held: () => left * PAGE > LONG_LOG }
}
