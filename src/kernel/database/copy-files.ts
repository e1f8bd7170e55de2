/**
 * Copies the files of a database that others go on writing, as it is at one moment. Reading it through SQLite takes a minute
 * for a gigabyte and keeps the log from being written back as long; copying takes seconds, and lets go of the log meanwhile.
 *
 * Under WAL a write-back stops at the oldest moment that somebody holds, and the log does not begin again before it. So the
 * pages that change in the database while a moment is held are all in the log. Before a moment is left for a later one, the
 * numbers of these pages are noted; at the last moment they are copied again, and the log after them
 * (https://sqlite.org/walformat.html).
 */
import { Database, SQLiteError } from 'bun:sqlite'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'

/** Bytes: of one read, and of the log from which a later moment is held. */
export type Pace = { chunk: number; renewAt: number }
const PACE: Pace = { chunk: 4 << 20, renewAt: 24 << 20 }

const LOG_HEADER = 32
const FRAME_HEADER = 24

/**
 * No other connection to the file may be open in this process: the locks of POSIX end for all of a process when it closes
 * the file once.
 */
export function copyDatabaseFiles(file: string, to: string, { chunk, renewAt }: Pace = PACE): void {
  const opened: number[] = []
  const open = (path: string, flags: number): number => {
    opened.push(openSync(path, flags, 0o600))
    return opened.at(-1)!
  }
  const create = (path: string) => open(path, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC)
  const held = holding(file)
  try {
    held.begin()
    const [from, target] = [open(file, constants.O_RDONLY), create(to)]
    const log = existsSync(`${file}-wal`) ? open(`${file}-wal`, constants.O_RDONLY) : null
    const copy = copier(chunk)
    const size = pageSizeOf(from)
    const changed = log === null ? null : changes(log, size, chunk, held.pagesOfLog)
    let before = 0
    for (let at = 0, end = fstatSync(from).size; at < end; at += chunk) {
      copy(from, target, at, Math.min(at + chunk, end))
      const pages = held.pagesOfLog()
      // It stays as it is where another reader needs it.
      if (pages < before) before = 0
      if (!changed || (pages - before) * size <= renewAt) continue
      held.renew(changed.note)
      before = pages
    }
    for (const page of changed?.noted ?? []) copy(from, target, (page - 1) * size, page * size)
    ftruncateSync(target, fstatSync(from).size)
    if (log !== null) copyLog(log, create(`${to}-wal`), copy)
  } finally {
    held.end()
    for (const one of opened) closeSync(one)
  }
}

export function removeDatabaseFiles(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
}

/** One moment of the database, held until a later one is or the end. */
function holding(file: string) {
  const opened: Database[] = []
  const connect = (mode: { readonly: true } | { readwrite: true; create: false }): Database => {
    const connection = new Database(file, { ...mode, strict: true })
    opened.push(connection)
    connection.run('PRAGMA busy_timeout=5000')
    return connection
  }
  let [reader, spare] = [connect({ readonly: true }), connect({ readonly: true })]
  const look = connect({ readonly: true }).query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)')
  let others: { writer: Database; backWriter: Database } | undefined
  const begin = () => {
    reader.run('BEGIN')
    reader.query('select count(*) from sqlite_schema').get()
  }
  const pagesOfLog = (): number => look.get()!.log
  return {
    begin,
    pagesOfLog,
    /**
     * The first write-back takes most of the log and stops nobody; the second one takes the rest, while nobody writes. Then
     * the log begins again with the next write, unless another reader needs it.
     */
    renew(note: () => void): void {
      others ??= {
        writer: connect({ readwrite: true, create: false }),
        backWriter: connect({ readwrite: true, create: false }),
      }
      const { writer, backWriter } = others
      const writeBack = () => void backWriter.query('PRAGMA wal_checkpoint(PASSIVE)').get()
      ;[reader, spare] = [spare, reader]
      begin()
      spare.run('COMMIT')
      note()
      writeBack()
      if (!began(writer)) return
      try {
        note()
        reader.run('COMMIT')
        writeBack()
        begin()
      } finally {
        writer.run('ROLLBACK')
      }
    },
    end(): void {
      for (const one of opened) one.close()
    },
  }
}

/** False when others write without a pause: they come first, and the log is shorter after the next try. */
function began(writer: Database): boolean {
  try {
    writer.run('PRAGMA busy_timeout=250')
    writer.run('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (error instanceof SQLiteError && error.code === 'SQLITE_BUSY') return false
    throw error
  }
}

/** The numbers of all pages that the log had whenever `note` was called. */
function changes(log: number, size: number, chunk: number, pagesOfLog: () => number) {
  const noted = new Set<number>()
  const frame = FRAME_HEADER + size
  const frames = Buffer.allocUnsafe(Math.max(1, Math.floor(chunk / frame)) * frame)
  let before: Buffer = Buffer.alloc(0)
  let seen = 0
  const note = (): void => {
    // A log that begins again has no pages at first, then another header: in this order its pages are never fewer than noted.
    const [header, pages] = [headerOf(log), pagesOfLog()]
    if (!header.equals(before)) {
      before = header
      seen = 0
    }
    while (seen < pages) {
      const wanted = Math.min(frames.length / frame, pages - seen)
      const n = readSync(log, frames, 0, wanted * frame, LOG_HEADER + seen * frame)
      if (n !== wanted * frame) throw new Error('the log ended before its last page')
      for (let at = 0; at < n; at += frame) noted.add(frames.readUInt32BE(at))
      seen += wanted
    }
  }
  return { noted, note }
}

/** A log that was in the database as a whole may begin again while it is copied: once, as it is held from then on. */
function copyLog(log: number, target: number, copy: Copier): void {
  for (let before = headerOf(log); ; before = headerOf(log)) {
    // It grows meanwhile, by changes after the moment that is copied.
    copy(log, target, 0, fstatSync(log).size)
    if (headerOf(log).equals(before)) return
  }
}

function headerOf(log: number): Buffer {
  const header = Buffer.alloc(LOG_HEADER)
  readSync(log, header, 0, LOG_HEADER, 0)
  return header
}

function pageSizeOf(database: number): number {
  const size = Buffer.alloc(2)
  readSync(database, size, 0, 2, 16)
  const value = size.readUInt16BE()
  return value === 1 ? 65_536 : value
}

type Copier = ReturnType<typeof copier>
function copier(bytes: number) {
  const chunk = Buffer.allocUnsafe(Math.max(bytes, 65_536))
  return (from: number, to: number, start: number, end: number): void => {
    for (let at = start; at < end; ) {
      const n = readSync(from, chunk, 0, Math.min(chunk.length, end - at), at)
      if (n === 0) return
      for (let done = 0; done < n; ) done += writeSync(to, chunk, done, n - done, at + done)
      at += n
    }
  }
}
