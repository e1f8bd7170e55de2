import { Database } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Held for the life of the process: a collected handle would free the lock. */
const held: Database[] = []

/**
 * Makes this process the only one on the data folder, by an exclusive SQLite lock on `lock.db` that the operating
 * system frees when the process ends, however it ends. Throws with the other process's id.
 */
export function lockFolder(folder: string): void {
  const pidFile = join(folder, 'lock.pid')
  const lock = new Database(join(folder, 'lock.db'), { create: true, readwrite: true })
  try {
    for (const pragma of ['busy_timeout=0', 'journal_mode=DELETE', 'locking_mode=EXCLUSIVE'])
      lock.run(`PRAGMA ${pragma}`)
    lock.run('BEGIN EXCLUSIVE')
  } catch {
    lock.close(false)
    throw new Error(
      `the data folder ${folder} is in use by ${holder(pidFile)}; stop it first, or choose another SIGNALPOST_DATA_DIR`,
    )
  }
  held.push(lock)
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
}

function holder(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8').trim()}`
  } catch {
    return 'another process'
  }
}
