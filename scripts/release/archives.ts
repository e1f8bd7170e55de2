/** tar and ar as bytes that depend on their content alone: no clock, no account, no order of a file system. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

export type Entry = {
  path: string
  /** A folder has none. */
  data?: Uint8Array
  link?: string
  mode?: number
  uid?: number
}

const BLOCK = 512
const padded = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK

/** A ustar archive; its entries are sorted by path. `time` is in seconds since 1970. */
export function tar(entries: readonly Entry[], time: number): Buffer {
  const parts: Uint8Array[] = []
  for (const entry of [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const data = entry.data ?? new Uint8Array()
    parts.push(headOf(entry, data.length, time), data, new Uint8Array(padded(data.length) - data.length))
  }
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK)])
}

function headOf({ path, data, link, mode, uid = 0 }: Entry, bytes: number, time: number): Buffer {
  const head = Buffer.alloc(BLOCK)
  const folder = !data && link === undefined
  const [prefix, name] = split(folder && !path.endsWith('/') ? `${path}/` : path)
  const octal = (value: number, at: number, width: number) =>
    head.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1')
  head.write(name, 0, 'latin1')
  octal(mode ?? (folder ? 0o755 : 0o644), 100, 8)
  octal(uid, 108, 8)
  octal(uid, 116, 8)
  octal(bytes, 124, 12)
  octal(time, 136, 12)
  head.write(' '.repeat(8), 148, 'latin1')
  head.write(folder ? '5' : link === undefined ? '0' : '2', 156, 'latin1')
  if (link !== undefined) head.write(link, 157, 'latin1')
  head.write('ustar\u000000', 257, 'latin1')
  const name_of = uid === 0 ? 'root' : ''
  head.write(name_of, 265, 'latin1')
  head.write(name_of, 297, 'latin1')
  head.write(prefix, 345, 'latin1')
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return head
}

function split(path: string): [prefix: string, name: string] {
  if (path.length <= 100) return ['', path]
  const at = path.lastIndexOf('/', path.length - 2)
  if (at < 1 || at > 155 || path.length - at > 101) throw new Error(`${path} is too long for a tar`)
  return [path.slice(0, at), path.slice(at + 1)]
}

export const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Without a name and a time. */
export const gzip = (data: Uint8Array, level = 6): Buffer => gzipSync(data, { level })

/** The folders above each entry, which tools of Debian and containers want to see. */
export function withFolders(entries: readonly Entry[]): Entry[] {
  const folders = new Set<string>()
  for (const { path } of entries)
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at + 1))
  const given = new Set(entries.map(({ path }) => path))
  return [...[...folders].filter((path) => !given.has(path)).map((path) => ({ path })), ...entries]
}

/** What Debian's packages are. */
export function ar(members: readonly { name: string; data: Uint8Array }[], time: number): Buffer {
  const parts = members.flatMap(({ name, data }) => {
    const fields = [name.padEnd(16), String(time).padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)]
    const head = Buffer.from(`${fields.join('')}${String(data.length).padEnd(10)}\`\n`, 'latin1')
    return [head, data, Buffer.from(data.length % 2 ? '\n' : '')]
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}

/** The members of an ar archive. */
export function readAr(data: Uint8Array): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>()
  const text = (from: number, to: number) => Buffer.from(data.subarray(from, to)).toString('latin1').trim()
  for (let at = 8; at + 60 <= data.length; ) {
    const bytes = Number(text(at + 48, at + 58))
    members.set(text(at, at + 16).replace(/\/$/, ''), data.subarray(at + 60, at + 60 + bytes))
    at += 60 + bytes + (bytes % 2)
  }
  return members
}
