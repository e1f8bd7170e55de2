/** Whether the files of a data folder belong together, before anything is done with them. */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Config, ConfigError } from '../environment/config.ts'
import type { Log } from '../environment/log.ts'
import { syncFolder } from '../environment/sync-folder.ts'
import { codeOf } from '../operation/fault.ts'
import { keyFile } from '../secrets/secret-key.ts'
import { newNumber } from './copy-database.ts'
import type { Db } from './database.ts'
import { failsToOpen, fileIdOf, hasNoRoom, roomIn } from './storage.ts'

export const databaseFile = ({ data_dir }: Pick<Config, 'data_dir'>): string => join(data_dir, 'signalpost.db')

/** Refuses a folder whose database is missing, or whose log belongs to another one: SQLite would ruin that with it. */
export function assertWhole(config: Pick<Config, 'data_dir'>): void {
  const file = databaseFile(config)
  const key = keyFile(config)
  if (sizeOf(file) === 0 && existsSync(key))
    throw new ConfigError(
      `${key} is there, but ${file} is not: mount its disk or put the database back; only for a new install, remove ${basename(key)}`,
    )
  if (sizeOf(logOf(file)) === 0 || sizeOf(file) === 0) return
  if (!isReplaced(file)) return
  const [name, log] = [basename(file), basename(logOf(file))]
  throw new ConfigError(
    `${logOf(file)} belongs to another database. If ${name} is a restored backup, move ${log} out of the folder and keep it; if the two belong together, remove ${basename(noteOf(file))}`,
  )
}

/** Without a log, the note of an earlier one goes: the next log may be of a database that was put back. */
export function dropOldNote(config: Pick<Config, 'data_dir'>): void {
  const file = databaseFile(config)
  if (sizeOf(logOf(file)) === 0) rmSync(noteOf(file), { force: true })
}

/**
 * Gives the database a new number, in its header and in a note beside it: where the two differ later, a log that is left
 * over is not of this file. Both numbers are good until the new one is surely in the file. Done at each start and each
 * hour, so that an older copy of a long run has another. Times would not do: clocks are set back. A row would not do
 * either: after a write-back that was cut off it may be read from a page of long ago. The header is the first page.
 */
export function numberRun(db: Db, log: Log): void {
  try {
    const before = db.read((tx) => tx.number('pragma application_id'))
    const run = newNumber()
    // Until the log is written back the file itself may still have any of the numbers since.
    writeNote(db.file, [...new Set([run, before, ...notedRuns(db.file)])].slice(0, MOST_RUNS))
    db.write((tx) => tx.run(`pragma application_id = ${run}`))
    if (db.writeBack()) writeNote(db.file, [run])
  } catch (error) {
    // An install with a full disk still works, to be read.
    log.warn('the database got no new number', { error })
  }
}

const MOST_RUNS = 1000
const noteOf = (file: string): string => join(file, '..', 'signalpost.run')
const logOf = (file: string): string => `${file}-wal`

/** The last numbers of the file, and which two files these were. */
type Note = { numbers: number[]; file: string; log: string | null }

function writeNote(file: string, numbers: number[]): void {
  const kept: Note = { numbers, file: fileIdOf(file)!, log: fileIdOf(logOf(file)) }
  writeFileSync(`${noteOf(file)}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
  renameSync(`${noteOf(file)}.new`, noteOf(file))
  syncFolder(dirname(file))
}

const noteAt = (file: string): Partial<Note> => JSON.parse(readFileSync(noteOf(file), 'utf8'))

function notedRuns(file: string): number[] {
  try {
    return noteAt(file).numbers ?? []
  } catch {
    return []
  }
}

/** False for a file that cannot be read, and for databases and notes of versions that kept no numbers. */
function isReplaced(file: string): boolean {
  try {
    const kept = noteAt(file)
    // A folder that was copied as a whole has a new log as well.
    if (kept.log === fileIdOf(logOf(file)) && kept.file !== fileIdOf(file)) return true
    const number = numberIn(file)
    return number !== 0 && kept.numbers !== undefined && !kept.numbers.includes(number)
  } catch {
    return false
  }
}

/** The application id in the header of a database (sqlite.org/fileformat2.html, 1.3). Throws where there is no header. */
function numberIn(file: string): number {
  const header = Buffer.alloc(100)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, header, 0, header.length, 0)
  } finally {
    closeSync(handle)
  }
  if (!header.toString('latin1').startsWith('SQLite format 3\0')) throw new Error('no header')
  return header.readUInt32BE(68)
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Less than this is no room: the next few commits need more. */
export const LEAST_ROOM = 1024 * 1024

/** Why a file of the folder could not be opened or written, in words for who starts the install. */
export function whyNot(error: unknown, folder: string): string {
  const code = failsToOpen(databaseFile({ data_dir: folder })) ? 'EIO' : codeOf(error)
  if (/^SQLITE_IOERR_WRITE$/.test(code) && hasNoRoom(folder))
    return 'its disk or the quota of this account is full: make room'
  if (/^(EIO|ESHUTDOWN|SQLITE_IOERR.*)$/.test(code))
    return `its disk fails (${code}): see the kernel's log (dmesg), and repair or replace the disk before the next start`
  if (/^(ENOTDIR|ENOENT|ELOOP|ENAMETOOLONG)$/.test(code))
    return `it cannot be made (${code}): set SIGNALPOST_DATA_DIR to a folder`
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code) || roomIn(folder) < LEAST_ROOM)
    return `its disk is full (${roomIn(folder)} bytes are free): make room`
  if (/^(SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_READONLY|EACCES|EPERM|EROFS)/.test(code))
    return `user ${process.getuid?.() ?? '?'} may not write there (${code}): see \`signalpost doctor\``
  return `${(error as Error).message} (${code})`
}
