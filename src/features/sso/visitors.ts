/** Sign-in through identity providers: the way there, the answer, the letter's offer, and the way out. */
import { userToSecure } from '../../domains/accounts/index.ts'
import { domainAsked, fromOf, visitorAt } from '../../doors/admit.ts'
import type { Call, SignedInCall } from '../../doors/pages/screens.ts'
import { bytesOf, hasBody } from '../../doors/rest/reading.ts'
import { Fault, notFound } from '../../kernel/operation/fault.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { networkOf } from '../../kernel/web-fetch/addresses.ts'
import { localPath } from '../../kernel/web-fetch/local-path.ts'
import {
  BROWSER_LASTS,
  browserToken,
  buttons,
  elsewhere,
  endAtProvider,
  type FlowPurpose,
  findOffer,
  findProvider,
  neededFor,
  noteRefusedSignIn,
  type ProviderRow,
  providerById,
  redeemOffer,
  redirectOf,
  type SignInOutcome,
  SsoRefused,
  shownClaims,
  signOutBy,
  startAt,
  takeAnswer,
  trialOutcome,
  type Undo,
  undoConnection,
  undoOf,
  usableProvider,
} from './index.ts'

export { CONNECT, type SignInOutcome, SsoRefused, UNDO } from './index.ts'

const PER_MINUTE = 60
/** Longer than the answer may take, so that the server does not end it first. */
const WAITS = 20

const isHttps = ({ app }: Call) => app.config.site_url.startsWith('https:')
const cookieName = (call: Call): string => (isHttps(call) ? '__Host-sso' : 'sso')

/** The cookie that binds a sign-in to this browser. */
const cookieOf = (call: Call, token: string): string =>
  `${cookieName(call)}=${token}; Path=/; Max-Age=${BROWSER_LASTS / SECOND}; HttpOnly; SameSite=Lax${isHttps(call) ? '; Secure' : ''}`

/** The buttons of the page where people sign in. */
export const ssoButtons = ({ app }: Call) => app.db.read(buttons)

function limited({ app, visit }: Call): void {
  app.limits.take(`sso from ${networkOf(visit.ip ?? '')}`, PER_MINUTE, null)
  visit.patience(WAITS)
}

function providerAt({ app, params }: Call): ProviderRow {
  const found = app.db.read((tx) => usableProvider(tx, params.id ?? ''))
  if (!found) throw notFound('identity provider')
  return found
}

/** The address that the provider sends a browser back to: at the own domain that was asked, or at the install's. */
function backTo({ app, request }: Call, id: string): string {
  const site = new URL(app.config.site_url)
  const domain = domainAsked(app, request)
  if (domain) site.hostname = new URL(request.url).hostname
  return redirectOf(site.origin, id)
}

type ProviderRedirect = { provider: string; url: string; cookie: string }

async function begin(
  call: Call,
  provider: ProviderRow,
  wanted: { purpose: FlowPurpose; next: string; session_id: string | null },
) {
  limited(call)
  const browser = browserToken(call.cookies(cookieName(call)))
  try {
    const url = await startAt(call.app, provider, {
      ...wanted,
      redirect_uri: backTo(call, provider.id),
      browser,
      ip: call.visit.ip,
    })
    return { provider: provider.name, url, cookie: cookieOf(call, browser) }
  } catch (error) {
    throw noted(call, provider, error)
  }
}

/** Begins a sign-in, or a proof of the person who is signed in. */
export async function beginSignIn(call: Call): Promise<ProviderRedirect> {
  const provider = providerAt(call)
  const next = localPath(call.query.next, '/app')
  if (call.query.for !== 'proof') return begin(call, provider, { purpose: 'sign_in', next, session_id: null })
  const visitor = await visitorAt(call)
  if (!visitor) throw notFound('session')
  return begin(call, provider, { purpose: 'proof', next, session_id: visitor.session_id })
}

/** Begins to connect the visitor's account. The caller has asked for a proof. */
export async function beginConnect(call: SignedInCall, next: string): Promise<ProviderRedirect> {
  call.app.db.read((tx) => void userToSecure(tx, call.caller))
  return beginSignedIn(call, providerAt(call), 'link', next)
}

/** In the menu's frame a refusal is a fault like any other. */
async function beginSignedIn(
  call: SignedInCall,
  provider: ProviderRow,
  purpose: FlowPurpose,
  next: string,
): Promise<ProviderRedirect> {
  try {
    return await begin(call, provider, { purpose, next, session_id: call.visitor.session_id })
  } catch (error) {
    throw error instanceof SsoRefused ? new Fault('upstream_unavailable', error.said) : error
  }
}

