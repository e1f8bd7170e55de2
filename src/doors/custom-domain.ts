import { type DomainOwner, tenantOfDomain } from '../domains/branding/index.ts'
import type { App } from '../kernel/app.ts'

type Shop = Pick<App, 'db' | 'catalog' | 'config'>

/** The workspace whose own domain a `Host` header names; null for the install's own address and for strangers. */
export function domainOf({ db, ...app }: Shop, host: string | null): DomainOwner | null {
  const name = host?.toLowerCase().replace(/\.*(:\d*)?$/, '') ?? ''
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
