import { ipFamily, type Network } from './addresses.ts'
import { dropBody, readBody } from './bounded-body.ts'
import { SECOND, stopwatch } from './clock.ts'
import { createVet, type Resolve, type Vet } from './destination.ts'
import type { Party } from './fair-pool.ts'
import { codeOf } from './fault.ts'
import { createGate, type Gate, GateFull } from './gate.ts'
import { type Hop, SafeFetchError } from './safe-fetch-error.ts'

export { type Hop, SAFE_FETCH_CODES, type SafeFetchCode, SafeFetchError } from './safe-fetch-error.ts'

export type SafeFetchSettings = {
  /** Private networks that may be reached all the same, on any port. */
  allow_networks: Network[]
  user_agent: string
  /** All addresses of a name; the DNS unless given. */
  resolve?: Resolve
  /** 128 requests in all and 4 a host unless given. Two fetches may share one. */
  gate?: Gate
}

export type SafeFetchOptions = {
  method?: string
  /** Not sent to another origin that a redirect leads to. */
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** 5 */
  max_redirects?: number
  /** Bytes after decoding; 1 MiB */
  max_body?: number
  /** `truncate` returns what fits, with `truncated`; `fail` unless given. */
  on_too_large?: 'fail' | 'truncate'
  /** 10 s */
  hop_timeout_ms?: number
  /** 20 s; neither counts the time spent waiting for the gate. */
  total_timeout_ms?: number
  signal?: AbortSignal
  /** Sees what has come so far of a larger body, and in how many ms; true ends the reading there (`BodyLimits`). */
  stop?: (so_far: Uint8Array, headers: Headers, ms: number) => boolean
  /** Asked before each redirect; false returns the redirect itself, without its body. Its time is not counted. */
  follow?: (next: URL) => boolean | Promise<boolean>
  /** Whose request it is: agencies take turns at the gate. The install's own unless given. */
  party?: Party
  /** May reach this machine's own public addresses: the install looking at itself. */
  allow_own?: boolean
}

export type SafeResponse = {
  /** The URL that gave this answer. */
  url: string
  status: number
  headers: Headers
  body: Uint8Array
  /** There is more of the body than this. */
  truncated: boolean
  /** Milliseconds from the request to the head of the answer, connecting included. */
  head_ms: number
  hops: Hop[]
}

export type SafeFetch = (address: string | URL, options?: SafeFetchOptions) => Promise<SafeResponse>

/** The same for somebody: their requests take turns with those of others. */
export const onBehalfOf =
  (get: SafeFetch, party: Party): SafeFetch =>
  (address, options) =>
    get(address, { ...options, party })

const MAX_URL = 8 * 1024
const MAX_HEADERS = 64 * 1024
const CIRCLE = 'the redirects go in a circle'
const REDIRECTS = [301, 302, 303, 307, 308]
// Bun's names for what went wrong; a refused or unreachable address is the only reason to try the next one.
const NOT_CONNECTED = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|FailedToOpenSocket)$/
const TLS_FAILED = /CERT|TLS|SSL|EPROTO|SIGNATURE|ISSUER|HOSTNAME_MISMATCH/
const BAD_HEAD = /^(ResponseHeadersTooLarge|Malformed_HTTP_Response)$/

/**
 * The only way to fetch an address that a user gave. Each hop is resolved once, vetted (`destination.ts`) and
 * connected to the vetted address itself, so that no second answer of the DNS can lead elsewhere. GET and HEAD follow
 * redirects; other methods return them. Throws SafeFetchError, or the reason of the signal.
 */
export function createSafeFetch(settings: SafeFetchSettings): SafeFetch {
  const { gate = createGate(), user_agent } = settings
  const vet = createVet(settings.allow_networks, settings.resolve)

  return async (address, options = {}) => {
    const { signal, party, max_redirects = 5, hop_timeout_ms = 10 * SECOND } = options
    const hops: Hop[] = []
    let left = options.total_timeout_ms ?? 20 * SECOND
    try {
      let url = parseUrl(String(address))
      const { origin } = url
      for (;;) {
        const step: Step = { url, vet, user_agent, options, home: url.origin === origin, hop: startHop(url, hops) }
        await gate.enter(url.host, signal, party)
        const elapsed = stopwatch()
        let answer: Answer
        try {
          answer = await withDeadline(Math.min(hop_timeout_ms, left), signal, step)
        } finally {
          gate.leave(url.host, party)
          left -= elapsed()
        }
        const { status, headers, body, truncated, redirects, head_ms } = answer
        const next = redirects ? redirectTarget(step, hops) : null
        if (!next || (options.follow && !(await options.follow(next)))) {
          return { url: url.href, status, headers, body, truncated, head_ms, hops }
        }
        if (hops.length > max_redirects) throw new SafeFetchError('redirects', `more than ${max_redirects} redirects`)
        if (hops.some((past) => past.url === next.href)) throw new SafeFetchError('redirects', CIRCLE)
        url = next
      }
    } catch (error) {
      throw withHops(error, hops)
    }
  }
}

/** All that one request of a chain needs; `home` while it is on the origin that the caller named. */
type Step = { url: URL; vet: Vet; user_agent: string; options: SafeFetchOptions; home: boolean; hop: Hop }
/** `redirects` says that the answer leads on; then it has no body. */
type Answer = Pick<SafeResponse, 'status' | 'headers' | 'body' | 'truncated' | 'head_ms'> & { redirects: boolean }

