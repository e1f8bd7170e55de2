/**
 * Cookies of the pages that are not the session. Over https their names begin with `__Host-`, so that no sibling host
 * can plant one (RFC 6265bis, section 4.1.3.2); like the session's they have plain names on http, where browsers refuse
 * the prefix. Their values are sealed: one that this install did not make counts as none.
 */
import type { App } from '../../kernel/operation/app.ts'
import { cookieIn } from '../request-headers.ts'

type CookieApp = Pick<App, 'config' | 'sealer'>

const isHttps = ({ site_url }: App['config']): boolean => site_url.startsWith('https:')

export const cookieName = (config: App['config'], name: string): string => (isHttps(config) ? `__Host-${name}` : name)

/** The `Set-Cookie` value that keeps `value` for some seconds; an empty one forgets it. `of`: whose it is. */
export function keptCookie(app: CookieApp, name: string, value: string, seconds: number, of = ''): string {
  const kept = value === '' ? '' : app.sealer.seal(value, placeOf(name, of))
  const age = value === '' ? 0 : seconds
  return `${cookieName(app.config, name)}=${kept}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isHttps(app.config) ? '; Secure' : ''}`
}

/** The value that `keptCookie` kept; null for none, and for one that was made elsewhere or for somebody else. */
export function readCookie(
  { app, request }: { app: CookieApp; request: Request },
  name: string,
  of = '',
): string | null {
  const kept = cookieIn(request.headers, cookieName(app.config, name))
  if (!kept) return null
  try {
    return app.sealer.open(kept, placeOf(name, of))
  } catch {
    return null
  }
}

const placeOf = (name: string, of: string): string => `cookie:${name}:${of}`
