import { type AnyElysia, Elysia } from 'elysia'
import { PROOF_PATH, proofOf, tenantOfDomain } from '../domains/branding/index.ts'
import type { App } from '../kernel/operation/app.ts'
import { networkOf } from '../kernel/web-fetch/addresses.ts'
import { visitOf } from './visit.ts'

type DomainApp = Pick<App, 'db' | 'catalog' | 'config'>

/** The workspace whose own domain a `Host` header names; null for the install's own address and for strangers. */
export function domainOf(app: DomainApp, host: string | null) {
  const name = nameIn(host)
  if (!name.includes('.') || IP_ADDRESS.test(name)) return null
  // The install may have moved to an address that somebody had before.
  if (name === new URL(app.config.site_url).hostname) return null
  return app.db.read((tx) => tenantOfDomain(tx, app, name))
}

/** Whether the workspace at `path` may be shown on a host: an own domain shows its workspace and those below it alone. */
export function isShownOn(app: DomainApp, host: string | null, path: string): boolean {
  const own = domainOf(app, host)
  return own === null || path.startsWith(own.path)
}

/** Whether a host name is the own domain of some workspace. */
export const isOurDomain = (app: DomainApp, host: string): boolean => domainOf(app, host) !== null

const IP_ADDRESS = /^(?:[\d.]+|\[.*)$/

/** Letters of the longest name of DNS, and of one with a dot at its end and a port. */
const LONGEST_NAME = 253
const LONGEST_HOST = LONGEST_NAME + '.:65535'.length

/** The name in a `Host` header, without port and final dots; empty for one that is too long to be a name. */
function nameIn(host: string | null): string {
  if (host === null || host.length > LONGEST_HOST) return ''
  const name = host.toLowerCase().replace(/:\d*$/, '')
  let end = name.length
  while (name[end - 1] === '.') end--
  return end > LONGEST_NAME ? '' : name.slice(0, end)
}

/**
 * The proof of an own domain that is in force, once it leads here and its file has made way. A host that is only asked
 * for must be proved elsewhere: anybody can ask for a name that leads here.
 */
export const ownDomainFile = ({ db }: Pick<App, 'db'>): AnyElysia =>
  new Elysia({ name: 'own-domain-file' }).get(PROOF_PATH, ({ request }) => {
    const proof = db.read((tx) => proofOf(tx, nameIn(request.headers.get('host'))))
    return new Response(proof ?? 'Not found', { status: proof ? 200 : 404, headers: { 'cache-control': 'no-store' } })
  })

const UNKNOWN_PER_MINUTE = 60

/**
 * Tells a proxy whether to get a certificate for a name (`on_demand_tls` of Caddy): 200 for an own domain in force, else
 * 404. Only unknown names are limited: the questions of all visitors come from the address of the proxy.
 */
export const askedDomain = (app: App): AnyElysia =>
  new Elysia({ name: 'asked-domain' }).get('/domains/ask', ({ request }) => {
    const name = new URL(request.url).searchParams.get('domain')
    const headers = { 'cache-control': 'no-store' }
    if (isOurDomain(app, name ?? '')) return new Response('Verified', { headers })
    app.limits.take(`unknown domains from ${networkOf(visitOf(request).ip ?? '')}`, UNKNOWN_PER_MINUTE, null)
    return new Response('Not found', { status: 404, headers })
  })
