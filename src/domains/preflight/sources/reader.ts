import type { Said } from '../../../kernel/language/say.ts'
import { TextStream } from '../../../kernel/text/decode.ts'
import { Json } from './json.ts'
import { Lines } from './lines.ts'
import {
  damaged,
  type Entry,
  type FeedLinks,
  type Format,
  notASource,
  type SourceKind,
  swollen,
  zipped,
} from './source-error.ts'
import { isPacked, Unpacker } from './unpack.ts'
import { Xml } from './xml.ts'
import { fromRoot, MOST_BEFORE } from './xml-begin.ts'

/** The protocol's bounds of one file, unpacked. */
export const MOST_BYTES = 50 * 2 ** 20
export const MOST_ENTRIES = 50_000
/** From one megabyte on, a file that unpacks to more than this many times its size is refused as a bomb. */
const MOST_RATIO = 200
const FREE_OF_RATIO = 2 ** 20
/** Octets unpacked at once, which may become a thousand times as many, and octets read in one step. */
const STEP = { packed: 2 ** 10, plain: 2 ** 14 }
/** A file packed by its program and once more by its server; a third time is a trap. */
const MOST_LAYERS = 2

/**
 * One file of a source, read as it arrives: packed or not, XML, text, CSV or JSON. Each step takes a few milliseconds
 * whatever the file holds, and nothing of the file is kept but the entries that were not taken yet.
 */
export class SourceReader {
  /** The file was longer than a file may be, or broke off: only its first part was read. */
  is_cut = false
  entries = 0
  unpacked = 0
  private packed = 0
  private readonly outside: Layer
  private format: Format | null = null
  private begin = ''
  private waiting: Entry[] = []
  private is_over = false
  private readonly text: TextStream
  private readonly digest = new Bun.CryptoHasher('sha256')

  /** `content_type`: of the answer that brings the file. */
  constructor(
    private readonly address: string,
    content_type: string | null = null,
  ) {
    this.text = new TextStream({ content_type })
    this.outside = new Layer(address)
  }

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

  /** How a list was read, where that is news. */
  get words(): Said | null {
    return this.format?.words ?? null
  }

  /** Items without an address of a page. */
  get nameless(): number {
    return this.format?.nameless ?? 0
  }

  /** Reads octets, with a stop after each step. */
  *write(bytes: Uint8Array): Generator<void> {
    const step = this.outside.is_packed || isPacked(bytes) || this.packed < 2 ? STEP.packed : STEP.plain
    for (let at = 0; at < bytes.length && !this.is_cut; at += step) {
      const part = bytes.subarray(at, at + step)
      this.packed += part.length
      yield* this.readParts(this.outside.unpacked(part))
      yield
    }
  }

  /** Reads unpacked octets, with a stop before each step but the first. */
  private *readParts(parts: Generator<Uint8Array>): Generator<void> {
    let is_first = true
    for (const part of parts) {
      for (let at = 0; at < part.length && !this.is_cut; at += STEP.plain) {
        if (!is_first) yield
        is_first = false
        this.read(part.subarray(at, at + STEP.plain))
      }
      if (this.is_cut) return
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
      for (const _ of this.readParts(this.outside.rest()));
    }
    if (!this.is_cut || this.format === null) this.readText(this.text.end(), true)
    const breaks_off = !this.is_cut && this.outside.is_broken
    if (breaks_off && this.entries === 0) throw damaged(this.address)
    if (this.format === null) throw notASource('', this.address)
    if (this.is_cut && this.entries === 0 && this.format.cut) {
      this.format.cut()
      return
    }
    this.is_over = true
    this.is_cut ||= breaks_off
    if (!this.is_cut || this.entries === 0) this.format.end()
  }

  /** SHA-256 of the file, unpacked. */
  digestOf(): string {
    return this.digest.digest('hex')
  }

  private read(bytes: Uint8Array): void {
    if (this.is_cut) return
    this.unpacked += bytes.length
    if (this.outside.is_packed && this.unpacked > FREE_OF_RATIO && this.unpacked > this.packed * MOST_RATIO)
      throw swollen(this.address, MOST_RATIO)
    if (this.unpacked > MOST_BYTES) {
      this.is_cut = true
      return
    }
    this.digest.update(bytes)
    this.readText(this.text.write(bytes))
  }

  private readText(text: string, is_last = false): void {
    if (this.format) this.format.write(text)
    else {
      // A byte order mark and white space come before the first letter that tells the format.
      this.begin = (this.begin + text).trimStart()
      if (this.begin === '' || (this.begin.length < MOST_BEFORE && !is_last)) return
      const xml = fromRoot(this.begin)
      this.format = formatOf(xml ?? this.begin, this.address, (entry) => this.add(entry))
      this.format.write(xml ?? this.begin)
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

const NO_LINKS: FeedLinks = { hub: null, self: null }

/** Octets that may be packed, and what they hold, which may be packed again. */
class Layer {
  is_packed = false
  /** The first octet while it is alone: two tell whether the data is packed. */
  private first: Uint8Array | null = null
  private is_begun = false
  private unpacker: Unpacker | null = null
  private inside: Layer | null = null
  private readonly given: Uint8Array[] = []
  private is_short = false

  constructor(
    private readonly address: string,
    private readonly depth = 1,
  ) {}

  /** The end of the packed data is missing. */
  get is_broken(): boolean {
    return this.is_short || this.inside?.is_broken === true
  }

  *unpacked(octets: Uint8Array): Generator<Uint8Array> {
    const bytes = this.first ? Buffer.concat([this.first, octets]) : octets
    this.first = null
    if (!this.is_begun && bytes.length === 1) {
      this.first = bytes
      return
    }
    if (!this.is_begun) this.start(bytes)
    if (!this.unpacker) yield bytes
    else
      for (let at = 0; at < bytes.length; at += STEP.packed) {
        this.guarded(() => this.unpacker!.push(bytes.subarray(at, at + STEP.packed)))
        yield* this.inner()
      }
  }

  *rest(): Generator<Uint8Array> {
    if (this.first) yield this.first
    if (!this.unpacker) return
    this.guarded(() => (this.is_short = !this.unpacker!.end()))
    yield* this.inner()
    yield* this.inside!.rest()
  }

  private start(bytes: Uint8Array): void {
    this.is_begun = true
    if (isPacked(bytes)) {
      if (this.depth > MOST_LAYERS) throw damaged(this.address)
      this.is_packed = true
      this.unpacker = new Unpacker((part) => this.given.push(part))
      this.inside = new Layer(this.address, this.depth + 1)
    } else if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw zipped(this.address)
  }

  private *inner(): Generator<Uint8Array> {
    for (const part of this.given.splice(0)) yield* this.inside!.unpacked(part)
  }

  private guarded(unpack: () => void): void {
    try {
      unpack()
    } catch {
      throw damaged(this.address)
    }
  }
}

function formatOf(begin: string, address: string, found: (entry: Entry) => void): Format {
  const first = begin[0]
  if (first === '<') return new Xml(address, found)
  return first === '{' || first === '[' ? new Json(address, found) : new Lines(address, found)
}
