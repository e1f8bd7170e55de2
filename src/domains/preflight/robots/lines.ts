const [TAB, LF, VT, FF, CR, SPACE, HASH, STAR, DASH, COLON, UNDERSCORE] = [9, 10, 11, 12, 13, 32, 35, 42, 45, 58, 95]

/** Google reads no further into a line. */
const MAX_LINE = 2083 * 8 - 1
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

type Name = 'user-agent' | 'allow' | 'disallow'

/** Names match by prefix, with common misspellings. */
const NAMES: [Uint8Array, Name][] = [
  ...['user-agent', 'user agent', 'useragent'].map((text): [Uint8Array, Name] => [Buffer.from(text), 'user-agent']),
  [Buffer.from('allow'), 'allow'],
  ...['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map((text): [Uint8Array, Name] => [
    Buffer.from(text),
    'disallow',
  ]),
]

/** Reads a robots.txt line by line, as offsets into its octets. One object serves all lines, to save memory. */
export class LineReader {
  /** Counts from 1. */
  number = 0
  length = 0
  /** Null for a line without a known name. */
  name: Name | null = null
  from = 0
  to = 0
  private at = 0

  constructor(private readonly octets: Uint8Array) {
    while (this.at < BYTE_ORDER_MARK.length && octets[this.at] === BYTE_ORDER_MARK[this.at]) this.at++
  }

  /** Goes to the next line; false after the last. */
  next(): boolean {
    const { octets, at } = this
    if (at > octets.length) return false
    let end = at
    while (end < octets.length && octets[end] !== LF && octets[end] !== CR) end++
    this.at = end + (octets[end] === CR && octets[end + 1] === LF ? 2 : 1)
    this.number++
    this.length = end - at
    this.read(at, Math.min(end, at + MAX_LINE))
    return true
  }

  /** Whether a value of `user-agent` means every crawler. */
  isForEverybody(): boolean {
    const { octets, from, to } = this
    return from < to && octets[from] === STAR && (from + 1 === to || isBlank(octets[from + 1]!))
  }

  /** "Googlebot/2.1" and "Googlebot Images" both name googlebot. */
  isFor(name: Uint8Array): boolean {
    const { octets, from, to } = this
    let end = from
    while (end < to && isOfToken(octets[end]!)) end++
    return this.begins(name, from, end) && end - from === name.length
  }

  private read(start: number, most: number): void {
    const { octets } = this
    let [end, colon] = [start, -1]
    for (; end < most && octets[end] !== HASH; end++) if (colon < 0 && octets[end] === COLON) colon = end
    const from = this.afterSpace(start, end)
    const to = this.beforeSpace(from, end)
    this.from = this.to = to
    if (colon < 0) this.readWords(from, to)
    else {
      this.name = this.nameOf(from, colon)
      this.from = this.afterSpace(colon + 1, to)
      this.to = to
    }
  }

  /** Two words without a colon: the colon was forgotten. */
  private readWords(from: number, to: number): void {
    const { octets } = this
    let gap = from
    while (gap < to && !isBlank(octets[gap]!)) gap++
    let value = gap
    while (value < to && isBlank(octets[value]!)) value++
    let end = value
    while (end < to && !isBlank(octets[end]!)) end++
    this.name = value < to && end === to ? this.nameOf(from, gap) : null
    this.from = value
  }

  private nameOf(from: number, to: number): Name | null {
    for (const [text, name] of NAMES) if (this.begins(text, from, to)) return name
    return null
  }

  /** Whether the octets begin with this lower-case text, ignoring case. */
  private begins(text: Uint8Array, from: number, to: number): boolean {
    if (to - from < text.length) return false
    for (let at = 0; at < text.length; at++) if (lower(this.octets[from + at]!) !== text[at]) return false
    return true
  }

  private afterSpace(from: number, to: number): number {
    let at = from
    while (at < to && isSpace(this.octets[at]!)) at++
    return at
  }

  private beforeSpace(from: number, to: number): number {
    let at = to
    while (at > from && isSpace(this.octets[at - 1]!)) at--
    return at
  }
}

const isBlank = (octet: number): boolean => octet === SPACE || octet === TAB
/** ASCII white space only: the octet A0 is part of "/à". */
const isSpace = (octet: number): boolean => isBlank(octet) || octet === VT || octet === FF
const lower = (octet: number): number => (octet >= 0x41 && octet <= 0x5a ? octet + 32 : octet)
const isOfToken = (octet: number): boolean =>
  octet === DASH || octet === UNDERSCORE || (lower(octet) >= 0x61 && lower(octet) <= 0x7a)
