import {
  callerNowhere,
  callerOfSession,
  type SignInOrigin,
  sessionCookieName,
  type Visitor,
  visitorOfPage,
} from '../domains/accounts/index.ts'
import { callerOfKey, type KeyHolder, noteKeyUsed } from '../domains/keys/index.ts'
import { holderOfToken, looksLikeToken, noteGrantUsed, siteOf, type TokenHolder } from '../domains/oauth/index.ts'
import type { ReadTx } from '../kernel/database/database.ts'
import { text } from '../kernel/language/say.ts'
import type { App } from '../kernel/operation/app.ts'
import type { Caller } from '../kernel/operation/caller.ts'
import { Fault } from '../kernel/operation/fault.ts'
import { KEY_PER_DAY, KEY_PER_MINUTE, SESSION_PER_MINUTE } from '../kernel/scheduling/limits.ts'
import { hashSecret } from '../kernel/secrets/ids.ts'
import { networkOf } from '../kernel/web-fetch/addresses.ts'
import { fromElsewhere } from './cross-site.ts'
import { domainOf, isOurDomain } from './custom-domain.ts'
import { hostAsked } from './hosts.ts'
import { keyFault } from './key-fault.ts'
import { cookieIn, keyIn } from './request-headers.ts'
import type { Visit } from './visit.ts'

export { cookieIn, keyIn } from './request-headers.ts'

/** The caller, the calls that remain this minute, and a `Set-Cookie` value to send. */
export type Admission = { caller: Caller; remaining: number; cookie: string | null }
/** `again` counts one more call; it returns the remaining calls or throws 429. */
export type ClientAdmission = Admission & { again(): number }

/** Bad keys one address may try in a minute; enough, since a key has 190 random bits. */
const BAD_KEYS_PER_MINUTE = 1000

/**
 * Request to caller: by API key at once, else by session cookie (a promise). Throws 401, 403 for a request that another
 * site made with our cookie, and 429.
 */
export function admit(app: App, request: Request, visit: Visit): Admission | Promise<Admission> {
  const key = keyIn(request.headers)
  return key === null ? admitSession(app, request) : admitKey(app, request.headers, visit)
}

/** The workspace at whose own domain a request came in; null at the address of the install. */
export const domainAsked = (app: App, { headers }: Pick<Request, 'headers'>) => domainOf(app, headers.get('host'))

type AtHost = { app: App; request: Request }

/** The visitor at the requested address: a session works where it was opened, within the workspaces of that address. */
export const visitorAt = (asked: AtHost, tenant_id?: string): Promise<Visitor | null> =>
  bySession(asked, tenant_id, callerOfSession)

/** The same for a page, which can give the browser a new token: see `visitorOfPage`. */
export const pageVisitorAt = async (asked: AtHost, tenant_id?: string): Promise<Visitor | null> =>
  asked.app.guest ? asked.app.guest(asked.request, tenant_id) : bySession(asked, tenant_id, visitorOfPage)

declare module '../kernel/operation/app.ts' {
  interface App {
    /** In the sample agency, whose visitors have their sessions elsewhere: who asks. */
    guest?(request: Request, tenant_id?: string): Visitor | null
  }
}

async function bySession({ app, request }: AtHost, tenant_id: string | undefined, find: typeof callerOfSession) {
  const token = cookieIn(request.headers, sessionCookieName(app.config))
  if (token === null) return null
  const asked = hostAsked(app, request.headers.get('host'))
  if (asked.kind !== 'install' && asked.kind !== 'domain') return null
  return find(app, token, tenant_id, asked.kind === 'domain' ? asked.workspace : null)
}

/** Where a session is opened from. */
export function fromOf({ app, request, visit }: AtHost & { visit: Visit }): SignInOrigin {
  const asked = hostAsked(app, request.headers.get('host'))
  if (asked.kind === 'unknown' || asked.kind === 'ended')
    throw new Fault('forbidden', text('Nobody signs in at this address.'))
  const domain_of = asked.kind === 'domain' ? asked.workspace.id : null
  return { ip: visit.ip, user_agent: request.headers.get('user-agent'), domain_of }
}

