import type { Gunzip } from 'fflate'
import { Json } from './json.ts'
import { Lines } from './lines.ts'
import { type Entry, type FeedLinks, type Format, notASource, SourceError, type SourceKind } from './source-error.ts'
import { Xml } from './xml.ts'

/** The protocol's bounds of one file, unpacked. */
export const MOST_BYTES = 50 * 2 ** 20
export const MOST_ENTRIES = 50_000
/** From one megabyte on, a file that unpacks to more than this many times its size is refused as a bomb. */
const MOST_RATIO = 200
const FREE_OF_RATIO = 2 ** 20
/** Octets unpacked at once, which may become a thousand times as many, and octets read in one step. */
const STEP = { packed: 2 ** 10, plain: 2 ** 14 }

/**
 * One file of a source, read as it arrives: packed or not, XML, text, CSV or JSON. Each step takes a few milliseconds
 * whatever the file holds, and nothing of the file is kept but the entries that were not taken yet.
 */
export class SourceReader {
  /** The file was longer than a file may be: only its first part was read. */
  is_cut = false
  entries = 0
  unpacked = 0
  private packed = 0
  /** The first octet while it is alone: two tell whether the file is packed. */
  private first: Uint8Array | null = null
  private format: Format | null = null
  private begin = ''
  private waiting: Entry[] = []
  private gunzip: Gunzip | null = null
  /** Unpacked and not read yet. */
  private unread: Uint8Array[] = []
  private is_over = false
  private readonly decoder = new TextDecoder()
  private readonly digest = new Bun.CryptoHasher('sha256')

  constructor(private readonly address: string) {}

  get kind(): SourceKind | null {
    return this.format?.kind ?? null
  }

  get ttl(): number | null {
    return this.format?.ttl ?? null
  }

  get next(): string | null {
    return this.format?.next ?? null
  }

  get links(): FeedLinks {
    return this.format?.links ?? NO_LINKS
  }

  /** Reads octets, with a stop after each step. */
  *write(piece: Uint8Array): Generator<void> {
    let bytes = piece
    if (this.first || (this.packed === 0 && piece.length === 1)) {
      bytes = Uint8Array.of(...(this.first ?? []), ...piece.subarray(0, 1))
      this.first = this.first ? null : bytes
      if (this.first) return
      if (piece.length > 1) bytes = Buffer.concat([bytes, piece.subarray(1)])
    }
    if (this.packed === 0 && bytes[0] === 0x1f && bytes[1] === 0x8b)
      this.gunzip = gunzip((part) => this.unread.push(part))
    const step = this.gunzip ? STEP.packed : STEP.plain
    for (let at = 0; at < bytes.length && !this.is_cut; at += step) {
      const part = bytes.subarray(at, at + step)
      this.packed += part.length
      if (this.gunzip) yield* this.readUnpacked(part)
      else this.read(part)
      yield
    }
  }

  /** Unpacks octets and reads what they hold, with a stop before each step but the first. */
  private *readUnpacked(packed: Uint8Array, is_last = false): Generator<void> {
    this.unpack(packed, is_last)
    let is_first = true
    for (const part of this.unread.splice(0))
      for (let at = 0; at < part.length && !this.is_cut; at += STEP.plain) {
        if (!is_first) yield
        is_first = false
        this.read(part.subarray(at, at + STEP.plain))
      }
  }

  /** The entries since the last call. */
  take(): Entry[] {
    const taken = this.waiting
    this.waiting = []
    return taken
  }

  /** To be called after the last octet; throws when the file is no source. `cut`: the rest never came. */
  end(cut = false): void {
    this.is_cut ||= cut
    if (!this.is_cut) {
      if (this.first) this.read(this.first)
      if (this.gunzip) for (const _ of this.readUnpacked(NOTHING, true));
      this.readText(this.decoder.decode())
    }
    if (this.format === null) throw notASource('', this.address)
    this.is_over = true
    if (!this.is_cut || this.entries === 0) this.format.end()
  }

  /** SHA-256 of the file, unpacked. */
  digestOf(): string {
    return this.digest.digest('hex')
  }

  private unpack(part: Uint8Array, is_last: boolean): void {
    try {
      this.gunzip!.push(part, is_last)
    } catch (error) {
      if (error instanceof SourceError) throw error
      throw new SourceError(
        `${this.address} is packed, but damaged`,
        'ask for it again, or tell the people of that site',
      )
    }
  }

  private read(bytes: Uint8Array): void {
    if (this.is_cut) return
    this.unpacked += bytes.length
    if (this.gunzip && this.unpacked > FREE_OF_RATIO && this.unpacked > this.packed * MOST_RATIO)
      throw new SourceError(`${this.address} unpacks to more than ${MOST_RATIO} times its size`, 'give a smaller one')
    if (this.unpacked > MOST_BYTES) {
      this.is_cut = true
      return
    }
    this.digest.update(bytes)
    this.readText(this.decoder.decode(bytes, { stream: true }))
  }

  private readText(text: string): void {
    if (this.format) this.format.write(text)
    else {
      // A byte order mark and white space come before the first letter that tells the format.
      this.begin = (this.begin + text).trimStart()
      if (this.begin === '') return
      this.format = formatOf(this.begin[0]!, this.address, (entry) => this.add(entry))
      this.format.write(this.begin)
      this.begin = ''
    }
  }

  private add(entry: Entry): void {
    if (this.is_over && this.is_cut) return
    if (this.entries >= MOST_ENTRIES) {
      this.is_cut = true
      return
    }
    this.entries++
    this.waiting.push(entry)
  }
}

const NOTHING = new Uint8Array()
const NO_LINKS: FeedLinks = { hub: null, self: null }

/** The library is read with the first packed file: a start needs none of it. */
function gunzip(read: (part: Uint8Array) => unknown): Gunzip {
  const { Gunzip } = require('fflate') as typeof import('fflate')
  return new Gunzip(read)
}

function formatOf(first: string, address: string, found: (entry: Entry) => void): Format {
  if (first === '<') return new Xml(address, found)
  return first === '{' || first === '[' ? new Json(address, found) : new Lines(address, found)
}