/** Begins a trial of a provider; also of one that is off. */
export function beginTrial(call: SignedInCall, next: string): Promise<ProviderRedirect> {
  const provider = call.app.db.read((tx) => findProvider(tx, call.params.id ?? ''))
  return beginSignedIn(call, provider, 'test', next)
}

export type ProviderAnswer = { provider: string; outcome: SignInOutcome }

/** Takes the answer of a provider. Throws `SsoRefused`, which is in the audit trail by then. */
export async function takeProviderAnswer(call: Call): Promise<ProviderAnswer> {
  limited(call)
  const { app, query, params } = call
  const provider = app.db.read((tx) => providerById(tx, params.id ?? ''))
  if (!provider) throw notFound('identity provider')
  const visitor = await visitorAt(call)
  const browser = call.cookies(cookieName(call))
  const asked = { query, browser, redirect_uri: backTo(call, provider.id), from: fromOf(call) }
  try {
    const outcome = await takeAnswer(app, provider, { ...asked, session_id: visitor?.session_id ?? null })
    return { provider: provider.name, outcome }
  } catch (error) {
    throw noted(call, provider, error)
  }
}

function noted({ app, visit }: Call, provider: ProviderRow, error: unknown): unknown {
  if (error instanceof SsoRefused) noteRefusedSignIn(app, provider, error, visit.ip)
  return error
}

/** The offer of a letter, and what has to be entered to accept it. */
export async function offerAt(call: Call) {
  const offer = findOffer(call.app, call.query.token ?? '', call.cookies(cookieName(call)))
  if (!offer) throw notFound('connection')
  return { ...offer, need: neededFor(call.app, offer, await signedInAs(call)), elsewhere: elsewhere(offer) }
}

/** Nobody at an own domain: a session there does not change how its person signs in. */
async function signedInAs(call: Call) {
  const visitor = domainAsked(call.app, call.request) ? null : await visitorAt(call)
  return visitor && { user_id: visitor.user.id, proved_until: visitor.proof.until }
}

export async function acceptConnection(call: Call) {
  call.app.limits.take(`sso from ${networkOf(call.visit.ip ?? '')}`, PER_MINUTE, null)
  const { password = '', code = '' } = call.form
  const asked = { token: call.query.token ?? '', browser: call.cookies(cookieName(call)), ip: call.visit.ip }
  return redeemOffer(call.app, { ...asked, password, code, visitor: await signedInAs(call) })
}

/** The connection that a letter's link would undo. */
export function undoAt({ app, query }: Call): Undo {
  const found = app.db.read((tx) => undoOf(tx, query.token ?? ''))
  if (!found) throw notFound('connection')
  return found
}

export function undo({ app, query, visit }: Call): Undo {
  app.limits.take(`sso from ${networkOf(visit.ip ?? '')}`, PER_MINUTE, null)
  return undoConnection(app, query.token ?? '', visit.ip)
}

/** Where signing out goes on. Ask before the session ends. */
export function awayFrom({ app }: Call, session_token: string, back_to: string) {
  return app.db.read((tx) => endAtProvider(tx, app, session_token, `${app.config.site_url}${back_to}`))
}

/** A provider says that somebody signed out there: 200 when the token is good, whatever it ended. */
export async function backChannel(call: Call): Promise<Response> {
  limited(call)
  const { app, request, params, visit } = call
  const provider = app.db.read((tx) => providerById(tx, params.id ?? ''))
  if (!provider) throw notFound('identity provider')
  const body = hasBody(request) ? new TextDecoder().decode(await bytesOf(request, LONGEST)) : ''
  const token = new URLSearchParams(body).get('logout_token') ?? ''
  const headers = { 'cache-control': 'no-store' }
  try {
    await signOutBy(app, provider, token, visit.ip)
    return new Response(null, { status: 200, headers })
  } catch (error) {
    const known = noted(call, provider, error)
    if (!(known instanceof SsoRefused)) throw known
    return Response.json({ error: 'invalid_request' }, { status: 400, headers })
  }
}

const LONGEST = 70 << 10

type TrialOutcome = Extract<SignInOutcome, { act: 'tried' }>

/** The page of a trial: the claims, and the outcome in words. */
export const trialOf = (
  { app }: Call,
  { vouched, decision }: TrialOutcome,
): { claims: [string, string][]; would: string } => ({
  claims: shownClaims(vouched),
  would: app.db.read((tx) => trialOutcome(tx, decision)),
})
