/** A release as it lies in a folder, in one tar, or behind an address. Nothing here is trusted yet. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST, MOST_BYTES, NOTES, SIGNATURE } from '../../../features/releases/index.ts'
import { readFolderAddress } from '../../../kernel/environment/setting-values.ts'
import { readRelease } from '../../../upstream/releases.ts'
import { CommandError } from '../../framework/command.ts'

export type Source = {
  manifest: Uint8Array
  signature: string
  /** The notes, wherever they are missing an empty text. */
  notes(): Promise<Uint8Array>
  /** A file of the release, at most `most` bytes of it. */
  open(name: string, most: number): AsyncIterable<Uint8Array>
}

const MOST_MEMBERS = 100
const BLOCK = 512

export async function openSource(place: string): Promise<Source> {
  const open = /^https?:\/\//.test(place) ? fromAddress(place) : fromDisk(place)
  const whole = async (name: string) => Buffer.concat(await Array.fromAsync(open(name, MOST_BYTES)))
  try {
    return {
      manifest: await whole(MANIFEST),
      signature: (await whole(SIGNATURE)).toString('utf8'),
      notes: () => whole(NOTES).catch(() => new Uint8Array()),
      open,
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`there is no release in ${place}: ${(error as Error).message}`)
  }
}

function fromAddress(place: string): Source['open'] {
  const base = readFolderAddress(place)
  return (name, most) => readRelease(base, name, most)
}

function fromDisk(place: string): Source['open'] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`there is no file or folder ${place}`)
  if (found.isDirectory()) return (name, most) => slice(join(place, name), name, 0, null, most)
  const members = membersOf(place)
  return (name, most) => {
    const member = members.get(name)
    if (!member) throw new Error(`${name} is not in it`)
    return slice(place, name, member.at, member.bytes, most)
  }
}

async function* slice(
  file: string,
  name: string,
  from: number,
  bytes: number | null,
  most: number,
): AsyncGenerator<Uint8Array> {
  const length = bytes ?? statSync(file).size
  if (length > most) throw new Error(`${name} is longer than ${most} bytes`)
  const fd = openSync(file, 'r')
  try {
    for (let done = 0; done < length; ) {
      const piece = Buffer.allocUnsafe(Math.min(1 << 20, length - done))
      const read = readSync(fd, piece, 0, piece.length, from + done)
      if (read === 0) throw new Error(`${name} ends too early`)
      done += read
      yield piece.subarray(0, read)
    }
  } finally {
    closeSync(fd)
  }
}

/** Where the files of a tar lie. Only plain files with plain names may be in it. */
function membersOf(file: string): Map<string, { at: number; bytes: number }> {
  const refused = (why: string) => new CommandError(`${file} is not the tar of a release: ${why}`)
  const { size } = statSync(file)
  const members = new Map<string, { at: number; bytes: number }>()
  const fd = openSync(file, 'r')
  try {
    const head = Buffer.alloc(BLOCK)
    for (let at = 0; at < size; ) {
      if (readSync(fd, head, 0, BLOCK, at) < BLOCK) throw refused('it is cut off')
      if (head[0] === 0) break
      const text = (from: number, to: number) => head.toString('latin1', from, to).replace(/\0.*$/s, '')
      const name = text(0, 100)
      const bytes = Number.parseInt(text(124, 136), 8)
      if (text(257, 262) !== 'ustar' || !(bytes >= 0)) throw refused('it has no ustar headers')
      if (head[156] !== 0x30 || text(345, 500) !== '' || !/^[A-Za-z0-9][\w.+-]*$/.test(name) || members.has(name))
        throw refused(`"${name}" is not a plain file with a name of its own`)
      if (at + BLOCK + bytes > size) throw refused('it is cut off')
      members.set(name, { at: at + BLOCK, bytes })
      if (members.size > MOST_MEMBERS) throw refused(`it has more than ${MOST_MEMBERS} files`)
      at += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK
    }
  } finally {
    closeSync(fd)
  }
  return members
}