function startHop(url: URL, hops: Hop[]): Hop {
  const hop: Hop = { url: url.href, ip: null, status: null, location: null }
  hops.push(hop)
  return hop
}

/** Makes one request under its deadline. Whatever it was at when the deadline or the signal fired, that is why it failed. */
async function withDeadline(ms: number, signal: AbortSignal | undefined, step: Step): Promise<Answer> {
  const deadline = new AbortController()
  const giveUp = () => deadline.abort(signal?.reason)
  const timer = setTimeout(() => deadline.abort(new SafeFetchError('timeout', 'no complete answer in time')), ms)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    const answer = await request(step, deadline.signal)
    signal?.throwIfAborted()
    return answer
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : asSafeFetchError(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

async function request(step: Step, deadline: AbortSignal): Promise<Answer> {
  const { url, hop, options } = step
  const vetted = step.vet(url, options.allow_own)
  const addresses = vetted instanceof Promise ? await unlessAborted(vetted, deadline) : vetted
  const elapsed = stopwatch()
  const response = await connect(step, addresses, initFor(step, deadline))
  const head_ms = elapsed()
  const { status, headers } = response
  hop.status = status
  if (sizeOf(headers) > MAX_HEADERS) throw new SafeFetchError('headers', `more than ${MAX_HEADERS} bytes of headers`)
  hop.location = locationOf(status, headers)
  const redirects = hop.location !== null && REDIRECTS.includes(status) && /^(GET|HEAD)$/.test(options.method ?? 'GET')
  const { body, truncated } = redirects ? await dropBody(response) : await readBody(response, options)
  return { status, headers, body, truncated, redirects, head_ms }
}

/** For work that cannot be told to stop, such as a DNS query. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/** Connects to the vetted addresses in turn; the name goes into `Host`, and into the TLS handshake that checks it. */
async function connect({ url, hop }: Step, addresses: string[], init: BunFetchRequestInit): Promise<Response> {
  const { href } = url
  const path_at = href.indexOf('/', url.protocol.length + 2)
  const port = url.port === '' ? '' : `:${url.port}`
  let failed: unknown
  for (const ip of addresses) {
    hop.ip = ip
    const host = ip.includes(':') ? `[${ip}]` : ip
    try {
      return await fetch(`${url.protocol}//${host}${port}${href.slice(path_at)}`, init)
    } catch (error) {
      failed = error
      if (!NOT_CONNECTED.test(codeOf(error))) break
    }
  }
  throw failed
}

function initFor({ url, user_agent, options, home }: Step, signal: AbortSignal): BunFetchRequestInit {
  const headers: Record<string, string> = {
    'user-agent': user_agent,
    accept: '*/*',
    'accept-encoding': 'gzip, br, deflate',
  }
  for (const name in home ? options.headers : {}) headers[name.toLowerCase()] = options.headers![name]!
  headers.host = url.host
  const init: BunFetchRequestInit = {
    method: options.method,
    body: options.body,
    headers,
    signal,
    redirect: 'manual',
    proxy: false,
    decompress: false,
  }
  const named = url.protocol === 'https:' && ipFamily(url.hostname.replace(/^\[|\]$/g, '')) === 0
  if (named) init.tls = { serverName: url.hostname }
  return init
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || url.href.length > MAX_URL) throw new SafeFetchError('bad_url', 'not an address that can be fetched')
  if (!/^https?:$/.test(url.protocol)) throw new SafeFetchError('scheme', `${url.protocol} is not http or https`)
  if (url.username || url.password) throw new SafeFetchError('userinfo', 'the address holds a user name or password')
  if (url.hash) url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  return url
}

/** A redirect that leads to no fetchable address stands in the chain as it was written. */
function redirectTarget({ url, hop }: Step, hops: Hop[]): URL {
  try {
    return parseUrl(hop.location!, url)
  } catch (error) {
    hops.push({ url: hop.location!.slice(0, MAX_URL), ip: null, status: null, location: null })
    throw error
  }
}

/** Header bytes arrive one a character; a `Location` that was written in UTF-8 is read as that. */
function locationOf(status: number, headers: Headers): string | null {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  if (!location || !/[\x80-\xff]/.test(location)) return location || null
  const utf8 = Buffer.from(location, 'latin1').toString('utf8')
  return utf8.includes('\ufffd') ? location : utf8
}

function sizeOf(headers: Headers): number {
  let bytes = 0
  headers.forEach((value, name) => {
    bytes += name.length + value.length + 4
  })
  return bytes
}

function asSafeFetchError(error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  const code = codeOf(error)
  if (TLS_FAILED.test(code)) return new SafeFetchError('tls', `the TLS connection failed (${code})`)
  if (BAD_HEAD.test(code)) return new SafeFetchError('headers', 'the head of the answer is too large or malformed')
  return new SafeFetchError('network', `the connection failed (${code || 'no reason given'})`)
}

function withHops(error: unknown, hops: Hop[]): unknown {
  if (error instanceof GateFull) return new SafeFetchError('busy', error.message, hops)
  // A fresh one: a failed look-up is remembered, and its error must not carry the chain of whoever asked first.
  return error instanceof SafeFetchError ? new SafeFetchError(error.code, error.message, hops) : error
}
