/**
 * A checksum of every page of the database file, in a file of its own: SQLite has none, and a flipped bit inside a text
 * or a number is sound to all of its checks. What is in the file changes by write-backs alone, and those are ours: the
 * pages of the log are summed each time, before the next commit may write over them.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'

const PAGE = 4096
/** Of the log (sqlite.org/fileformat2.html, 4): its own head, and one before each page. */
const LOG_HEAD = 32
const FRAME_HEAD = 24
const FRAME = FRAME_HEAD + PAGE
/** What the sums are of: a mark, then device, inode, size and time of change. */
const HEAD = 64
const MARK = 'signalpost page sums 1'

export const sumsOf = (file: string): string => `${file}-sums`

/** Never 0, which says that nothing is known of the page. */
export const sumOf = (page: Uint8Array, number: number): bigint => Bun.hash.wyhash(page, BigInt(number)) || 1n

/** Keeps the sums of an open database. */
export class PageSums {
  readonly #sums: number
  readonly #salts: Buffer = Buffer.alloc(8)
  #summed = 0

  constructor(private readonly file: string) {
    this.#sums = openSync(sumsOf(file), 'r+')
  }

  /**
   * After a write-back of the first `written` of `all` frames: sums what came into the file by it. A page that stands
   * again in a later frame was left out.
   */
  update({ log: all, checkpointed: written }: { log: number; checkpointed: number }): void {
    const log = openSync(`${this.file}-wal`, 'r')
    try {
      const head = Buffer.alloc(LOG_HEAD)
      readSync(log, head, 0, LOG_HEAD, 0)
      const salts = head.subarray(16, 24)
      // A log that began anew.
      if (!salts.equals(this.#salts)) this.#summed = 0
      salts.copy(this.#salts)
      const last = lastFrames(log, this.#summed, all)
      this.#write([...last].filter(([, { frame }]) => frame < written).map(([number, { sum }]) => [number, sum]))
      this.#summed = written
    } finally {
      closeSync(log)
    }
  }

  /** The file as it is now is what the sums are of; on the disk before the log may be written over. */
  #write(sums: [number: number, sum: bigint][]): void {
    if (sums.length === 0) return
    sums.sort(([a], [b]) => a - b)
    for (let first = 0, next = 1; first < sums.length; first = next, next++) {
      const [start] = sums[first]!
      while (next < sums.length && sums[next]![0] === start + next - first) next++
      const bytes = Buffer.alloc((next - first) * 8)
      for (let i = first; i < next; i++) bytes.writeBigUInt64LE(sums[i]![1], (i - first) * 8)
      writeSync(this.#sums, bytes, 0, bytes.length, HEAD + (start - 1) * 8)
    }
    writeSync(this.#sums, headOf(this.file), 0, HEAD, 0)
    fdatasyncSync(this.#sums)
  }

  close(): void {
    closeSync(this.#sums)
  }
}

/** Frames read at once. */
const AT_ONCE = 64

/** The pages of frames `from` to `to`, each with its last frame and what that holds. */
function lastFrames(log: number, from: number, to: number): Map<number, { frame: number; sum: bigint }> {
  const last = new Map<number, { frame: number; sum: bigint }>()
  const bytes = Buffer.alloc(FRAME * AT_ONCE)
  for (let frame = from; frame < to; frame += AT_ONCE) {
    const wanted = Math.min(AT_ONCE, to - frame)
    readSync(log, bytes, 0, wanted * FRAME, LOG_HEAD + frame * FRAME)
    for (let i = 0; i < wanted; i++) {
      const number = bytes.readUInt32BE(i * FRAME)
      const page = bytes.subarray(i * FRAME + FRAME_HEAD, (i + 1) * FRAME)
      last.set(number, { frame: frame + i, sum: sumOf(page, number) })
    }
  }
  return last
}

function headOf(file: string): Buffer {
  const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true })
  const head = Buffer.alloc(HEAD)
  head.write(MARK)
  ;[dev, ino, size, mtimeNs].forEach((value, i) => void head.writeBigUInt64LE(BigInt.asUintN(64, value), 24 + i * 8))
  return head
}

/**
 * Makes sure that there are sums of this file, before it is opened: where somebody else changed it, or none were kept,
 * they are made of what it holds now. Says whether they were.
 */
export function preparePageSums(file: string): boolean {
  if (isCurrent(file)) return false
  rmSync(sumsOf(file), { force: true })
  const from = openSync(file, 'r')
  if (pageSize(from) !== PAGE) {
    closeSync(from)
    return false
  }
  const to = openSync(sumsOf(file), 'w', 0o600)
  try {
    writeSync(to, headOf(file), 0, HEAD, 0)
    for (const { first, pages } of chunksOf(from, fstatSync(from).size)) {
      const sums = Buffer.alloc(pages.length * 8)
      pages.forEach((page, i) => void sums.writeBigUInt64LE(sumOf(page, first + i), i * 8))
      writeSync(to, sums, 0, sums.length, HEAD + (first - 1) * 8)
    }
    fdatasyncSync(to)
    return true
  } finally {
    closeSync(from)
    closeSync(to)
  }
}

/** As the file's own head says it; one of another size was not made by this program. */
function pageSize(file: number): number {
  const head = Buffer.alloc(18)
  readSync(file, head, 0, head.length, 0)
  return head.readUInt16BE(16)
}

function isCurrent(file: string): boolean {
  if (!existsSync(sumsOf(file))) return false
  const sums = openSync(sumsOf(file), 'r')
  try {
    const head = Buffer.alloc(HEAD)
    readSync(sums, head, 0, HEAD, 0)
    return head.equals(headOf(file))
  } finally {
    closeSync(sums)
  }
}

const CHUNK = 256

function* chunksOf(file: number, size: number): Generator<{ first: number; pages: Buffer[] }> {
  const bytes = Buffer.alloc(CHUNK * PAGE)
  for (let at = 0; at < size; at += bytes.length) {
    const read = readSync(file, bytes, 0, bytes.length, at)
    const pages = Array.from({ length: Math.floor(read / PAGE) }, (_, i) => bytes.subarray(i * PAGE, (i + 1) * PAGE))
    yield { first: at / PAGE + 1, pages }
  }
}

/**
 * Numbers of the pages that are not what was written. For a process that does not have the database open, since closing
 * a file lets go of the locks that SQLite holds on it. A write-back under way changes pages and sums one after the other,
 * so what differs is looked at again.
 */
export async function damagedPages(file: string, looks = LOOKS): Promise<{ pages: number; damaged: number[] }> {
  const [data, sums] = [openSync(file, 'r'), openSync(sumsOf(file), 'r')]
  try {
    const { size } = fstatSync(data)
    let suspects: number[] = []
    for (const { first, pages } of chunksOf(data, size))
      pages.forEach((page, i) => {
        if (differs(sums, page, first + i)) suspects.push(first + i)
      })
    for (let look = 0; look < looks && suspects.length; look++) {
      await Bun.sleep(PAUSE)
      suspects = suspects.filter((number) => differs(sums, pageAt(data, number), number))
    }
    return { pages: size / PAGE, damaged: suspects }
  } finally {
    closeSync(data)
    closeSync(sums)
  }
}

const LOOKS = 5
const PAUSE = 200

function pageAt(file: number, number: number): Buffer {
  const page = Buffer.alloc(PAGE)
  readSync(file, page, 0, PAGE, (number - 1) * PAGE)
  return page
}

function differs(sums: number, page: Uint8Array, number: number): boolean {
  const bytes = Buffer.alloc(8)
  const known = readSync(sums, bytes, 0, 8, HEAD + (number - 1) * 8) === 8 ? bytes.readBigUInt64LE() : 0n
  return known !== 0n && known !== sumOf(page, number)
}
