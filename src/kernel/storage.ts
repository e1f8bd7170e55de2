import { statfsSync, statSync } from 'node:fs'
import { codeOf, Fault } from './fault.ts'

/**
 * What the disk under the database can do. `full`: nothing more is written until there is room, and nothing is lost.
 * `broken`: what the last commit left on the disk is unknown, so only a fresh start from the disk can tell.
 */
export type StorageState = { state: 'sound' | 'full' | 'broken'; why: string | null }

/** Of reads and writes. A table that cannot be read is a failed disk as well: SQLite takes what is missing for damage. */
const BROKEN = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN)/
/** A program that may write its own file is told so only when the file was taken away from it. */
const NO_MORE_WRITES = /^SQLITE_READONLY/

/** Seconds, for `Retry-After`: a service manager has started it anew by then. */
const AGAIN_S = 10

/**
 * Judges each error of the database where it comes up, so that whoever catches it above cannot take it for something
 * else (a supplier's failure, a bug). Once it is broken nothing is answered from it, and nothing acknowledged.
 */
export class Storage {
  #now: StorageState = { state: 'sound', why: null }
  readonly #files = new Map<string, string | null>()
  readonly #watchers: ((state: StorageState) => void)[] = []

  /** Of an open database. */
  constructor(private readonly file: string) {
    this.keep(file)
  }

  get state(): StorageState {
    return this.#now
  }

  /** Calls `action` at each change from now on. */
  watch(action: (state: StorageState) => void): void {
    this.#watchers.push(action)
  }

  /** Does a read or a whole transaction; what it throws about the disk becomes a refusal that says so. */
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
    this.#files.set(file, placeOf(file))
  }

  /** Whether all files are still there. What is written to one that was deleted or replaced is lost. */
  look(files: Iterable<string> = this.#files.keys()): void {
    for (const file of files)
      if (placeOf(file) !== this.#files.get(file)) this.condemn(`${file} was deleted or replaced while this ran`)
  }

  /** The last word before a commit is acknowledged. */
  assertThere(): void {
    this.look([this.file])
    if (this.#now.state === 'broken') throw broken()
  }

  /** After a commit, which is safe in the log by now: writes the log back. A disk that is full takes no more of it. */
  settle(writeBack: () => void): void {
    if (this.#now.state === 'broken') return
    try {
      writeBack()
      if (this.#now.state === 'full') this.#become('sound', null)
    } catch (error) {
      this.#judged(error, true)
    }
  }

  /** The file is no longer what it was: as bad as a disk that failed. */
  condemn(why: string): void {
    if (this.#now.state !== 'broken') this.#become('broken', why)
  }

  #judged(error: unknown, writes: boolean): unknown {
    const code = codeOf(error)
    if (code === 'SQLITE_FULL') {
      if (this.#now.state === 'sound') this.#become('full', (error as Error).message)
      return new Fault('storage', FULL, { reason: 'full' }, AGAIN_S)
    }
    if (!BROKEN.test(code) && !(writes && NO_MORE_WRITES.test(code))) return error
    this.condemn(`${(error as Error).message} (${code})`)
    return broken()
  }

  #become(state: StorageState['state'], why: string | null): void {
    this.#now = { state, why }
    for (const tell of this.#watchers) tell(this.#now)
  }
}

const FULL = 'The disk of this install is full: nothing was changed. Try again when its operator has made room.'

const broken = (): Fault =>
  new Fault(
    'storage',
    'The disk of this install failed. Try again in a moment, with the same Idempotency-Key: whether this was kept is known by then.',
    { reason: 'failed' },
    AGAIN_S,
  )

/** A refusal for the disk's sake, which was told when it began. */
export const isOfStorage = (error: unknown): boolean => error instanceof Fault && error.code === 'storage'

/** Which file a name stands for by now: its device and inode. */
export function placeOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/** Bytes that are free where the folder is. */
export function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
