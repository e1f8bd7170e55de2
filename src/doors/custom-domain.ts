import { type AnyElysia, Elysia } from 'elysia'
import { PROOF_PATH, proofOf } from '../domains/branding/index.ts'
import { networkOf } from '../kernel/web-fetch/addresses.ts'
import { appOf } from './door-base.ts'
import { type HostApp, hostAsked, nameIn } from './hosts.ts'
import { visitOf } from './visit.ts'

/** The workspace whose own domain a `Host` header names; null for the install's own address and for strangers. */
export function domainOf(app: HostApp, host: string | null) {
  const asked = hostAsked(app, host)
  return asked.kind === 'domain' ? asked.workspace : null
}

/** Whether the workspace at `path` may be shown on a host: an own domain shows its workspace and those below it alone. */
export function isShownOn(app: HostApp, host: string | null, path: string): boolean {
  const own = domainOf(app, host)
  return own === null || path.startsWith(own.path)
}

/** Whether a host name is the own domain of some workspace. */
export const isOurDomain = (app: HostApp, host: string): boolean => domainOf(app, host) !== null

/**
 * The proof of an own domain that is in force, once it leads here and its file has made way. A host that is only asked
 * for must be proved elsewhere: anybody can ask for a name that leads here.
 */
export const ownDomainFile = (): AnyElysia =>
  new Elysia({ name: 'own-domain-file' }).get(PROOF_PATH, ({ request }) => {
    const proof = appOf(request).db.read((tx) => proofOf(tx, nameIn(request.headers.get('host'))))
    return new Response(proof ?? 'Not found', { status: proof ? 200 : 404, headers: { 'cache-control': 'no-store' } })
  })

const UNKNOWN_PER_MINUTE = 60

/**
 * Tells a proxy whether to get a certificate for a name (`on_demand_tls` of Caddy): 200 for an own domain in force, else
 * 404. Only unknown names are limited: the questions of all visitors come from the address of the proxy.
 */
export const askedDomain = (): AnyElysia =>
  new Elysia({ name: 'asked-domain' }).get('/domains/ask', ({ request }) => {
    const app = appOf(request)
    const name = new URL(request.url).searchParams.get('domain')
    const headers = { 'cache-control': 'no-store' }
    if (isOurDomain(app, name ?? '')) return new Response('Verified', { headers })
    app.limits.take(`unknown domains from ${networkOf(visitOf(request).ip ?? '')}`, UNKNOWN_PER_MINUTE, null)
    return new Response('Not found', { status: 404, headers })
  })
