import dns from 'node:dns'
import os from 'node:os'
import { said } from '../language/say.ts'
import { MINUTE, SECOND, stopwatch } from '../time/clock.ts'
import { ipFamily, isAllowed, isPublic, type Network } from './addresses.ts'
import { proxyWords } from './outbound-words.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

/** All addresses of a host name, or a rejection. */
export type Resolve = (host: string) => Promise<string[]>

/** The parts of a URL that say where it leads. */
type UrlHost = Pick<URL, 'host' | 'hostname' | 'port'>

/** Where a URL may be fetched from: its vetted addresses, IPv4 first. Throws a SafeFetchError when it may not. */
export type Vet = (url: UrlHost, allow_own?: boolean) => string[] | Promise<string[]>

/** Names that only mean something inside one network. */
const PRIVATE_NAMES = ['localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home', 'corp']
/** RFC 2606, RFC 6761 and RFC 7686: names that the public DNS never has. */
const UNUSED_NAMES = ['arpa', 'onion', 'invalid', 'test', 'example']

const ADDRESSES_TRIED = 3
const NAMES_KEPT = 10_000
const NAME_KEPT_MS = 10 * SECOND
const VERDICT_KEPT_MS = SECOND

/** True for a host name of somebody's own network: `localhost`, `nas.local`, a bare `intranet`. */
export function isPrivateName(host: string): boolean {
  return !host.includes('.') || PRIVATE_NAMES.includes(lastLabel(host))
}

/**
 * The guard before every connection. Addresses outside the public internet are refused, except those in
 * `networks`, which are reachable on any port and under any name; everything else only on ports 80 and 443.
 */
export function createVet(networks: Network[], resolve: Resolve = systemResolve(networks.length > 0)): Vet {
  const lookUp = remembering(resolve)
  const isOwn = ownAddresses()
  const elapsed = stopwatch()
  /** Where URLs led a moment ago, by host and port: pages of one site are asked for one after another. */
  const vetted = new Map<string, { addresses: string[]; until: number }>()

  const remember = (key: string, addresses: string[]) => {
    if (vetted.size >= NAMES_KEPT) vetted.clear()
    vetted.set(key, { addresses, until: elapsed() + VERDICT_KEPT_MS })
    return addresses
  }

  return (url, allow_own = false) => {
    const key = allow_own ? `own ${url.host}` : url.host
    const known = vetted.get(key)
    if (known && known.until > elapsed()) return known.addresses
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const literal = ipFamily(host) !== 0
    const special = !literal && (isPrivateName(host) || UNUSED_NAMES.includes(lastLabel(host)))
    if (networks.length === 0 && !literal) checkWithout(url, host, special)
    const check = (addresses: string[]) => {
      for (const address of addresses) {
        if (isAllowed(address, networks)) continue
        if (!isPublic(address) || (!allow_own && isOwn(address))) throw refusedAddress(host, address, literal)
        checkWithout(url, host, special)
      }
      return addresses
    }
    if (literal) return remember(key, check([host]))
    return lookUp(host).then((found) => remember(key, inOrder(check(found))))
  }
}

function inOrder(addresses: string[]): string[] {
  return addresses.toSorted((a, b) => ipFamily(a) - ipFamily(b)).slice(0, ADDRESSES_TRIED)
}

/** Rules for every address that no allowed network covers. */
function checkWithout(url: UrlHost, host: string, special: boolean): void {
  if (special || host.length > 253)
    throw new SafeFetchError('host_name', said('{host} is not a public host name', { host }))
  if (url.port !== '')
    throw new SafeFetchError('port', said('port {port} is not fetched, only 80 and 443', { port: url.port }))
}

function refusedAddress(host: string, address: string, literal: boolean): SafeFetchError {
  return new SafeFetchError(
    'address',
    literal ? said('{host} is not a public address', { host }) : said('{host} leads to {address}', { host, address }),
  )
}

function lastLabel(host: string): string {
  return host.slice(host.lastIndexOf('.') + 1)
}

/** Keeps answers, failures too, for a few seconds: a run over one site asks once, and gets one and the same answer. */
function remembering(resolve: Resolve): Resolve {
  const known = new Map<string, { addresses: Promise<string[]>; until: number }>()
  const elapsed = stopwatch()
  return (host) => {
    const found = known.get(host)
    if (found && found.until > elapsed()) return found.addresses
    const addresses = resolve(host).then(
      (list) => {
        if (list.length === 0) throw new SafeFetchError('dns', said('{host} has no address', { host }))
        return list
      },
      () => {
        const proxy = proxyWords('ENOTFOUND')
        throw new SafeFetchError(
          'dns',
          proxy
            ? said('{host} was not found ({advice})', { host, advice: proxy })
            : said('{host} was not found', { host }),
        )
      },
    )
    known.delete(host)
    known.set(host, { addresses, until: elapsed() + NAME_KEPT_MS })
    if (known.size > NAMES_KEPT) known.delete(known.keys().next().value!)
    return addresses
  }
}

/** This machine's own addresses, the public ones too: services behind its firewall listen there. */
function ownAddresses(): (address: string) => boolean {
  const elapsed = stopwatch()
  let own = new Set<string>()
  let until = -1
  return (address) => {
    if (elapsed() > until) {
      own = new Set(Object.values(os.networkInterfaces()).flatMap((list) => list?.map((entry) => entry.address) ?? []))
      until = elapsed() + MINUTE
    }
    return own.has(address)
  }
}

/**
 * The public DNS, asked directly: no hosts file, no thread pool. Where private networks are allowed, the system's
 * own resolver answers for the names that only it can know.
 */
function systemResolve(private_names: boolean): Resolve {
  const resolver = new dns.promises.Resolver({ timeout: 2 * SECOND, tries: 2 })
  const fromSystem: Resolve = async (host) =>
    (await dns.promises.lookup(host, { all: true })).map(({ address }) => address)
  const fromDns: Resolve = async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
  if (!private_names) return fromDns
  return async (host) => {
    const found = isPrivateName(host) || UNUSED_NAMES.includes(lastLabel(host)) ? [] : await fromDns(host)
    return found.length > 0 ? found : fromSystem(host)
  }
}
