import { HttpError } from './http-error.ts'

/** What stands in a chunk's line beside its size, and in all trailers together. */
const MAX_LINE = 4 * 1024
const MAX_TRAILERS = 16 * 1024

const SIZE_LINE = /^([0-9A-Fa-f]{1,12})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?\r$/
const TRAILER = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*\r$/

/** Takes a chunked body apart (RFC 9112, section 7.1), wherever its segments are split. Extensions and trailers are dropped. */
export class ChunkReader {
  private state: 'size' | 'data' | 'data end' | 'trailers' = 'size'
  /** What is left of the chunk, or of the line end behind it. */
  private left = 0
  /** The beginning of a line whose end has not come. */
  private line = ''
  private trailers = 0

  /** Gives the data in `bytes` to `take`. Returns where the body ends, or -1 when it goes on. */
  read(bytes: Buffer, from: number, take: (data: Buffer) => void): number {
    let at = from
    while (at < bytes.length) {
      if (this.state === 'data') {
        const end = Math.min(bytes.length, at + this.left)
        take(bytes.subarray(at, end))
        this.left -= end - at
        at = end
        if (this.left === 0) this.state = 'data end'
        continue
      }
      const end = bytes.indexOf(10, at)
      const line = this.line + bytes.toString('latin1', at, end < 0 ? bytes.length : end)
      if (line.length > MAX_LINE) throw malformed('a line of it is too long')
      at = end + 1
      this.line = end < 0 ? line : ''
      if (end < 0) return -1
      if (this.endLine(line)) return at
    }
    return -1
  }

  /** True for the last line of the body. */
  private endLine(line: string): boolean {
    if (this.state === 'size') {
      const size = SIZE_LINE.exec(line)
      if (!size) throw malformed('the size of a chunk is no number')
      this.left = Number.parseInt(size[1]!, 16)
      this.state = this.left === 0 ? 'trailers' : 'data'
      return false
    }
    if (this.state === 'data end') {
      if (line !== '\r') throw malformed('a chunk is longer than it says')
      this.state = 'size'
      return false
    }
    this.trailers += line.length
    if (this.trailers > MAX_TRAILERS || (line !== '\r' && !TRAILER.test(line))) throw malformed('its trailers')
    return line === '\r'
  }
}

const malformed = (why: string): HttpError => new HttpError('body', `the chunked body is malformed: ${why}`)
