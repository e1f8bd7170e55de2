import type { Gunzip } from 'fflate'

/**
 * Unpacks gzip (RFC 1952) as servers send it: several members, comments, padding with zeros, or anything else behind the
 * last member, which programs ignore.
 */
export class Unpacker {
  private readonly inner: Gunzip
  private has_given = false
  /** Zeros that may be padding: they count once something follows them. */
  private zeros = 0
  private is_over = false

  constructor(take: (part: Uint8Array) => unknown) {
    this.inner = gunzip((part) => {
      if (part.length === 0) return
      this.has_given = true
      take(part)
    })
  }

  /** Throws for damaged data. */
  push(part: Uint8Array): void {
    let end = part.length
    while (end > 0 && part[end - 1] === 0) end--
    if (end > 0 && this.zeros > 0) this.feed(new Uint8Array(this.zeros))
    this.zeros = part.length - end + (end > 0 ? 0 : this.zeros)
    if (this.zeros > MOST_ZEROS) this.is_over = true
    if (end > 0) this.feed(part.subarray(0, end))
  }

  /** To be called after the last octet; false when the end is missing. Throws when there is nothing else either. */
  end(): boolean {
    if (this.is_over) return true
    try {
      this.inner.push(NOTHING, true)
      return true
    } catch (error) {
      if (this.has_given) return false
      throw error
    }
  }

  private feed(part: Uint8Array): void {
    if (this.is_over) return
    try {
      this.inner.push(part)
    } catch (error) {
      // The magic number of a further member is missing.
      if ((error as { code?: number }).code !== NO_MEMBER || !this.has_given) throw error
      this.is_over = true
    }
  }
}

const NOTHING = new Uint8Array()
/** `FlateErrorCode.InvalidHeader` of the library. */
const NO_MEMBER = 6
/** No list has more of them in a row. */
const MOST_ZEROS = 1 << 16

/** The magic number of gzip. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The library is read with the first packed file: a start needs none of it. */
function gunzip(read: (part: Uint8Array) => unknown): Gunzip {
  const { Gunzip } = require('fflate') as typeof import('fflate')
  return new Gunzip(read)
}
