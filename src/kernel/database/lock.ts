import { Database } from 'bun:sqlite'
import { chmodSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../operation/fault.ts'

/** Held for the life of the process: a collected handle would free the lock. */
const held: Database[] = []

/** This file must stay in place while the lock is held. */
export const lockFile = (folder: string): string => join(folder, 'lock.db')
const pidFile = (folder: string): string => join(folder, 'lock.pid')

/**
 * Makes this process the only one on the data folder, by an exclusive SQLite lock on `lock.db` that the operating
 * system frees when the process ends, however it ends. Throws with the other process's id.
 */
export function lockFolder(folder: string): void {
  const lock = lockOf(folder)
  held.push(lock)
  try {
    writeFileSync(pidFile(folder), `${process.pid}\n`, { mode: 0o600 })
  } catch {
    // A full disk takes no line more: rather nobody's number than that of a process long gone.
    rmSync(pidFile(folder), { force: true })
  }
}

function lockOf(folder: string): Database {
  closeSync(openSync(lockFile(folder), 'a', 0o600))
  chmodSync(lockFile(folder), 0o600)
  const lock = new Database(lockFile(folder), { readwrite: true })
  try {
    for (const pragma of ['busy_timeout=0', 'journal_mode=DELETE', 'locking_mode=EXCLUSIVE'])
      lock.run(`PRAGMA ${pragma}`)
    lock.run('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close(false)
    if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error
    throw new Error(
      `the data folder ${folder} is in use by ${holder(folder)}; stop it first, or choose another SIGNALPOST_DATA_DIR`,
    )
  }
}

/** Throws like `lockFolder` when another process has the data folder, and leaves it free. */
export const assertFree = (folder: string): void => lockOf(folder).close(false)

function holder(folder: string): string {
  const pid = lastHolder(folder)
  return pid === null ? 'another process' : `process ${pid}`
}

/** The id of the process that took the lock last, which may be gone by now. */
export function lastHolder(folder: string): number | null {
  try {
    return Number(readFileSync(pidFile(folder), 'utf8').trim()) || null
  } catch {
    return null
  }
}
