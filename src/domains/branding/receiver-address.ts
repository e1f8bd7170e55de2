/** Which addresses and headers an endpoint may have. Where a name leads is judged again at each attempt. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Fault, invalid } from '../../kernel/operation/fault.ts'
import { ipFamily, isAllowed, isPublic, parseNetworks } from '../../kernel/web-fetch/addresses.ts'
import { isPrivateName } from '../../kernel/web-fetch/destination.ts'

const MOST = 2048
const refused = (message: string): Fault => invalid({ path: 'url', message })

/** The canonical address, or 422 that says what is wrong with it. */
export function assertAddress(tx: ReadTx, { config }: Pick<App, 'config'>, text: string): string {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol))
    throw refused('must be an https address, such as https://shop.example/hooks')
  if (url.username || url.password) throw refused('must not hold a user name or password. Use a header instead')
  if (url.hash) throw refused('must not have a fragment (#…)')
  if (url.href.length > MOST) throw refused(`must not have more than ${MOST.toLocaleString('en')} characters`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const networks = config.allow_networks.flatMap(parseNetworks)
  const is_address = ipFamily(host) !== 0
  const is_inside = is_address ? isAllowed(host, networks) : networks.length > 0 && isPrivateName(host)
  if (is_address && !is_inside && !isPublic(host)) throw refused(`must be public: ${host} is a private address`)
  if (!is_address && !is_inside && isPrivateName(host)) throw refused(`must be public: ${host} is a private name`)
  if (url.protocol === 'http:' && !is_inside) throw refused('Enter an https address')
  if (url.port && networks.length === 0) throw refused(`must use port 443: port ${url.port} is not reached`)
  if (isOurs(tx, config.site_url, url))
    throw refused('must not be an address of this install: events would cause events')
  return url.href
}

function isOurs(tx: ReadTx, site_url: string, url: URL): boolean {
  return url.host === new URL(site_url).host || tx.row('select 1 from tenants where domain = ?', url.hostname) !== null
}

const MOST_HEADERS = 5
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]{1,64}$/
const VALUE = /^[\t\x20-\x7e]{0,1000}$/
const TAKEN =
  /^(webhook-.*|content-.*|host|cookie|user-agent|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|accept.*)$/

/** Fixed headers of an endpoint with names in lower case, or 422. */
export function assertHeaders(given: Record<string, string>): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]) => [name.trim().toLowerCase(), value] as const)
  if (entries.length > MOST_HEADERS)
    throw invalid({ path: 'headers', message: `must not have more than ${MOST_HEADERS} names` })
  for (const [name, value] of entries) {
    const path = `headers.${name.slice(0, 64)}`
    if (!NAME.test(name)) throw invalid({ path, message: 'is not the name of a header' })
    if (TAKEN.test(name)) throw invalid({ path, message: 'is set by Signalpost. Choose another name' })
    if (!VALUE.test(value)) throw invalid({ path, message: 'must be one line of visible characters, at most 1,000' })
  }
  return Object.fromEntries(entries)
}
