import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { codeOf } from '../operation/fault.ts'

const AT_ONCE = 1 << 20

/**
 * Writes the log of a database once more, as it is, before anything is recovered from it. After a sync that failed, the
 * system's cache shows what the disk never took, and no later sync writes that: a recovery would carry pages over into
 * the database that the log on the disk does not have, and a power cut meanwhile would leave half of them. For a
 * database that nobody has open. Returns whether there was a log.
 */
export function renewLog(file: string): boolean {
  const log = `${file}-wal`
  if (!statSync(log, { throwIfNoEntry: false })?.size) return false
  const handle = openSync(log, 'r+')
  try {
    const bytes = Buffer.alloc(AT_ONCE)
    for (let at = 0, read = AT_ONCE; read === AT_ONCE; at += read) {
      read = readSync(handle, bytes, 0, AT_ONCE, at)
      if (read > 0) writeSync(handle, bytes, 0, read, at)
    }
    fsyncSync(handle)
  } catch (error) {
    // A full disk is not a failed one: it can still be read.
    if (codeOf(error) !== 'ENOSPC') throw error
  } finally {
    closeSync(handle)
  }
  return true
}
