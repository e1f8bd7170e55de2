import type { Database } from 'bun:sqlite'
import { pause } from '../scheduling/pause.ts'
import { doing } from '../scheduling/watchdog.ts'
import { SECOND, stopwatch } from '../time/clock.ts'
import type { Storage } from './storage.ts'

/** Pages, not 1,000: a tenth more work in all, but each time nobody waits for 11 ms, but for 4. */
const WRITE_BACK_AT = 200
/** Pages, where the event loop has no turn between commits: the log stays below 4 MB, then. */
const WRITE_BACK_NOW = 1000
/** 128 MB: Litestream, which writes back at 4 MB, is not there. It makes a new copy of the database when it starts again. */
export const FORSAKEN = 32_768

const PAGE = 4096
/** 64 MB, as much as SQLite leaves of a log that was written back: the operator should know of a larger one. */
export const LONG_LOG = 64 << 20

/** Pages in the log, and how many of them are in the database as well. */
type Log = { log: number; checkpointed: number }

type WriteBack = {
  /** Writes the whole log back; false when a read elsewhere keeps a part of it. Throws when the disk will not take it. */
  now(): boolean
  /** The log is already on the disk, so the write-back gets its own turn and no request waits for both. */
  afterCommit(): void
  /** At once, when a read kept it from finishing before: the last search let go of the log. */
  again(): void
  /** Before the connection closes. */
  stop(): void
}

/**
 * The reads of this process, which would keep a part of the log: `letGo` ends those of one turn, and searches end theirs
 * when they are pressed.
 */
type OwnReads = { letGo(): void; searching: { press(): boolean; readonly holding: number } }

/** Writes the log back to the database, from `least` pages on. */
export function createWriteBack(
  connection: Database,
  storage: Storage,
  { letGo, searching }: OwnReads,
  least: number,
): WriteBack {
  const look = connection.query<Log, []>('PRAGMA wal_checkpoint(NOOP)')
  let [rest, since, stopped, soon] = [0, stopwatch(), false, false]
  const waiting = () => {
    const { log, checkpointed } = look.get()!
    return log - checkpointed
  }
  /** For a while after a reader kept it from finishing: trying at each commit would not get further. */
  const rests = () => since() < rest
  const now = () => {
    const pages = waiting()
    if (pages < least) return pages === 0
    letGo()
    const { log, checkpointed } = connection.query<Log, []>('PRAGMA wal_checkpoint(PASSIVE)').get()!
    const left = log - checkpointed
    rest = left === 0 ? 0 : Math.min(Math.max(SECOND, rest * 2), 4 * SECOND)
    since = stopwatch()
    if (left > 0) searching.press()
    storage.hold(left * PAGE > LONG_LOG, searching.holding)
    return left === 0
  }
  const again = () => {
    if (rest === 0 || stopped) return
    now()
  }
  const afterCommit = () => {
    if (rests()) return
    const pages = waiting()
    if (soon && pages >= Math.max(WRITE_BACK_NOW, least)) return void now()
    if (soon || pages < Math.max(WRITE_BACK_AT, least)) return
    soon = true
    void pause().then(() => {
      soon = false
      if (!stopped && !rests()) doing('write-back', () => storage.settle(now))
    })
  }
  const stop = () => {
    stopped = true
  }
  return { now, afterCommit, again, stop }
}
