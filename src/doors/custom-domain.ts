import { type AnyElysia, Elysia } from 'elysia'
import { type DomainOwner, PROOF_PATH, proofOf, tenantOfDomain } from '../domains/branding/index.ts'
import type { App } from '../kernel/app.ts'

type Shop = Pick<App, 'db' | 'catalog' | 'config'>

/** The workspace whose own domain a `Host` header names; null for the install's own address and for strangers. */
export function domainOf({ db, ...app }: Shop, host: string | null): DomainOwner | null {
  const name = nameIn(host)
  // The install may have moved to an address that somebody had before.
  if (!name.includes('.') || name === new URL(app.config.site_url).hostname) return null
  return db.read((tx) => tenantOfDomain(tx, app, name))
}

/** Whether the workspace at `path` may be shown on a host: an own domain shows its workspace and those below it alone. */
export function isShownOn(app: Shop, host: string | null, path: string): boolean {
  const own = domainOf(app, host)
  return own === null || path.startsWith(own.path)
}

/** Whether a host name is the own domain of some workspace. */
export const isOurDomain = (app: Shop, host: string): boolean => domainOf(app, host) !== null

const nameIn = (host: string | null): string => host?.toLowerCase().replace(/\.*(:\d*)?$/, '') ?? ''

/**
 * The proof of an own domain that is in force, once it leads here and its file has made way. A host that is only asked
 * for must be proved elsewhere: anybody can ask for a name that leads here.
 */
export const ownDomainFile = ({ db }: Pick<App, 'db'>): AnyElysia =>
  new Elysia({ name: 'own-domain-file' }).get(PROOF_PATH, ({ request }) => {
    const proof = db.read((tx) => proofOf(tx, nameIn(request.headers.get('host'))))
    return new Response(proof ?? 'Not found', { status: proof ? 200 : 404, headers: { 'cache-control': 'no-store' } })
  })
