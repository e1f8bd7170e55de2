import { decodeReference } from '../html/entities.ts'
import { MOST_LETTERS } from './source-error.ts'

type TagEvents = {
  /** `attributes` as written; `alone` for a tag that closes itself. */
  open(tag: string, attributes: string, alone: boolean): void
  /** `text` since the tag before. */
  close(tag: string, text: string): void
}

/** Sections that are skipped, or read as text, up to their end. */
const SPECIAL = [
  { begins: '<!--', ends: '-->', text: false },
  { begins: '<![CDATA[', ends: ']]>', text: true },
  { begins: '<?', ends: '?>', text: false },
  { begins: '<!', ends: '>', text: false },
]
const LONGEST = '<![CDATA['.length

/**
 * Reads XML as it arrives, in one pass and without entities of its own: a document type is skipped, never resolved. A
 * text longer than any valid value counts as empty.
 */
export class Tags {
  private pending = ''
  private special: (typeof SPECIAL)[number] | null = null
  private tag: string | null = null
  private quote = ''
  private raw = ''
  private text = ''
  private long = false

  constructor(private readonly events: TagEvents) {}

  write(piece: string, is_last = false): void {
    const s = this.pending + piece
    this.pending = ''
    for (let at = 0; at < s.length; ) {
      if (this.special) at = this.skipSpecial(s, at)
      else if (this.tag !== null) at = this.readTag(s, at)
      else {
        const open = s.indexOf('<', at)
        this.add(s, at, open < 0 ? s.length : open)
        if (open < 0) return
        if (!is_last && s.length - open < LONGEST && isBegun(s.slice(open))) {
          this.pending = s.slice(open)
          return
        }
        at = this.begin(s, open)
      }
    }
  }

  private begin(s: string, open: number): number {
    const next = s[open + 1]
    const special = next === '!' || next === '?' ? SPECIAL.find(({ begins }) => s.startsWith(begins, open)) : undefined
    if (!special) {
      this.tag = ''
      return open + 1
    }
    this.settle()
    this.special = special
    return open + special.begins.length
  }

  private skipSpecial(s: string, at: number): number {
    const { ends, text } = this.special!
    const found = s.indexOf(ends, at)
    if (found < 0) {
      // The end may be cut by the end of this piece.
      const kept = Math.max(at, s.length - ends.length + 1)
      if (text) this.addAsIs(s.slice(at, kept))
      this.pending = s.slice(kept)
      return s.length
    }
    if (text) this.addAsIs(s.slice(at, found))
    this.special = null
    return found + ends.length
  }

  /** A tag ends at the first `>` outside quotes. */
  private readTag(s: string, at: number): number {
    const close = this.quote ? -1 : s.indexOf('>', at)
    const whole = close < 0 ? null : s.slice(at, close)
    if (whole !== null && !whole.includes('"') && !whole.includes("'")) {
      this.grow(whole)
      this.finish()
      return close + 1
    }
    const from = at
    for (;;) {
      const end = this.quote ? s.indexOf(this.quote, at) : nextOf(s, at)
      if (end < 0) {
        this.grow(s.slice(from))
        return s.length
      }
      const found = s[end]!
      if (this.quote) this.quote = ''
      else if (found === '>') {
        this.grow(s.slice(from, end))
        this.finish()
        return end + 1
      } else this.quote = found
      at = end + 1
    }
  }

  private grow(piece: string): void {
    if (this.tag!.length < MOST_LETTERS) this.tag += piece.slice(0, MOST_LETTERS)
  }

  private finish(): void {
    const tag = this.tag!
    this.tag = null
    const closes = tag.startsWith('/')
    const name = nameOf(closes ? tag.slice(1) : tag)
    const text = closes ? this.value() : ''
    this.raw = this.text = ''
    this.long = false
    if (closes) this.events.close(name, text)
    else this.events.open(name, tag.slice(name.length), tag.endsWith('/'))
  }

  private add(s: string, from: number, to: number): void {
    this.long ||= this.raw.length + to - from > MOST_LETTERS
    if (!this.long) this.raw += s.slice(from, to)
  }

  private addAsIs(piece: string): void {
    this.long ||= this.text.length + piece.length > MOST_LETTERS
    if (!this.long) this.text += piece
  }

  /** References are resolved once their text is whole. */
  private settle(): void {
    if (this.raw && !this.long) this.text += unescaped(this.raw)
    this.raw = ''
  }

  private value(): string {
    this.settle()
    return this.long || this.text.length > MOST_LETTERS ? '' : this.text.trim()
  }
}

/** Up to the first white space or slash. */
function nameOf(tag: string): string {
  for (let at = 0; at < tag.length; at++) {
    const code = tag.charCodeAt(at)
    if (code <= 32 || code === SLASH) return tag.slice(0, at)
  }
  return tag
}
const SLASH = 47

const MARKS = /["'>]/g
function nextOf(s: string, at: number): number {
  MARKS.lastIndex = at
  return MARKS.exec(s)?.index ?? -1
}

/** Whether a special part may have begun, of which only the first letters are here. */
const isBegun = (start: string): boolean => SPECIAL.some(({ begins }) => begins.startsWith(start.slice(0, LONGEST)))

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** References of XML, and those of HTML, which programs write into XML all the same; an unknown one stays as it is. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,31}));/gi, (all, decimal, hex, name) => {
        if (name) return NAMED.get(name) ?? decodeReference(all)
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : all
      })
    : text

/** A name, and its value if it has one. The value is optional, so that no name is read more than once. */
const ATTRIBUTE = /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=>][^\s"'>]*)))?/g

/**
 * The attributes of a tag, read once and in one pass when the first is asked for. Of two with one name the first counts;
 * names are compared in lower case.
 */
export class Attributes {
  private values: Map<string, string> | null = null

  constructor(private readonly text: string) {}

  /** The value of an attribute, whose name is in lower case; null without it. */
  get(name: string): string | null {
    if (this.text.length < 3) return null
    this.values ??= this.read()
    const value = this.values.get(name)
    return value === undefined ? null : unescaped(value).trim()
  }

  /** The namespaces that the tag declares, by prefix. */
  namespaces(): [prefix: string, name: string][] {
    this.values ??= this.read()
    return [...this.values]
      .filter(([name]) => name.startsWith(XMLNS))
      .map(([name, value]) => [name.slice(XMLNS.length), unescaped(value).trim()])
  }

  private read(): Map<string, string> {
    const values = new Map<string, string>()
    for (const [, name, double, single, bare] of this.text.matchAll(ATTRIBUTE)) {
      const value = double ?? single ?? bare
      if (value === undefined) continue
      const key = name!.toLowerCase()
      if (!values.has(key)) values.set(key, value)
    }
    return values
  }
}

const XMLNS = 'xmlns:'
