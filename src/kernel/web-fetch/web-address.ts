import { said } from '../language/say.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

const MAX_URL = 8 * 1024

/** The parts of an address that can be fetched. `href` is in the normal form of the URL standard. */
export class WebAddress {
  readonly secure: boolean
  readonly origin: string
  /** With the port, unless it is the scheme's own. */
  readonly host: string
  readonly hostname: string
  readonly port: string
  /** Path and query, including an empty query (`?`). */
  readonly target: string

  constructor(readonly href: string) {
    this.secure = href.startsWith('https:')
    const begin = this.secure ? 8 : 7
    const slash = href.indexOf('/', begin)
    const host = href.slice(begin, slash)
    const colon = host.indexOf(':', host.lastIndexOf(']') + 1)
    this.origin = href.slice(0, slash)
    this.host = host
    this.hostname = colon < 0 ? host : host.slice(0, colon)
    this.port = colon < 0 ? '' : host.slice(colon + 1)
    this.target = href.slice(slash)
  }
}

/** Throws a SafeFetchError for an address that is not http or https, or carries a user name. */
export function parseAddress(text: string, base?: string): WebAddress {
  const url = URL.parse(text, base)
  if (!url || url.href.length > MAX_URL) throw new SafeFetchError('bad_url', said('not an address that can be fetched'))
  let { href } = url
  if (!href.startsWith('http://') && !href.startsWith('https://'))
    throw new SafeFetchError('scheme', said('{scheme} is not http or https', { scheme: url.protocol }))
  if (href.includes('@') && (url.username || url.password))
    throw new SafeFetchError('userinfo', said('the address holds a user name or password'))
  const hash = href.indexOf('#')
  if (hash >= 0) href = href.slice(0, hash)
  const address = new WebAddress(href)
  if (!address.hostname.endsWith('.')) return address
  url.hostname = address.hostname.slice(0, -1)
  url.hash = ''
  return new WebAddress(url.href)
}
