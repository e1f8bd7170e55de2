import { type Said, said } from '../../language/say.ts'
import { isWordAt } from '../ascii-word.ts'
import { HttpError } from './http-error.ts'

export type Head = {
  status: number
  headers: HeaderLines
  /** How the end of the body is known: by a length in octets, by chunks, or by the end of the connection. */
  framing: number | 'chunked' | 'close'
  /** Whether the connection may carry another request afterwards. */
  keeps_alive: boolean
}

/** RFC 9112, section 4; the space before an empty reason is left out by many servers. */
const STATUS_LINE = /HTTP\/1\.\d [1-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?\r?\n/y
const [MINOR, STATUS] = ['HTTP/1.'.length, 'HTTP/1.x '.length]
const MAX_LINES = 255
const [TAB, LF, CR, SPACE, COLON] = [9, 10, 13, 32, 58]
/** Octets that a name may consist of (section 5). */
export const IN_NAME = new Uint8Array(256)
for (const character of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  IN_NAME[character.charCodeAt(0)] = 1

/** Reads a head strictly; `text` is one octet a character and ends with the last line's end, before the empty line. */
export function readHead(text: string, method: string): Head {
  STATUS_LINE.lastIndex = 0
  if (!STATUS_LINE.test(text)) throw malformed(BAD_STATUS)
  const { headers, is_flawed } = readFields(text, STATUS_LINE.lastIndex)
  const status = Number(text.slice(STATUS, STATUS + 3))
  const isOld = text[MINOR] === '0'
  const coding = headers.get('transfer-encoding')
  const length = lengthOf(headers.get('content-length'))
  const bodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304
  const framing = bodiless ? 0 : coding === null ? (length ?? 'close') : framingOf(coding)
  const connection = headers.get('connection')
  // Chunks from an old server, chunks with a length as well (section 6.3: the chunks count) or a flawed line may be an
  // attempt to smuggle: nothing else is sent there.
  const odd = is_flawed || (coding !== null && (isOld || length !== null))
  const keeps_alive = framing !== 'close' && !odd && (connection === null ? !isOld : staysOpen(connection, isOld))
  return { status, headers, framing, keeps_alive }
}

/** Octet by octet: an expression for each line makes objects that cost more than the reading. */
function readFields(text: string, from: number): { headers: HeaderLines; is_flawed: boolean } {
  const places: number[] = []
  let is_flawed = false
  let folded: Map<number, string> | null = null
  let at = from
  for (let lines = 0; at < text.length; lines++) {
    if (lines === MAX_LINES) throw new HttpError('head', said('more than {most} lines of headers', { most: MAX_LINES }))
    // Section 5.2: a line that begins with white space goes on with the value before it, after a space.
    const goes_on = places.length > 0 && isBlank(text.charCodeAt(at))
    const name = goes_on ? at : endOfName(text, at)
    const colon = goes_on || text.charCodeAt(name) === COLON ? name : flawedName(text, at, name)
    const begin = skipBlanks(text, colon + 1)
    const end = endOfValue(text, begin)
    const to = withoutBlanks(text, begin, end)
    is_flawed ||= colon !== name
    if (!goes_on) places.push(at, skipBlanks(text, name) === colon ? name : at, begin, to)
    else if (to > begin) {
      const line = places.length - 4
      folded ??= new Map()
      const so_far = folded.get(line) ?? text.slice(places[line + 2], places[line + 3])
      folded.set(line, `${so_far} ${text.slice(begin, to)}`)
    }
    at = end + (text.charCodeAt(end) === CR ? 2 : 1)
  }
  return { headers: new HeaderLines(text, places, folded), is_flawed }
}

const isBlank = (code: number): boolean => code === SPACE || code === TAB

/** Where a name ends, which should be at its colon. */
function endOfName(text: string, from: number): number {
  let at = from
  while (IN_NAME[text.charCodeAt(at)]) at++
  if (at === from) throw malformed(BAD_LINE)
  return at
}

/**
 * The colon behind a name with blanks after it (then the name counts, as in browsers) or with characters that no name
 * has (then it is nobody's). Not for the framing, where two parties could read it differently.
 */
function flawedName(text: string, from: number, end: number): number {
  const colon = text.indexOf(':', end)
  const line = text.indexOf('\n', end)
  if (colon < 0 || (line >= 0 && line < colon)) throw malformed(BAD_LINE)
  const name = text.slice(from, colon)
  if (/[\0\r]/.test(name) || /length|encoding|connection|upgrade|trailer/i.test(name)) throw malformed(BAD_LINE)
  return colon
}

/** Browsers take control characters in values, but for NUL and CR. */
function endOfValue(text: string, from: number): number {
  let at = from
  let code = text.charCodeAt(at)
  while (code > 0 && code !== LF && code !== CR) code = text.charCodeAt(++at)
  if (code !== LF && (code !== CR || text.charCodeAt(at + 1) !== LF)) throw malformed(BAD_LINE)
  return at
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

function withoutBlanks(text: string, from: number, end: number): number {
  let to = end
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--
  return to
}

/** Section 6.3: the same length said twice counts once; two that differ are an error. */
function lengthOf(value: string | null): number | null {
  if (value === null) return null
  if (/^\d{1,15}$/.test(value)) return Number(value)
  const [first = '', ...others] = value.split(',').map((each) => each.trim())
  if (!/^\d{1,15}$/.test(first) || others.some((other) => other !== first)) throw malformed(headerOf('Content-Length'))
  return Number(first)
}

function framingOf(coding: string): 'chunked' | 'close' {
  const value = coding.trim().toLowerCase()
  if (value === 'chunked') return 'chunked'
  // RFC 2616 defined it; it means the same as no header.
  if (value === 'identity') return 'close'
  throw malformed(headerOf('Transfer-Encoding'))
}

function staysOpen(connection: string, isOld: boolean): boolean {
  const options = connection.toLowerCase()
  return isOld ? /(^|[\s,])keep-alive($|[\s,])/.test(options) : !/(^|[\s,])close($|[\s,])/.test(options)
}

const malformed = (what: Said): HttpError => new HttpError('head', what)
const BAD_STATUS = said('the status line of the answer is malformed')
const BAD_LINE = said('a header line of the answer is malformed')
const headerOf = (header: string): Said => said('{header} of the answer is malformed', { header })

export type Fields = {
  /** All values of this name, which is in small letters, joined by commas; null when there is none. */
  get(name: string): string | null
  /** Each line of this name separately. */
  all(name: string): string[]
}

/** Where the lines of a head are: for each, where its name and its value begin and end. */
type LinePlaces = readonly number[]

const NONE: LinePlaces = []

/**
 * Header lines of an answer, as they came: values sent in two lines stay two values. Names and values are taken out of
 * the head only on demand, because most are never read.
 */
export class HeaderLines implements Fields {
  constructor(
    private readonly head = '',
    private readonly places = NONE,
    /** Values that went on in further lines, by where their line is among the places. */
    private readonly folded: ReadonlyMap<number, string> | null = null,
  ) {}

  get(name: string): string | null {
    let found: string | null = null
    for (let line = 0; line < this.places.length; line += 4) {
      if (!this.isNamed(line, name)) continue
      const value = this.valueIn(line)
      found = found === null ? value : `${found}, ${value}`
    }
    return found
  }

  all(name: string): string[] {
    const values: string[] = []
    for (let line = 0; line < this.places.length; line += 4)
      if (this.isNamed(line, name)) values.push(this.valueIn(line))
    return values
  }

  private isNamed(line: number, name: string): boolean {
    const from = this.places[line]!
    return this.places[line + 1]! - from === name.length && isWordAt(this.head, from, name)
  }

  private valueIn(line: number): string {
    return decoded(this.folded?.get(line) ?? this.head.slice(this.places[line + 2], this.places[line + 3]))
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Octets arrive one a character. Those beyond ASCII are UTF-8, as browsers read a `Location`, else Latin-1 (RFC 9110, 5.5). */
function decoded(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** The different targets of a redirect; programs in a row may repeat the same. */
export const locations = (headers: Fields): string[] => [...new Set(headers.all('location').filter(Boolean))]
