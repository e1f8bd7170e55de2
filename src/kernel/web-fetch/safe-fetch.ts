import { said } from '../language/say.ts'
import { Gate, GateFull, type Party } from '../scheduling/fair-pool.ts'
import { SECOND } from '../time/clock.ts'
import type { Network } from './addresses.ts'
import { Attempt, type AttemptOptions, type FetchTools, type ReceivedResponse } from './attempt.ts'
import { Deadlines } from './deadlines.ts'
import { createVet, type Resolve } from './destination.ts'
import { HttpClient } from './http/client.ts'
import type { Fields } from './http/head.ts'
import { linesOf } from './http/message.ts'
import { type Hop, SafeFetchError } from './safe-fetch-error.ts'
import { parseAddress, WebAddress } from './web-address.ts'

export { type Hop, SAFE_FETCH_CODES, type SafeFetchCode, SafeFetchError } from './safe-fetch-error.ts'

type SafeFetchSettings = {
  /** Private networks that may be reached all the same, on any port. */
  allow_networks: Network[]
  user_agent: string
  /** All addresses of a name; the DNS unless given. */
  resolve?: Resolve
  /** 128 requests in all and 4 a host unless given. Two fetches may share one. */
  gate?: Gate
}

export type SafeFetchOptions = AttemptOptions & {
  /** Not sent to another origin that a redirect leads to. */
  headers?: Record<string, string>
  /** 5 */
  max_redirects?: number
  /** 10 s */
  hop_timeout_ms?: number
  /** 20 s; neither counts the time spent waiting for the gate. */
  total_timeout_ms?: number
  /** Asked before each redirect; false returns the redirect itself, without its body. Its time is not counted. */
  follow?: (next: URL) => boolean | Promise<boolean>
  /** Agencies take turns at the gate. The default party is the install itself. */
  party?: Party
  /** Takes turns at the gate with requests of this name, instead of those to its host. */
  line?: string | undefined
  /** The address is already in the URL standard's spelling and was checked as fetchable. */
  canonical?: boolean
}

export type SafeResponse = {
  /** The URL that gave this answer. */
  url: string
  status: number
  headers: Fields
  body: Uint8Array
  /** There is more of the body than this. */
  truncated: boolean
  /** The coding that its header names, where the body is not packed with it. */
  lie?: string
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

/** An error quotes at most this much of a bad `Location`. */
const MAX_LOCATION = 8 * 1024
const CIRCLE = said('the redirects go in a circle')

/**
 * The only way to fetch an address that a user gave. Each hop is resolved once, vetted (`destination.ts`) and
 * connected to the vetted address itself, so that no second answer of the DNS can lead elsewhere. GET and HEAD follow
 * redirects; other methods return them. Throws SafeFetchError, or the reason of the signal.
 */
export function createSafeFetch(settings: SafeFetchSettings): SafeFetch {
  const { gate = new Gate(), user_agent } = settings
  const vet = createVet(settings.allow_networks, settings.resolve)
  const reach: FetchTools = { vet, client: new HttpClient(), deadlines: new Deadlines(late) }
  const usual = { 'user-agent': user_agent, accept: '*/*', 'accept-encoding': 'gzip, br, deflate' }
  const lines = linesOf(usual)

  return async (address, options = {}) => {
    const { signal, party, line, headers: own, max_redirects = 5, hop_timeout_ms = 10 * SECOND } = options
    const hops: Hop[] = []
    let left = options.total_timeout_ms ?? 20 * SECOND
    try {
      let url = options.canonical ? new WebAddress(String(address)) : parseAddress(String(address))
      const { origin } = url
      const home_lines = own ? linesOf({ ...usual, ...lowered(own) }) : lines
      for (;;) {
        const hop = startHop(url, hops)
        const place = line ?? url.host
        await gate.enter(place, signal, party)
        const attempt = new Attempt(reach, url, hop, url.origin === origin ? home_lines : lines, options)
        let arrived: ReceivedResponse
        try {
          arrived = await attempt.start(Math.min(hop_timeout_ms, left))
        } finally {
          gate.leave(place, party)
          left -= attempt.elapsed()
        }
        const { redirects, ...answer } = arrived
        const next = redirects ? redirectTarget(url, hop, hops) : null
        if (!next || (options.follow && !(await options.follow(new URL(next.href))))) {
          return { ...answer, url: url.href, hops }
        }
        if (hops.length > max_redirects)
          throw new SafeFetchError('redirects', said('more than {most} redirects', { most: max_redirects }))
        if (hops.some((past) => past.url === next.href)) throw new SafeFetchError('redirects', CIRCLE)
        url = next
      }
    } catch (error) {
      throw withHops(error, hops)
    }
  }
}

const late = (): SafeFetchError => new SafeFetchError('timeout', said('no complete answer in time'))

const lowered = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function startHop(url: WebAddress, hops: Hop[]): Hop {
  const hop: Hop = { url: url.href, ip: null, status: null, location: null }
  hops.push(hop)
  return hop
}

/** A redirect that leads to no fetchable address is kept in the chain as the server sent it. */
function redirectTarget(from: WebAddress, hop: Hop, hops: Hop[]): WebAddress {
  try {
    return parseAddress(hop.location!, from.href)
  } catch (error) {
    hops.push({ url: hop.location!.slice(0, MAX_LOCATION), ip: null, status: null, location: null })
    throw error
  }
}

function withHops(error: unknown, hops: Hop[]): unknown {
  if (error instanceof GateFull) return new SafeFetchError('busy', said('too many requests are waiting'), hops)
  // A new error: a failed DNS lookup is cached, and its error must not carry the redirect chain of the first caller.
  return error instanceof SafeFetchError ? new SafeFetchError(error.code, error.said, hops) : error
}
