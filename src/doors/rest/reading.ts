import { Fault, type Issue, invalid } from '../../kernel/operation/fault.ts'
import { NOTHING, NUL, type ParsedBody, readJson } from '../../kernel/operation/input/json.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import { fromText } from '../../kernel/operation/shape.ts'

/** Bytes of a body where no other limit applies: calls, deploy hooks, hubs, and callbacks of suppliers. */
export const MAX_BODY = 4 << 20
/** Where 10,000 URLs may arrive. */
export const MAX_LIST_BODY = 32 << 20

/** Reads a query as the operation's input means it. A name twice, broken escapes and NUL are refused by name. */
export function readQuery(operation: AnyOperation, query: string): ParsedBody {
  if (query === '') return NOTHING
  const given: Record<string, string> = Object.create(null)
  const issues: Issue[] = []
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decoded(at < 0 ? pair : pair.slice(0, at))
    if (name !== null && isCacheBuster(name) && !Object.hasOwn(operation.input.properties, name)) continue
    const value = decoded(at < 0 ? '' : pair.slice(at + 1))
    if (name === null || value === null) issues.push({ path: name ?? '', message: 'has a broken percent-encoding' })
    else if (name.includes('\0') || value.includes('\0')) issues.push({ path: '', message: NUL })
    else if (name in given) issues.push({ path: name, message: 'is given more than once' })
    else given[name] = value
  }
  return issues.length ? { rest: null, issues } : { rest: fromText(operation.input, given) }
}

/** Names that libraries and links add to any address against caches and for statistics (untoldone/bloomapi#70). */
const isCacheBuster = (name: string): boolean => name.length < 40 && CACHE_BUSTER.test(name)
const CACHE_BUSTER = /^(?:_[a-z]{0,8}|utm_\w+|fbclid|gclid|msclkid|cache_?bust(?:er)?|no_?cache|cb)$/i

/** Path parameters as the router found them (null where their percent-encoding is broken). */
export function readPath(params: Record<string, string | null>): Issue[] {
  const issues: Issue[] = []
  for (const name in params) {
    if (params[name] === null) issues.push({ path: name, message: 'has a broken percent-encoding' })
    else if (params[name]!.includes('\0')) issues.push({ path: name, message: NUL })
  }
  return issues
}

/** Whether a body comes with the request, even an empty one of unknown length. */
export function hasBody(request: Request): boolean {
  // Reading `body` makes a stream, so a declared length is cheaper to check.
  const length = request.headers.get('content-length')
  return length === null ? request.body !== null : Number(length) > 0
}

/** Reads a JSON body of at most `limit` bytes; none is `{}`. Throws 413 and 415. */
export function readBody(request: Request, limit: number): Promise<ParsedBody> {
  if (!hasBody(request)) return Promise.resolve(NOTHING)
  const wrong = notJson(request.headers)
  return wrong ? Promise.reject(wrong) : bytesOf(request, limit).then(readJson)
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

function notJson(headers: Headers): Fault | null {
  const given = headers.get('content-type')
  const type = given === JSON_TYPE ? given : given?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== JSON_TYPE)
    return new Fault('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
  const encoding = headers.get('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity')
    return new Fault('unsupported_media_type', 'Send the body without a Content-Encoding.')
  return null
}

const JSON_TYPE = 'application/json'

/** The body, or 413 beyond `limit` bytes. A declared length is trusted; otherwise bytes are counted as they come. */
export function bytesOf(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (length === null) return countedBytes(request, limit)
  return Number(length) > limit ? Promise.reject(tooLarge(limit)) : request.bytes().then(undefined, brokenOff)
}

async function countedBytes(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  while (true) {
    const { done, value } = await reader.read().catch(brokenOff)
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > limit) {
      await reader.cancel().catch(() => {})
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
}

function brokenOff(): never {
  throw invalid({ path: '', message: 'the body broke off' })
}

const tooLarge = (limit: number): Fault =>
  new Fault(
    'body_too_large',
    `The body may have at most ${limit < 1 << 20 ? `${limit >> 10} KiB` : `${limit >> 20} MiB`}.`,
    { limit },
  )
