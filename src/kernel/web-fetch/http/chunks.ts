import { said } from '../../language/say.ts'
import { IN_NAME } from './head.ts'
import { HttpError } from './http-error.ts'

/** Octets that may frame the data: real servers send chunks of 4 KiB and more, and few trailers. */
const FREE_FRAMING = 64 * 1024
const FRAMING_PER_DATA = 2
const MAX_DIGITS = 12

const [TAB, LF, CR, SPACE, COLON, SEMICOLON, DELETE] = [9, 10, 13, 32, 58, 59, 127]
/** The value of each hexadecimal digit; 255 for other octets. */
const DIGITS = new Uint8Array(256).fill(255)
for (let value = 0; value < 16; value++) {
  DIGITS[value.toString(16).charCodeAt(0)] = value
  DIGITS[value.toString(16).toUpperCase().charCodeAt(0)] = value
}

/** The part of the body that the next octet belongs to. A size or a trailer line ends with CR LF, and so does the data. */
enum At {
  Size,
  AfterSize,
  Extension,
  SizeEnd,
  Data,
  DataCr,
  DataEnd,
  Trailer,
  TrailerName,
  TrailerValue,
  TrailerEnd,
  LastEnd,
}

/**
 * Decodes a chunked body (RFC 9112, section 7.1) across segments. Extensions and trailers are dropped. The data of a
 * segment is moved together inside that segment, so that small chunks cost no objects.
 */
export class ChunkReader {
  private at = At.Size
  /** Octets of the current chunk that have not come. */
  private left = 0
  private digits = 0
  private data = 0
  private framing = 0

  /** Gives the data in `bytes`, which it overwrites, to `take`. Returns where the body ends, or -1 when it goes on. */
  read(bytes: Buffer, from: number, take: (data: Buffer) => void): number {
    let [at, begin, size] = [from, from, 0]
    let end = -1
    while (at < bytes.length && end < 0) {
      if (this.at !== At.Data) {
        if (this.step(bytes[at++]!)) end = at
        continue
      }
      const length = Math.min(bytes.length - at, this.left)
      if (size === 0) begin = at
      else if (length > 16) bytes.copyWithin(begin + size, at, at + length)
      else for (let octet = 0; octet < length; octet++) bytes[begin + size + octet] = bytes[at + octet]!
      size += length
      at += length
      this.left -= length
      if (this.left === 0) this.at = At.DataCr
    }
    this.data += size
    this.framing += at - from - size
    if (this.framing > FREE_FRAMING + FRAMING_PER_DATA * this.data) throw malformed('it is mostly framing')
    if (size > 0) take(bytes.subarray(begin, begin + size))
    return end
  }

  /** Takes an octet that is not data; true for the last one of the body. */
  private step(octet: number): boolean {
    switch (this.at) {
      case At.Size:
        this.readSize(octet)
        return false
      case At.AfterSize:
        if (octet === SEMICOLON) this.at = At.Extension
        else if (octet === CR) this.at = At.SizeEnd
        else if (octet !== SPACE && octet !== TAB) throw NO_SIZE()
        return false
      case At.Extension:
        if (octet === CR) this.at = At.SizeEnd
        else if (!isText(octet)) throw NO_SIZE()
        return false
      case At.SizeEnd:
        this.digits = 0
        return this.goOn(octet === LF, this.left === 0 ? At.Trailer : At.Data, NOT_A_NUMBER)
      case At.DataCr:
        return this.goOn(octet === CR, At.DataEnd, 'a chunk is longer than it says')
      case At.DataEnd:
        return this.goOn(octet === LF, At.Size, 'a chunk is longer than it says')
      case At.LastEnd:
        if (octet !== LF) throw BAD_TRAILER()
        return true
      default:
        this.readTrailer(octet)
        return false
    }
  }

  private goOn(fits: boolean, next: At, why: string): false {
    if (!fits) throw malformed(why)
    this.at = next
    return false
  }

  private readSize(octet: number): void {
    const digit = DIGITS[octet]!
    if (digit < 16 && this.digits < MAX_DIGITS) {
      this.left = this.left * 16 + digit
      this.digits++
      return
    }
    if (digit < 16 || this.digits === 0) throw NO_SIZE()
    this.at = At.AfterSize
    this.step(octet)
  }

  private readTrailer(octet: number): void {
    if (this.at === At.Trailer && octet === CR) this.at = At.LastEnd
    else if (this.at === At.TrailerEnd && octet === LF) this.at = At.Trailer
    else if (this.at === At.TrailerValue && octet === CR) this.at = At.TrailerEnd
    else if (this.at === At.TrailerValue && isText(octet)) return
    else if (this.at === At.TrailerName && octet === COLON) this.at = At.TrailerValue
    else if ((this.at === At.Trailer || this.at === At.TrailerName) && IN_NAME[octet]) this.at = At.TrailerName
    else throw BAD_TRAILER()
  }
}

const isText = (octet: number): boolean => (octet >= SPACE && octet !== DELETE) || octet === TAB

const malformed = (why: string): HttpError =>
  new HttpError('body', said('the chunked body is malformed: {why}', { why }))
const NOT_A_NUMBER = 'the size of a chunk is not a number'
const NO_SIZE = (): HttpError => malformed(NOT_A_NUMBER)
const BAD_TRAILER = (): HttpError => malformed('its trailers')
