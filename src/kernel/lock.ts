import { Database } from 'bun:sqlite'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './fault.ts'

/** Held for the life of the process: a collected handle would free the lock. */
const held: Database[] = []

/**
 * Makes this process the only one on the data folder, by an exclusive SQLite lock on `lock.db` that the operating
 * system frees when the process ends, however it ends. Throws with the other process's id.
 */
/** What must not go away while the lock is held. */
export const lockFile = (folder: string): string => join(folder, 'lock.db')

export function lockFolder(folder: string): void {
  const pidFile = join(folder, 'lock.pid')
  const lock = new Database(lockFile(folder), { create: true, readwrite: true })
  try {
    for (const pragma of ['busy_timeout=0', 'journal_mode=DELETE', 'locking_mode=EXCLUSIVE'])
      lock.run(`PRAGMA ${pragma}`)
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close(false)
    if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error
    throw new Error(
      `the data folder ${folder} is in use by ${holder(pidFile)}; stop it first, or choose another SIGNALPOST_DATA_DIR`,
    )
  }
  held.push(lock)
  try {
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  } catch {
    // A full disk takes no line more: rather nobody's number than that of a process long gone.
    rmSync(pidFile, { force: true })
  }
}

function holder(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8').trim()}`
  } catch {
    return 'another process'
  }
}
