/** Whether the files of a data folder belong together, before anything is done with them. */
import { constants, Database } from 'bun:sqlite'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, ConfigError } from '../environment/config.ts'
import type { Log } from '../environment/log.ts'
import { codeOf } from '../operation/fault.ts'
import { newId } from '../secrets/ids.ts'
import { keyFile } from '../secrets/secret-key.ts'
import type { Db } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'
import { failsToOpen, placeOf, roomIn } from './storage.ts'

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

/**
 * Gives the database a new name, in the file itself and in a note beside it: where the two differ later, a log that is
 * left over is not of this file. Both names are good until the new one is surely in the file. Done at each start and each
 * hour, so that an older copy of a long run has another name. Times would not do: clocks are set back.
 */
export function nameRun(db: Db, log: Log): void {
  try {
    const before = db.read((tx) => readSetting<string>(tx, RUN))
    const run = newId()
    // Until the log is written back the file itself may still have any of the names since.
    writeNote(db.file, [...new Set([run, ...(before ? [before] : []), ...notedRuns(db.file)])].slice(0, MOST_RUNS))
    db.write((tx) => writeSetting(tx, RUN, run) as undefined)
    if (db.writeBack()) writeNote(db.file, [run])
  } catch (error) {
    // An install with a full disk still works, to be read.
    log.warn('the database got no new name', { error })
  }
}

const RUN = 'run'
const MOST_RUNS = 1000
const noteOf = (file: string): string => join(file, '..', 'signalpost.run')
const logOf = (file: string): string => `${file}-wal`

/** What the file was called last, and which two files these were. */
type Note = { runs: string[]; file: string; log: string | null }

function writeNote(file: string, runs: string[]): void {
  const kept: Note = { runs, file: placeOf(file)!, log: placeOf(logOf(file)) }
  writeFileSync(`${noteOf(file)}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
  renameSync(`${noteOf(file)}.new`, noteOf(file))
}

function notedRuns(file: string): string[] {
  try {
    return (JSON.parse(readFileSync(noteOf(file), 'utf8')) as Note).runs
  } catch {
    return []
  }
}

/** What cannot be read says nothing: a kill in the middle of a write-back leaves such a file. */
function isReplaced(file: string): boolean {
  let raw: Database | null = null
  try {
    const kept = JSON.parse(readFileSync(noteOf(file), 'utf8')) as Note
    // A folder that was copied as a whole has a new log as well.
    if (kept.log === placeOf(logOf(file)) && kept.file !== placeOf(file)) return true
    const address = `${pathToFileURL(file).href}?immutable=1`
    raw = new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
    const row = raw.query<{ value: string }, [string]>('select value from settings where name = ?').get(RUN)
    return row !== null && !kept.runs.includes(JSON.parse(row.value) as string)
  } catch {
    return false
  } finally {
    raw?.close()
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Less than this is no room: the next few commits need more. */
export const LEAST_ROOM = 1024 * 1024

/** Why a file of the folder could not be opened or written, in words for who starts the install. */
export function whyNot(error: unknown, folder: string): string {
  const code = failsToOpen(databaseFile({ data_dir: folder })) ? 'EIO' : codeOf(error)
  if (/^(EIO|ESHUTDOWN|SQLITE_IOERR.*)$/.test(code))
    return `its disk fails (${code}): see the kernel's log (dmesg), and repair or replace the disk before the next start`
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code) || roomIn(folder) < LEAST_ROOM)
    return `its disk is full (${roomIn(folder)} bytes are free): make room`
  if (/^(SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_READONLY|EACCES|EPERM|EROFS)/.test(code))
    return `user ${process.getuid?.() ?? '?'} may not write there (${code}): see \`signalpost doctor\``
  return `${(error as Error).message} (${code})`
}
