/** A sorted file of SHA-1 hashes on this machine: new passwords are checked against it, and nothing is sent. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A line is a hash, a colon and a count: shorter than this. */
const LONGEST_LINE = 64
const HASH = /^[0-9A-Fa-f]{40}/

/** Whether the file has the hash of the password. A file that cannot be read throws: no password passes unseen. */
export function isBreached(file: string, password: string): boolean {
  try {
    return has(file, password)
  } catch (error) {
    throw new Error(
      `SIGNALPOST_BREACHED_PASSWORDS: ${file} cannot be searched (${(error as Error).message}), so no new password is accepted. Correct the file, or empty the setting and restart.`,
    )
  }
}

function has(file: string, password: string): boolean {
  const wanted = createHash('sha1').update(password).digest('hex')
  const fd = openSync(file, 'r')
  try {
    let [low, high] = [0, fstatSync(fd).size]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = lineFrom(fd, middle)
      if (found === null || found.hash > wanted) high = middle
      else if (found.hash === wanted) return true
      else low = found.end
    }
    return false
  } finally {
    closeSync(fd)
  }
}

/** The first line that begins at or after an offset, and where it ends; null behind the last. */
function lineFrom(fd: number, offset: number): { hash: string; end: number } | null {
  const start = Math.max(0, offset - 1)
  const bytes = Buffer.alloc(2 * LONGEST_LINE)
  const text = bytes.toString('latin1', 0, readSync(fd, bytes, 0, bytes.length, start))
  const begins = offset === 0 ? 0 : text.indexOf('\n') + 1
  const line = text.slice(begins).split('\n', 1)[0]!
  if (line.trim() === '' || (offset > 0 && begins === 0)) return null
  const [hash] = HASH.exec(line) ?? []
  if (!hash) throw new Error('a line begins with no SHA-1 hash')
  return { hash: hash.toLowerCase(), end: start + begins + line.length + 1 }
}
