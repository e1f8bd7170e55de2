import { openSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, Fault } from '../operation/fault.ts'

/**
 * State of the disk under the database. `held`: a reader keeps a long log from being written back, and work goes on.
 * `full`: nothing is written until there is room, and nothing is lost. `broken`: it is unknown whether the last commit
 * reached the disk, so only a restart from the disk can tell.
 */
export type StorageState = { state: 'sound' | 'held' | 'full' | 'broken'; why: string | null }

/** Errors of reads and writes. An unreadable table means a failed disk too: SQLite reports missing data as damage. */
const BROKEN = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN)/
/** A program that may write its own file gets this error only when the file was taken away. */
const READ_ONLY = /^SQLITE_READONLY/

/** Seconds, for `Retry-After`: by then a service manager has restarted it. */
const AGAIN_S = 10

/**
 * Classifies each database error where it occurs, so that no caller takes it for something else (a supplier's failure,
 * a bug). Once the storage is broken, nothing is read from it and nothing acknowledged.
 */
export class Storage {
  #now: StorageState = { state: 'sound', why: null }
  readonly #files = new Map<string, string | null>()
  readonly #watchers: ((state: StorageState) => void)[] = []
  readonly #readers: string[] = []

  /** The database must be open. */
  constructor(
    private readonly file: string,
    private readonly takesNoFile = hasNoRoom,
  ) {
    this.keep(file)
  }

  get state(): StorageState {
    return this.#now
  }

  /** Calls `action` at each change from now on. */
  watch(action: (state: StorageState) => void): void {
    this.#watchers.push(action)
  }

  /** Does a read or a whole transaction; an error of the disk becomes a refusal that says so. */
  guard<T>(writes: boolean, work: () => T): T {
    if (this.#now.state === 'broken') throw broken()
    try {
      return work()
    } catch (error) {
      throw this.#judged(error, writes)
    }
  }

  /** From now on this file has to stay where it is. */
  keep(file: string): void {
    this.#files.set(file, fileIdOf(file))
  }

  /** Whether all files are still there. Writes to a deleted or replaced file are lost. */
  look(files: Iterable<string> = this.#files.keys()): void {
    for (const file of files)
      if (fileIdOf(file) !== this.#files.get(file)) this.condemn(`${file} was deleted or replaced while this ran`)
  }

  /** The last word before a commit is acknowledged. */
  assertThere(): void {
    this.look([this.file])
    if (this.#now.state === 'broken') throw broken()
  }

  /** Writes the log back after a commit, which is already safe in the log. A full disk stops the write-back. */
  settle(writeBack: () => void): void {
    if (this.#now.state === 'broken') return
    try {
      writeBack()
      if (this.#now.state === 'full') this.#become('sound', null)
    } catch (error) {
      this.#judged(error, true)
    }
  }

  /** The file was replaced or deleted, which is as bad as a failed disk. */
  condemn(why: string): void {
    if (this.#now.state !== 'broken') this.#become('broken', why)
  }

  /** A process of the install begins to read the database, under a name for people; the result ends it. */
  reading(what: string): () => void {
    this.#readers.push(what)
    return () => void this.#readers.splice(this.#readers.indexOf(what), 1)
  }

  /** A write-back ended: with a long log that a reader holds, or not. `searches` of this process have hold of it now. */
  hold(held: boolean, searches: number): void {
    const { state } = this.#now
    const why = held ? heldBy(this.#readers, searches) : null
    if (state === (held ? 'sound' : 'held')) this.#become(held ? 'held' : 'sound', why)
    else if (state === 'held') this.#now = { state, why }
  }

  #judged(error: unknown, writes: boolean): unknown {
    const code = codeOf(error)
    if (code === 'SQLITE_FULL' || (code === 'SQLITE_IOERR_WRITE' && this.takesNoFile(dirname(this.file)))) {
      if (this.#now.state !== 'full') this.#become('full', (error as Error).message)
      return new Fault('storage', FULL, { reason: 'full' }, AGAIN_S)
    }
    if (!BROKEN.test(code) && !(writes && READ_ONLY.test(code))) return error
    this.condemn(failsToOpen(this.file) ? 'the disk fails (EIO)' : `${(error as Error).message} (${code})`)
    return broken()
  }

  #become(state: StorageState['state'], why: string | null): void {
    this.#now = { state, why }
    for (const tell of this.#watchers) tell(this.#now)
  }
}

const LONG = 'holds the log of the database, which grows beyond 64 MB'

/** Names the reader, and says what to do about it. */
function heldBy(readers: readonly string[], searches: number): string {
  if (readers.length > 0) return `${readers.join(' and ')} ${LONG}: it ends by itself`
  return searches > 0
    ? `a search ${LONG}: it lets go by itself`
    : `another program ${LONG}: a backup ends by itself, close others that have the database open`
}

const FULL = 'The disk of this install is full: nothing was changed. Try again when its operator has made room.'

const broken = (): Fault =>
  new Fault(
    'storage',
    'The disk of this install failed. Try again in a moment, with the same Idempotency-Key: whether this was kept is known by then.',
    { reason: 'failed' },
    AGAIN_S,
  )

/** A refusal because of the disk, which was already logged when it began. */
export const isOfStorage = (error: unknown): boolean => error instanceof Fault && error.code === 'storage'

/**
 * Returns true when the system fails to open the file with EIO; SQLite then reports missing rights or damage. The handle
 * stays open, because closing it would release SQLite's locks. The process ends soon.
 */
export function failsToOpen(file: string): boolean {
  try {
    openSync(file, 'r')
    return false
  } catch (error) {
    return codeOf(error) === 'EIO'
  }
}

/**
 * Whether a small file cannot be written there for want of room. A used-up quota (EDQUOT) is an I/O error to SQLite, as is
 * a disk that fails.
 */
export function hasNoRoom(folder: string): boolean {
  const probe = join(folder, `.room-${process.pid}`)
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES))
    return false
  } catch (error) {
    return codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
  } finally {
    rmSync(probe, { force: true })
  }
}

const PROBE_BYTES = 64 * 1024

/** The file that a name refers to now: its device and inode. */
export function fileIdOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/** Bytes that are free where the folder is. */
export function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
