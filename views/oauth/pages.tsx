import type { Visitor } from '../../src/domains/accounts/index.ts'
import type { Scope } from '../../src/domains/oauth/index.ts'
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { AUTHORIZE } from '../../src/doors/oauth/oauth.ts'
import {
  type AuthorizationRequest,
  allow,
  answerAt,
  atMost,
  type Client,
  callerFor,
  clientIdIn,
  clientOf,
  isOnThisMachine,
  OauthError,
  parametersIn,
  placesFor,
  readWish,
  redirectIn,
  type Site,
  scopesOf,
  shownPlace,
  siteOf,
  sourceOf,
  whyOff,
} from '../../src/doors/pages/consent.ts'
import {
  type Call,
  goTo,
  htmlResponse,
  pageVisitorAt,
  publicAction,
  publicPage,
  type Screen,
  SIGN_IN,
} from '../../src/doors/pages/web.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { Fault, invalid, notFound } from '../../src/kernel/operation/fault.ts'
import { SESSION_PER_MINUTE } from '../../src/kernel/scheduling/limits.ts'
import { domainOfCall, faceOfDomain, faceOfPerson } from '../branding.ts'
import { issuesIn } from '../form-refusal.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { publicPageOf } from '../shell.tsx'
import { Consent, NotConnected, type NotConnectedProps } from './consent.tsx'

export const oauthScreens: readonly Screen[] = [
  publicPage(AUTHORIZE, (call) => asked(call, new URL(call.request.url).search.slice(1), ask)),
  publicAction(AUTHORIZE, (call) => asked(call, call.form.request ?? '', answer)),
]

/** A request that may be put to this person, with everything needed to ask. */
type Question = {
  call: Call
  site: Site
  visitor: Visitor
  client: Client
  wish: AuthorizationRequest
  request: string
}

/** Limit of app documents that the requests of one person fetch. */
const DOCUMENTS_PER_MINUTE = 20

/**
 * Reads the request of an app. Nothing is fetched before sign-in. An error is shown here, not sent to the app: anyone
 * may register an app, and the person has not agreed to visit its site. Only a program on this machine gets its error
 * at once.
 */
async function asked(call: Call, request: string, then: (question: Question) => Response | Promise<Response>) {
  const { app } = call
  const site = siteOf(app.config)
  if (!site) return notConnected(call, whyOff(app.config)!, 404)
  if (domainOfCall(call)) throw notFound('page')
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(`${SIGN_IN}?next=${encodeURIComponent(`${AUTHORIZE}?${request}`)}`)
  app.limits.take(visitor.session_id, SESSION_PER_MINUTE, null)
  const response = await judged(call, site, visitor, request, then)
  if (visitor.cookie) response.headers.append('set-cookie', visitor.cookie)
  return response
}

async function judged(
  call: Call,
  site: Site,
  visitor: Visitor,
  request: string,
  then: (question: Question) => Response | Promise<Response>,
): Promise<Response> {
  let query = new URLSearchParams()
  let redirect_uri: string | null = null
  try {
    query = parametersIn(request)
    const client = await clientOf(call.app, clientIdIn(query), () => {
      call.app.limits.take(`documents of apps for ${visitor.user.id}`, DOCUMENTS_PER_MINUTE, null)
    })
    redirect_uri = redirectIn(query, client)
    return await then({ call, site, visitor, client, wish: readWish(query, site, redirect_uri), request })
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const face = faceOfPerson(call, visitor.user.id)
    if (redirect_uri === null) return notConnected(call, error.message, 400, undefined, face)
    const failure = { error: error.code, error_description: error.description, state: query.get('state') }
    const to = answerAt(redirect_uri, site, failure)
    if (error.code === 'access_denied' || isOnThisMachine(redirect_uri)) return backTo(to)
    return notConnected(call, error.message, 400, { href: to, host: shownPlace(redirect_uri) }, face)
  }
}

const ask = (question: Question): Response => consentPage(question, { daily_credit_cap: USUAL_CAP, approval_above: '' })

/** Suggested daily cap: enough for a day's pushes of one client, and a limit on the cost of a mistake. */
const USUAL_CAP = '100'

function consentPage(question: Question, values: Record<string, string>, issues: readonly Issue[] = []): Response {
  const { call, visitor, client, wish, request } = question
  const places = placesFor(call.app, visitor)
  if (places.length === 0)
    throw new Fault('forbidden', text('You are not a member of any workspace that an app could act in.'))
  const scopes = scopesOf(call.app, visitor)
  const asked = atMost(wish.scope, scopes)
  const host = shownPlace(wish.redirect_uri)
  const face = faceOfPerson(call, visitor.user.id)
  const page = publicPageOf(
    call,
    say(face.to, 'Connect {name}', { name: client.name }),
    <Consent
      to={face.to}
      action={AUTHORIZE}
      request={request}
      app={{ name: client.name, vouched_by: client.kind === 'document' ? new URL(client.id).host : null }}
      back={{ host, on_this_machine: isOnThisMachine(wish.redirect_uri) }}
      email={visitor.user.email}
      places={places}
      scopes={scopes}
      values={{
        tenant_id: visitor.caller?.tenant_id,
        scope: asked,
        daily_credit_cap: '',
        approval_above: '',
        ...values,
      }}
      issues={issues.length > 0 ? issuesIn(invalid(...issues), [], face.to) : []}
    />,
    face,
  )
  // The answer to the form redirects to the app, which the browser would block otherwise.
  const policy = contentSecurityPolicy(`'self' ${sourceOf(wish.redirect_uri)}`)
  return htmlResponse(page, issues.length ? 422 : 200, { 'content-security-policy': policy })
}

function answer(question: Question): Response {
  const { call, site, wish, client } = question
  const { app, form, visit } = call
  if (form.answer !== 'yes') throw new OauthError('access_denied', 'The person said no.')
  const { tenant_id = '', scope = '', daily_credit_cap = '', approval_above = '' } = form
  const caller = callerFor(app, question.visitor, tenant_id)
  const issues: Issue[] = []
  if (!caller) issues.push({ path: 'tenant_id', message: text('Choose one of your workspaces.') })
  const ceiling = (path: string, text: string, least: number): number | null => {
    const n = text.trim() === '' ? null : Number(text)
    if (n !== null && !(Number.isSafeInteger(n) && n >= least))
      issues.push({ path, message: `must be a whole number from ${least} on, or empty` })
    return n
  }
  const ceilings = {
    daily_credit_cap: ceiling('daily_credit_cap', daily_credit_cap, 1),
    approval_above: ceiling('approval_above', approval_above, 0),
  }
  if (!caller || issues.length)
    return consentPage(question, { tenant_id, scope, daily_credit_cap, approval_above }, issues)
  const from = { ip: visit.ip, request_id: visit.id }
  call.leads_to = sourceOf(wish.redirect_uri)
  const code = allow(app, caller, { client, wish, scope: scope as Scope, ceilings, from })
  return backTo(answerAt(wish.redirect_uri, site, { code, state: wish.state }))
}

function notConnected(
  call: Call,
  reason: string,
  status: number,
  back?: NotConnectedProps['back'],
  face = faceOfDomain(call),
): Response {
  const content = <NotConnected to={face.to} reason={reason} back={back} />
  return htmlResponse(publicPageOf(call, say(face.to, 'This app cannot be connected'), content, face), status)
}

const backTo = (location: string): Response => new Response(null, { status: 303, headers: { location } })
