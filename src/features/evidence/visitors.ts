/** Connecting a Google account: the invitation, the way to Google, and the way back. */

import { domainAsked, visitorAt } from '../../doors/admit.ts'
import { isShownOn } from '../../doors/custom-domain.ts'
import { nameIn } from '../../doors/hosts.ts'
import { keptCookie, readCookie } from '../../doors/pages/cookies.ts'
import type { Call, SignedInCall } from '../../doors/pages/screens.ts'
import { type Said, text } from '../../kernel/language/say.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { Fault, notFound } from '../../kernel/operation/fault.ts'
import { networkOf } from '../../kernel/web-fetch/addresses.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import {
  beginFlow,
  browserToken,
  CONNECT_PATH,
  connectAccount,
  flowOf,
  type Invite,
  inviteByHash,
  inviteOf,
  takeFlow,
  verifierOf,
} from './index.ts'

export { CONNECT_PATH, type Invite } from './index.ts'

const PER_MINUTE = 30
const COOKIE = 'google'
const COOKIE_LASTS = 3600
/** Seconds for an answer of Google. */
const WAITS = 30

function limited({ app, visit }: Call): void {
  app.limits.take(`google from ${networkOf(visit.ip ?? '')}`, PER_MINUTE, null)
}

/** The address of the install, or the own domain that was asked. */
function originOf({ app, request }: Call): string {
  const site = new URL(app.config.site_url)
  if (domainAsked(app, request)) site.hostname = nameIn(request.headers.get('host'))
  return site.origin
}

/** The invitation of an address. @throws Fault not_found */
export function invitationAt(call: Call, token = call.query.invite ?? ''): Invite {
  limited(call)
  const found = call.app.db.read((tx) => inviteOf(tx, token))
  if (!found || !isShownOn(call.app, call.request.headers.get('host'), found.path)) throw notFound('invitation')
  return found
}

/** Leads to Google with this invitation; a signed-in person has to come back in the same session. */
export function beginConsent(call: Call, token: string, visitor?: SignedInCall['visitor']) {
  const { app } = call
  const invite = invitationAt(call, token)
  const browser = browserToken(readCookie(call, COOKIE))
  const begun = { browser, origin: originOf(call), session_id: visitor?.session_id ?? null }
  const url = app.db.write((tx) => beginFlow(tx, app, invite, begun))
  return { url, cookie: keptCookie(app, COOKIE, browser, COOKIE_LASTS) }
}

export type ConsentOutcome =
  /**
   * It began at an own domain, where its cookie is. A click leads there: who began it may have given away the address at
   * Google alone, so that the person who consented has seen no invitation.
   */
  | { act: 'forward'; url: string; host: string; invite: Invite }
  | { act: 'denied'; invite: Invite | null }
  | { act: 'refused'; message: string; said: Said; invite: Invite | null }
  | { act: 'connected'; invite: Invite; account_id: string; manages: boolean }

const UNVERIFIED = text(
  'This answer of Google does not belong to a connection that began in this browser. Start again.',
)

/** Takes the answer of Google. @throws Fault forbidden for one that was used, is too old, or is of another browser */
export async function takeConsent(call: Call): Promise<ConsentOutcome> {
  limited(call)
  const { app, query, visit } = call
  const { state = '', code = '' } = query
  const origin = originOf(call)
  const known = app.db.read((tx) => flowOf(tx, state))
  if (known && known.origin !== origin) {
    const invite = app.db.read((tx) => inviteByHash(tx, known.invite_hash))
    if (!invite) throw notFound('invitation')
    if (query.error !== undefined) return { act: 'denied', invite }
    return { act: 'forward', url: forwarded(known.origin, query), host: new URL(known.origin).host, invite }
  }
  const browser = readCookie(call, COOKIE)
  const visitor = await visitorAt(call)
  const flow = app.db.write((tx) => takeFlow(tx, state, browser, visitor?.session_id ?? null))
  if (!flow) throw new Fault('forbidden', UNVERIFIED)
  const invite = app.db.read((tx) => inviteByHash(tx, flow.invite_hash))
  if (query.error !== undefined) return { act: 'denied', invite }
  if (!invite) throw notFound('invitation')
  const by = (await visitorAt(call, invite.tenant_id))?.caller ?? null
  visit.patience(WAITS)
  try {
    const consented = { code, verifier: verifierOf(browser!, state), by, ip: visit.ip }
    const account_id = await connectAccount(app, invite, consented, AbortSignal.timeout(WAITS * 1000))
    return { act: 'connected', invite, account_id, manages: by !== null && mayManage(by) }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof UpstreamError) return { act: 'refused', message, said: [message], invite }
    if (error instanceof Fault && error.code === 'conflict')
      return { act: 'refused', message, said: error.said, invite }
    throw error
  }
}

const mayManage = (caller: Caller): boolean => caller.platform || atLeast(caller.role, 'admin')

/** The same answer at the address where the connection began. */
function forwarded(origin: string, query: Record<string, string>): string {
  const url = new URL(`${CONNECT_PATH}/callback`, origin)
  for (const name of ['state', 'code', 'error']) if (query[name] !== undefined) url.searchParams.set(name, query[name])
  return url.href
}
