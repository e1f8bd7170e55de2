/** JSON from outside: limits on depth and number of values come before the work that they cost. */
import { Fault, type Issue } from '../fault.ts'

/** The body of a request. Faults in it are returned, not thrown, because role and 404 are judged first. */
export type ParsedBody = { rest: unknown; issues?: Issue[] }

export const NOTHING: ParsedBody = { rest: {} }
export const NUL = 'must not contain a NUL character'

const MAX_DEPTH = 32
/** Far more than any operation takes. Millions of small values would take seconds to validate. */
const MOST_VALUES = 200_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON, at most 32 levels deep, without NUL; nothing is `{}`. Throws 413 for too many values: beyond `most` lists, objects
 * or names, which cost the most, or 200,000 values of any kind. A sign within a text counts too: no list of URLs has as many.
 */
export function readJson(bytes: Uint8Array, most = MOST_VALUES): ParsedBody {
  if (bytes.length === 0) return NOTHING
  let text: string
  let rest: unknown
  try {
    text = utf8.decode(bytes)
    if (text.length > most)
      for (const [sign, limit] of Object.entries({ '[': most, '{': most, ':': most, ',': MOST_VALUES }))
        if (hasMore(text, sign, limit)) throw tooMany(limit)
    rest = JSON.parse(text)
  } catch (error) {
    if (error instanceof Fault) throw error
    return { rest: null, issues: [{ path: '', message: 'the body is not valid JSON' }] }
  }
  // A NUL can only have come as an escape, and depth takes brackets, so most texts need not be searched value by value.
  const searching = text.includes('\\u0000')
  if (!searching && isFlat(text)) return { rest }
  const issue = faultIn(rest, '', MAX_DEPTH, searching)
  return issue ? { rest: null, issues: [issue] } : { rest }
}

/** Whether a text of JSON has too few brackets to be too deep, and too few letters to hold too many values. */
const isFlat = (text: string): boolean =>
  text.length <= MOST_VALUES && !hasMore(text, '{', MAX_DEPTH / 2) && !hasMore(text, '[', MAX_DEPTH / 2)

/** Whether the sign is in the text more than `most` times. */
export function hasMore(text: string | Buffer, sign: string, most: number): boolean {
  let at = -1
  for (let n = 0; n <= most; n++) {
    at = text.indexOf(sign, at + 1)
    if (at < 0) return false
  }
  return true
}

const tooMany = (most: number): Fault =>
  new Fault('body_too_large', `The body may hold at most ${most.toLocaleString('en')} values.`)

function faultIn(value: unknown, path: string, depth: number, searching: boolean): Issue | null {
  if (typeof value === 'string') return searching && value.includes('\0') ? { path, message: NUL } : null
  if (typeof value !== 'object' || value === null) return null
  if (depth === 0) return { path: '', message: `is nested deeper than ${MAX_DEPTH} levels` }
  const items = Array.isArray(value) ? value : Object.values(value)
  if (items.length > MOST_VALUES) throw tooMany(MOST_VALUES)
  if (!searching && items.every((item) => typeof item !== 'object')) return null
  const names = Object.keys(value)
  for (const [index, item] of items.entries()) {
    const name = names[index]!
    if (name.includes('\0')) return { path, message: NUL }
    const issue = faultIn(item, path ? `${path}.${name}` : name, depth - 1, searching)
    if (issue) return issue
  }
  return null
}