/** An API key as far as the address that was asked serves it. Throws 403 for one of another workspace. */
function atAddress(app: App, headers: Headers, caller: Caller): Caller {
  const domain = domainOf(app, headers.get('host'))
  if (!domain) return caller
  if (!caller.path.startsWith(domain.path))
    throw new Fault('forbidden', 'This API key is of another workspace. Use it at the address of the install.')
  return { ...caller, platform: false, within: domain.path }
}

/** By API key alone; the cookie is ignored. */
function admitKey(app: App, headers: Headers, visit: Visit): ClientAdmission {
  const key = keyIn(headers)
  const holder = key === null ? null : holderOf(app, key)
  if (!holder) {
    countBad(app, visit)
    const token = key !== null && looksLikeToken(key)
    if (token) throw unauthorized('An app’s token is good for /mcp alone.')
    throw unauthorized(keyFault(headers) ?? 'The API key is missing, invalid or revoked.')
  }
  const { caller, rate_per_min, rate_per_day } = holder
  const again = () => app.limits.take(caller.key_id!, rate_per_min, rate_per_day)
  const remaining = again()
  noteKeyUsed(app.db, caller.key_id!, app.clock.now())
  return { caller: atAddress(app, headers, caller), remaining, again, cookie: null }
}

/** By API key, or by the access token of a connected app, as the MCP endpoint accepts. */
export function admitClient(app: App, headers: Headers, visit: Visit): ReturnType<typeof admitToken> | ClientAdmission {
  const secret = keyIn(headers)
  return secret !== null && looksLikeToken(secret) ? admitToken(app, secret, visit) : admitKey(app, headers, visit)
}

/** By the access token of a connected app, for the one door that such tokens are made out to. */
function admitToken(app: App, token: string, visit: Visit): ClientAdmission & Pick<TokenHolder, 'scope' | 'role'> {
  const { db, clock, limits } = app
  const site = siteOf(app.config)
  const find = (tx: ReadTx) => site && holderOfToken(tx, site, token)
  const holder = db.read((tx) => tx.remember(`token ${hashSecret(token)}`, () => find(tx)))
  if (!holder || holder.expires_at <= clock.now()) {
    countBad(app, visit)
    throw unauthorized('The access token is invalid, too old or revoked.')
  }
  const { caller, scope, role } = holder
  const again = () => limits.take(caller.key_id!, KEY_PER_MINUTE, KEY_PER_DAY)
  const remaining = again()
  noteGrantUsed(db, caller.key_id!, clock.now())
  return { caller, scope, role, remaining, again, cookie: null }
}

const countBad = ({ limits }: App, { ip }: Visit): number =>
  limits.take(`bad keys from ${ip === null ? 'nowhere' : networkOf(ip)}`, BAD_KEYS_PER_MINUTE, null)

/** A revoked key is forgotten by the very commit that revokes it. */
const holderOf = ({ db }: App, key: string): KeyHolder | null =>
  db.read((tx) => tx.remember(`key ${hashSecret(key)}`, () => callerOfKey(tx, key)))

async function admitSession(app: App, request: Request): Promise<Admission> {
  if (cookieIn(request.headers, sessionCookieName(app.config)) === null)
    throw unauthorized(keyFault(request.headers) ?? 'Send an API key: Authorization: Bearer ipk_…')
  if (fromElsewhere(request, app.config.site_url, (host) => isOurDomain(app, host)))
    throw new Fault('forbidden', 'This request was made by another site.')
  const visitor = await visitorAt({ app, request })
  if (!visitor) throw unauthorized('The session is over: sign in again.')
  const { session_id, cookie } = visitor
  const remaining = app.limits.take(session_id, SESSION_PER_MINUTE, null)
  return { caller: callerOfVisitor(visitor), remaining, cookie }
}

/** The person in their workspace, or without one. */
export function callerOfVisitor({ caller, user, session_id, within, proof, viewing }: Visitor): Caller {
  if (caller) return caller
  const around = { session_id, proof, ...(within ? { within } : {}), ...(viewing ? { viewing: true as const } : {}) }
  return { ...callerNowhere(user), ...around }
}

const unauthorized = (message: string): Fault => new Fault('unauthorized', message)
