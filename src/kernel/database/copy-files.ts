/**
 * Copies the files of a database that others go on writing, as it is at one moment. Only while the files are copied is the
 * log kept from being written back: seconds for a gigabyte, where reading it through SQLite takes a minute.
 *
 * Under WAL a write-back stops at the oldest moment that somebody holds, and the log does not begin again before it. So the
 * pages that change in the database meanwhile are all in the log, which is copied first (https://sqlite.org/walformat.html).
 */
import { Database } from 'bun:sqlite'
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

const CHUNK = 4 << 20
const HEADER = 32

/**
 * No other connection to the file may be open in this process: the locks of POSIX end for all of a process when it closes
 * the file once.
 */
export function copyDatabaseFiles(file: string, to: string): void {
  const connection = new Database(file, { readonly: true, strict: true })
  const opened: number[] = []
  const open = (path: string): number => {
    const one = openSync(path, constants.O_RDONLY)
    opened.push(one)
    return one
  }
  try {
    connection.run('PRAGMA busy_timeout=5000')
    connection.run('BEGIN')
    connection.query('select count(*) from sqlite_schema').get()
    if (existsSync(`${file}-wal`)) copyLog(open(`${file}-wal`), `${to}-wal`)
    copy(open(file), to)
    connection.run('COMMIT')
  } finally {
    connection.close()
    for (const one of opened) closeSync(one)
  }
}

export function removeDatabaseFiles(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
}

/** A log that was in the database as a whole may begin again while it is copied: once, as it is held from then on. */
function copyLog(log: number, to: string): void {
  for (let before = headerOf(log); ; before = headerOf(log)) {
    copy(log, to)
    if (headerOf(log).equals(before)) return
  }
}

function headerOf(log: number): Buffer {
  const header = Buffer.alloc(HEADER)
  readSync(log, header, 0, HEADER, 0)
  return header
}

function copy(from: number, to: string): void {
  const target = openSync(to, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600)
  try {
    const chunk = Buffer.allocUnsafe(CHUNK)
    // A log grows meanwhile, by changes after the moment that is copied.
    for (let at = 0, end = fstatSync(from).size; at < end; ) {
      const n = readSync(from, chunk, 0, Math.min(CHUNK, end - at), at)
      if (n === 0) break
      for (let done = 0; done < n; ) done += writeSync(target, chunk, done, n - done)
      at += n
    }
  } finally {
    closeSync(target)
  }
}
