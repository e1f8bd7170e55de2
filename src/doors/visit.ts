import type { App } from '../kernel/operation/app.ts'
import { newId } from '../kernel/secrets/ids.ts'
import { isAllowed, type Network, parseNetworks } from '../kernel/web-fetch/addresses.ts'

/** Facts about a request before its caller is known. */
export type Visit = {
  /** Given back as `X-Request-Id`, in errors, in the log and in the audit trail. */
  readonly id: string
  /** The client's address, read through the proxies that are trusted. */
  readonly ip: string | null
  /** Lets this request take longer than the server's idle time-out. */
  patience(seconds: number): void
}

/** The part of Bun's server that a visit needs. */
export type Server = {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
}

const visits = new WeakMap<Request, Visit>()

/** The visit of a request, as `receive` noted it. */
export function visitOf(request: Request): Visit {
  const known = visits.get(request)
  if (known) return known
  const visit = { id: newId(), ip: null, patience() {} }
  visits.set(request, visit)
  return visit
}

/** Notes each request as it arrives. A peer without an address (a unix socket) counts as 127.0.0.1. */
export function createReception({ config }: Pick<App, 'config'>): (request: Request, server: Server) => Visit {
  const proxies = config.trusted_proxies.flatMap(parseNetworks)
  return (request, server) => {
    let ip: string | null | undefined
    const visit: Visit = {
      id: requestId(request.headers.get('x-request-id')),
      get ip() {
        if (ip === undefined) ip = clientAddress(server.requestIP(request)?.address ?? '127.0.0.1', request, proxies)
        return ip
      },
      patience: (seconds) => server.timeout(request, seconds),
    }
    visits.set(request, visit)
    return visit
  }
}

/** Lets the handlers see the visit when a new request object replaced the first. */
export function passOn(visit: Visit, request: Request): Request {
  visits.set(request, visit)
  return request
}

/** An id that came with the request is kept when it is harmless in a header and a log line. */
function requestId(given: string | null): string {
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : newId()
}

/** The last hop of `X-Forwarded-For` that is not one of our proxies, when the peer is one. */
function clientAddress(peer: string, request: Request, proxies: Network[]): string {
  let address = plain(peer)
  if (proxies.length === 0) return address
  const hops = request.headers.get('x-forwarded-for')?.split(',') ?? []
  while (isAllowed(address, proxies) && hops.length > 0) {
    const hop = plain(hops.pop()!.trim())
    if (!/^[\da-f.:]+$/i.test(hop)) break
    address = hop
  }
  return address
}

/** Without brackets, a port or the mark of an IPv4 address in IPv6's clothes. */
function plain(address: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
  return bare.replace(/^::ffff:(?=\d+\.)/i, '')
}
