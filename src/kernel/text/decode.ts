/** From bytes to text: the encoding that a file, its sender or its first bytes name, and what to take where they lie. */

export type Encoded = {
  /** The `Content-Type` that came with the bytes. */
  content_type?: string | null
}

/** The text of a whole file. */
export function decodeText(bytes: Uint8Array, encoded: Encoded = {}): string {
  const stream = new TextStream(encoded)
  return stream.write(bytes) + stream.end()
}

/**
 * The same for bytes that arrive in pieces. In this order: byte order mark, UTF-16 by its zero bytes, `charset` of the
 * `Content-Type`, the XML declaration or meta tag in the first bytes. Whatever is named, letters that are whole in UTF-8
 * are UTF-8: many servers name a charset that their files do not have. Where none is named, and the first letters beyond
 * ASCII are no UTF-8, it is windows-1252.
 */
export class TextStream {
  private decoder: TextDecoder | null = null
  /** The encoding of letters beyond ASCII that are no UTF-8. */
  private otherwise = WESTERN
  private is_begun = false
  /** The first bytes while they are too few to tell, later the begin of a letter. */
  private held: Uint8Array = NOTHING

  constructor(private readonly encoded: Encoded = {}) {}

  write(piece: Uint8Array): string {
    if (this.decoder) return this.decoder.decode(piece, { stream: true })
    const bytes = joined(this.held, piece)
    this.held = NOTHING
    if (!this.is_begun && bytes.length < ENOUGH) {
      this.held = bytes
      return ''
    }
    return this.undecided(bytes, false)
  }

  end(): string {
    const text = this.decoder ? '' : this.undecided(this.held, true)
    return text + this.rest()
  }

  private rest(): string {
    return this.decoder?.decode() ?? ''
  }

  private undecided(bytes: Uint8Array, is_last: boolean): string {
    if (!this.is_begun) this.begin(bytes)
    if (this.decoder) return this.decoder.decode(bytes, { stream: true })
    if (isAscii(bytes)) return ASCII.decode(bytes)
    const whole = is_last ? bytes.length : wholeLetters(bytes)
    const head = bytes.subarray(0, whole)
    if (isAscii(head)) {
      this.held = bytes.slice(whole)
      return ASCII.decode(head)
    }
    this.decoder = new TextDecoder((isUtf8(head, this.otherwise) ? 'utf-8' : this.otherwise) as Bun.Encoding)
    return this.decoder.decode(bytes, { stream: true })
  }

  private begin(bytes: Uint8Array): void {
    this.is_begun = true
    const encoding = encodingOf(bytes, charsetIn(this.encoded.content_type ?? null))
    if (encoding === null) return
    if (isMarked(bytes) || NOT_ASCII.test(encoding)) this.decoder = new TextDecoder(encoding as Bun.Encoding)
    else if (encoding !== 'UTF-8') this.otherwise = encoding
  }
}

/** The encoding that a file or its sender names, by its standard name; null if none that can be read is named. */
function encodingOf(bytes: Uint8Array, stated: string | undefined): string | null {
  const start = bytes.subarray(0, LOOK)
  const utf16 = utf16Of(start)
  if (utf16) return utf16
  const named = sniffed(start, stated, UNNAMED)
  // Without zero bytes it cannot be UTF-16, whatever the declaration says.
  return named === UNNAMED || named === 'replacement' || named === 'x-user-defined' || named.startsWith('UTF-16')
    ? null
    : named
}

type Sniff = typeof import('html-encoding-sniffer')
let sniff: Sniff | undefined

/** The executable packs the library as a module with a default. */
const wholeOf = (library: Sniff | { default: Sniff }): Sniff => ('default' in library ? library.default : library)

/** Loads tables of a hundred encodings, so it loads with the first use and not at start. */
export function sniffed(bytes: Uint8Array, stated: string | undefined, otherwise: string): string {
  sniff ??= wholeOf(require('html-encoding-sniffer') as Sniff | { default: Sniff })
  return sniff(bytes, { transportLayerEncodingLabel: stated, defaultEncoding: otherwise })
}

/** The `charset` of a `Content-Type`, as it is written. */
export const charsetIn = (content_type: string | null): string | undefined =>
  content_type === null ? undefined : CHARSET.exec(content_type)?.[1]

const CHARSET = /charset\s*=\s*["']?([^\s;"']+)/i
const UNNAMED = 'unnamed'
const NOTHING = new Uint8Array()
/** Bytes needed before the first look for a name, and the most that it reads. */
const [ENOUGH, LOOK] = [64, 1024]
const ASCII = new TextDecoder('utf-8', { ignoreBOM: true })
/** Encodings in which ASCII does not stand for itself; the library takes no others of that kind. */
const NOT_ASCII = /^(UTF-16|ISO-2022-JP)/
/** Excel's encoding in the West, and the Web's where none is named. */
const WESTERN = 'windows-1252'

function isMarked([a, b, c]: Uint8Array): boolean {
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0xef && b === 0xbb && c === 0xbf)
}

/** By its byte order mark, or by zeros: links are ASCII, so nearly every second byte of them is zero. */
function utf16Of(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE'
  const zeros = [0, 0]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at & 1]!++
  const half = bytes.length / 2
  if (bytes.length < 4) return null
  if (zeros[1]! > half * 0.6 && zeros[0]! < half * 0.1) return 'UTF-16LE'
  return zeros[0]! > half * 0.6 && zeros[1]! < half * 0.1 ? 'UTF-16BE' : null
}

const isAscii = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 127) return false
  return true
}

/** How many bytes stand before a letter of UTF-8 that is not whole at the end. */
function wholeLetters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/**
 * Letters of another encoding are hardly ever whole letters of UTF-8. Where no other is named, one damaged letter among
 * many does not make it another.
 */
function isUtf8(bytes: Uint8Array, otherwise: string): boolean {
  let [whole, broken] = [0, 0]
  for (const [letter] of ASCII.decode(bytes).matchAll(BEYOND_ASCII)) letter === '\ufffd' ? broken++ : whole++
  return broken <= (otherwise === WESTERN ? whole / 4 : 0)
}
const BEYOND_ASCII = /[^\0-\x7f]/gu

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => (a.length === 0 ? b : Buffer.concat([a, b]))
