import { HeaderLines } from './header-lines.ts'
import { HttpError } from './http-error.ts'

/** What stands before the body of an answer. */
export type Head = {
  status: number
  headers: HeaderLines
  /** How the end of the body is known: by so many octets, by its chunks, or by the end of the connection. */
  framing: number | 'chunked' | 'close'
  /** Whether the connection may carry another request afterwards. */
  keeps_alive: boolean
}

/** RFC 9112, section 4; the space before an empty reason is left out by many servers. */
const STATUS_LINE = /HTTP\/1\.(\d) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?\r?\n/y
/** Section 5. A value may have tabs and octets above ASCII, and no other control characters. */
const FIELD_LINE = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)\r?\n/y
/** Section 5.2: a line that begins with white space goes on with the value before it, after a space. */
const FOLDED_LINE = /[\t ]+([\t\x20-\x7e\x80-\xff]*)\r?\n/y
const MAX_LINES = 255

/** Reads a head strictly; `text` is one octet a character and ends with the last line's end, before the empty line. */
export function readHead(text: string, method: string): Head {
  STATUS_LINE.lastIndex = 0
  const line = STATUS_LINE.exec(text)
  if (!line) throw malformed('the status line')
  const pairs = readFields(text, STATUS_LINE.lastIndex)
  const status = Number(line[2])
  const headers = new HeaderLines(pairs)
  const isOld = line[1] === '0'
  const coding = headers.get('transfer-encoding')
  const length = lengthOf(headers.get('content-length'))
  const bodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304
  const framing = bodiless ? 0 : coding === null ? (length ?? 'close') : framingOf(coding)
  const connection = headers.get('connection')
  // Both framings at once, or chunks from an old server, may be an attempt to smuggle: nothing else is sent there.
  const odd = coding !== null && (length !== null || isOld)
  const keeps_alive = framing !== 'close' && !odd && (connection === null ? !isOld : staysOpen(connection, isOld))
  return { status, headers, framing, keeps_alive }
}

function readFields(text: string, from: number): string[] {
  const pairs: string[] = []
  let at = from
  for (let lines = 0; at < text.length; lines++) {
    if (lines === MAX_LINES) throw new HttpError('head', `more than ${MAX_LINES} lines of headers`)
    const first = text.charCodeAt(at)
    const pattern = pairs.length > 0 && (first === 32 || first === 9) ? FOLDED_LINE : FIELD_LINE
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) throw malformed('a header line')
    at = pattern.lastIndex
    if (pattern === FIELD_LINE) pairs.push(match[1]!.toLowerCase(), trimmed(match[2]!))
    else pairs.push(trimmed(`${pairs.pop()} ${match[1]}`))
  }
  return pairs
}

function trimmed(value: string): string {
  const last = value.charCodeAt(value.length - 1)
  return last === 32 || last === 9 ? value.trimEnd() : value
}

/** Section 6.3: the same length said twice counts once; two that differ are an error. */
function lengthOf(value: string | null): number | null {
  if (value === null) return null
  if (/^\d{1,15}$/.test(value)) return Number(value)
  const [first = '', ...others] = value.split(',').map((each) => each.trim())
  if (!/^\d{1,15}$/.test(first) || others.some((other) => other !== first)) throw malformed('Content-Length')
  return Number(first)
}

function framingOf(coding: string): 'chunked' | 'close' {
  const value = coding.trim().toLowerCase()
  if (value === 'chunked') return 'chunked'
  // Of RFC 2616, and the same as none.
  if (value === 'identity') return 'close'
  throw malformed('Transfer-Encoding')
}

function staysOpen(connection: string, isOld: boolean): boolean {
  const options = connection.toLowerCase()
  return isOld ? /(^|[\s,])keep-alive($|[\s,])/.test(options) : !/(^|[\s,])close($|[\s,])/.test(options)
}

const malformed = (what: string): HttpError => new HttpError('head', `${what} of the answer is malformed`)
