import { said } from '../../language/say.ts'
import { ChunkReader } from './chunks.ts'
import { type Head, readHead } from './head.ts'
import { HttpError } from './http-error.ts'

const MAX_HEAD = 64 * 1024
/** 100, 103 and others before the answer itself. */
const MAX_INTERIM = 10

/** Receives the head and the body as they are read. */
export type Listener = { onHead(head: Head): void; onData(data: Buffer): void }

/** Reads one answer out of the segments of a connection, wherever they are split. */
export class AnswerReader {
  head: Head | null = null
  /** All of it was read. */
  done = false
  private held = NOTHING
  private size = 0
  private scanned = 0
  private interim = 0
  /** Octets of the body that are still to come. */
  private left = 0
  private chunks: ChunkReader | null = null

  constructor(
    private readonly method: string,
    private readonly listener: Listener,
  ) {}

  /** Returns how much of the segment belongs to this answer. Throws HttpError. */
  read(segment: Buffer): number {
    if (this.head) return this.readBody(segment, 0)
    const before = this.size
    const bytes = before === 0 ? segment : this.hold(segment, 0)
    const at = this.readHeads(bytes)
    if (at < 0) return segment.length
    return this.readBody(bytes, at) - (before === 0 ? 0 : before)
  }

  /** The connection has ended: valid only when its end closes the body. Throws HttpError. */
  end(): void {
    if (this.done) return
    if (!this.head) throw new HttpError('connection', said('it was closed before an answer came'))
    if (this.head.framing !== 'close') throw new HttpError('body', said('the body breaks off'))
    this.done = true
  }

  /** Where the body begins, past heads of interim answers; -1 when more is to come. */
  private readHeads(bytes: Buffer): number {
    let at = 0
    for (;;) {
      const end = endOfHead(bytes, Math.max(at, this.scanned))
      if ((end < 0 ? bytes.length : end) - at > MAX_HEAD) throw tooLarge()
      if (end < 0) {
        this.keep(bytes, at)
        return -1
      }
      const empty = bytes[end - 2] === 13 ? 2 : 1
      const head = readHead(bytes.toString('latin1', at, end - empty), this.method)
      at = end
      if (head.status < 200) {
        if (head.status === 101 || ++this.interim > MAX_INTERIM) throw new HttpError('head', NOT_ASKED)
        this.scanned = 0
        continue
      }
      this.begin(head)
      return at
    }
  }

  private begin(head: Head): void {
    this.head = head
    if (head.framing === 'chunked') this.chunks = new ChunkReader()
    else if (head.framing !== 'close') this.left = head.framing
    this.done = head.framing === 0
    this.listener.onHead(head)
  }

  private readBody(bytes: Buffer, from: number): number {
    const { framing } = this.head!
    if (this.done || from === bytes.length) return from
    if (framing === 'chunked') {
      const end = this.chunks!.read(bytes, from, (data) => this.listener.onData(data))
      this.done = end >= 0
      return this.done ? end : bytes.length
    }
    const end = framing === 'close' ? bytes.length : Math.min(bytes.length, from + this.left)
    this.left -= end - from
    this.done = framing !== 'close' && this.left === 0
    this.listener.onData(from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end))
    return end
  }

  /** Buffers an incomplete head. It grows by doubling, so that a head of many small segments costs only a few copies. */
  private keep(bytes: Buffer, at: number): void {
    if (this.size === 0) this.hold(bytes, at)
    else if (at > 0) {
      this.held.copyWithin(0, at, this.size)
      this.size -= at
    }
    // The last two may be the beginning of the empty line.
    this.scanned = Math.max(0, this.size - 2)
  }

  private hold(bytes: Buffer, from: number): Buffer {
    const needed = this.size + bytes.length - from
    if (needed > this.held.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.held.length * 2, 1024))
      this.held.copy(larger, 0, 0, this.size)
      this.held = larger
    }
    bytes.copy(this.held, this.size, from)
    this.size = needed
    return this.held.subarray(0, needed)
  }
}

const NOTHING = Buffer.alloc(0)
const NOT_ASKED = said('the answer is one that nobody asked for')

const tooLarge = (): HttpError =>
  new HttpError('head', said('more than {most} bytes of headers', { most: String(MAX_HEAD) }))

/** Behind the empty line, or -1. A line may end without its CR (RFC 9112, section 2.2). */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3
  }
  return -1
}
