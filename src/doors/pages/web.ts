import { Elysia } from 'elysia'
import type { TObject } from 'typebox'
import { countViewedPage, type Visitor } from '../../domains/accounts/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Fault, forbidden, notFound } from '../../kernel/operation/fault.ts'
import { invoke } from '../../kernel/operation/invoke.ts'
import { changes, mayCall, type Operation } from '../../kernel/operation/operation.ts'
import { SESSION_PER_MINUTE } from '../../kernel/scheduling/limits.ts'
import { cookieIn, pageVisitorAt } from '../admit.ts'
import { appOf, ask } from '../door-base.ts'
import { faultOf } from '../failure.ts'
import { noteRefusal } from '../refusals.ts'
import { MAX_LIST_BODY } from '../rest/reading.ts'
import { type Visit, visitOf } from '../visit.ts'
import { assertOwnForm, MAX_FORM, MAX_PUBLIC_FORM, sentWith } from './forms.ts'
import { isViewing, marked, toSignIn } from './impersonation.ts'
import { readFormInput } from './parse-query.ts'
import { finished, goTo, type Reply, readFlash } from './reply.ts'
import type { Call, CallOptions, FormInput, Screen, SignedIn, SignedInCall, Site } from './screens.ts'
import { proofAsked, resumed } from './sign-in/step-up.ts'

export { fromOf, pageVisitorAt, visitorAt } from '../admit.ts'
export { keptCookie, readCookie } from './cookies.ts'
export { LEAVE_VIEW, SIGN_IN, SIGN_OUT } from './impersonation.ts'
export { type Flash, goTo, htmlResponse, type Markup, movedTo, type Reply, waitHeaders } from './reply.ts'
export {
  action,
  actionFromAnywhere,
  type Call,
  type FeaturePages,
  type FormInput,
  filled,
  listAction,
  type PlannedCall,
  type ProofPrompt,
  page,
  platformAction,
  platformPage,
  publicAction,
  publicPage,
  type Screen,
  type SignedIn,
  type SignedInCall,
  type Site,
  type Slots,
} from './screens.ts'
export { HELD } from './sign-in/step-up.ts'

/**
 * In the address of a form, this asks for its API equivalent. The value stays: pages that an older version drew send it,
 * and a server that does not know it would carry the form out.
 */
export const SAME_AS = 'same-as'

const built = new WeakMap<Site, ReturnType<typeof routes>>()

/** Answers every address that no other door knows. Its routes are built at the first such request, to start faster. */
export function web(app: App, site: Site): (request: Request) => Response | Promise<Response> {
  return (request) => {
    const elysia = built.get(site) ?? routes(site)
    built.set(site, elysia)
    return ask(elysia, { app }, request)
  }
}

function routes(site: Site) {
  const elysia = new Elysia({ name: 'web', normalize: false })
  for (const screen of site.screens) {
    const serve = (request: Request, params: Record<string, string>) =>
      answer(appOf(request), site, screen, request, params)
    elysia.route(
      screen.method,
      screen.path,
      ({ request, params }) => serve(request, (params ?? {}) as Record<string, string>),
      { parse: 'none' },
    )
  }
  elysia.get('/', () => goTo('/app'))
  elysia.all('/*', ({ request }) => unknown(appOf(request), site, request), { parse: 'none' })
  return elysia
}

async function answer(
  app: App,
  site: Site,
  screen: Screen,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const visit = visitOf(request)
  const seen: RequestState = { call: null, visitor: null, cookie: null }
  try {
    const call = emptyCall(app, site, request, visit, params)
    seen.call = call
    const anywhere = screen.access === 'public' && screen.anywhere === true
    if (screen.method === 'POST' && !anywhere) assertOwnForm(call)
    const drawn = !anywhere && isViewing(call)
    const reply =
      screen.access === 'public'
        ? await screen.handle(anywhere ? call : await sent(call, MAX_PUBLIC_FORM, seen))
        : await signedIn(app, site, screen, call, seen)
    return await finished(call, marked(reply, drawn || seen.visitor?.viewing), seen.visitor?.cookie ?? seen.cookie)
  } catch (error) {
    const known = seen.call ?? emptyCall(app, site, request, visit, params)
    const proof = await proofAsked(known, error)
    if (proof) return finished(known, site.proof(known, proof.asked, proof.fault), seen.visitor?.cookie ?? seen.cookie)
    const { user, caller } = seen.visitor ?? {}
    const { method, path: route } = screen
    const sample = { method, route, actor: user?.email ?? null, tenant_id: caller?.tenant_id ?? null }
    const fault = faultOf(app, error, { where: `screen ${route}`, request_id: visit.id, sample })
    if (caller) noteRefusal(app, fault, { caller, operation: `screen ${route}`, visit, door: 'page' })
    if (fault.code === 'unauthorized') return toSignIn(known.request)
    return refused(site, known, fault, seen.visitor)
  }
}

/** The state of a request, for the answer to an error. `cookie`: the new token of a session after a proof. */
type RequestState = { call: Call | null; visitor: Visitor | null; cookie: string | null }

/** The call with its form: the one that waited for a proof, if this is the proof. */
async function sent(call: Call, limit: number, seen: RequestState): Promise<Call> {
  const given = await sentWith(call, limit)
  seen.call = given
  const again = await resumed(given)
  if (!again) return given
  seen.cookie = again.cookie
  seen.call = again.call
  return again.call
}

function refused(site: Site, call: Call, fault: Fault, seen: Visitor | null): Promise<Response> {
  const page = site.refusal(call, fault, seen && within(call.app, call, seen))
  return finished(
    call,
    page.then((reply) => marked(reply, seen?.viewing)),
    seen?.cookie,
  )
}

async function signedIn(
  app: App,
  site: Site,
  screen: SignedIn & Pick<Screen, 'method' | 'calls'>,
  call: Call,
  seen: RequestState,
): Promise<Reply> {
  const first = await visitorOf(call, seen)
  app.limits.take(first.visitor.session_id, SESSION_PER_MINUTE, null)
  const given = await sent(call, mostOf(screen, first.caller), seen)
  const { visitor, caller } = seen.cookie === null ? first : await visitorOf(given, seen)
  if (seen.cookie !== null) visitor.cookie = seen.cookie
  if (visitor.viewing && screen.method === 'GET') countPage(app, visitor)
  const asked = inside(app, given, visitor, caller)
  if (screen.method === 'POST' && SAME_AS in call.query) return site.planned(asked, (await screen.calls?.(asked)) ?? [])
  return screen.handle(asked)
}

/** How large a form may be, judged before it is read. */
function mostOf({ list_for }: SignedIn, caller: Caller): number {
  if (!list_for) return MAX_FORM
  if (!mayCall(list_for, withinWorkspace(caller))) throw forbidden('Your role in this workspace does not include this.')
  return MAX_LIST_BODY
}

async function visitorOf(call: Call, seen: RequestState): Promise<{ visitor: Visitor; caller: Caller }> {
  const visitor = await pageVisitorAt(call, call.params.ws)
  if (!visitor) throw new Fault('unauthorized', 'Sign in first.')
  seen.visitor = visitor
  if (!visitor.caller) throw notFound('workspace')
  return { visitor, caller: visitor.caller }
}

/** The workspace reads how many pages were opened in a view of it. */
const countPage = ({ db }: App, { session_id }: Visitor): void =>
  db.write((tx) => void countViewedPage(tx, session_id) as never)

/** The call where a visitor may be; null where they may not. */
function within(app: App, call: Call, visitor: Visitor): SignedInCall | null {
  const { caller } = visitor
  return caller && inside(app, call, visitor, caller)
}

/** The rights that a visitor has in the workspace, also if they are a platform admin. */
const withinWorkspace = (caller: Caller): Caller => ({ ...caller, platform: false })

function inside(app: App, call: Call, visitor: Visitor, caller: Caller): SignedInCall {
  const { request, visit } = call
  const here = withinWorkspace(caller)
  const asked: SignedInCall = {
    ...call,
    visitor,
    caller,
    base: `/app/w/${caller.tenant_id}`,
    call: async <I extends TObject, A>(operation: Operation<I, A>, input: FormInput<I>, options: CallOptions = {}) => {
      const { data, cookie } = await invoke(app, operation, options.here ? here : caller, {
        ...readFormInput(operation, input),
        ip: visit.ip,
        request_id: visit.id,
        door: 'page',
        ...(changes(operation) ? {} : { to: call.site.readerOf(asked) }),
        signal: request.signal,
        idempotency_key: options.once ? call.form.idempotency_key : options.idempotency_key,
      })
      if (cookie) visitor.cookie = cookie
      return data as A
    },
  }
  return asked
}

function emptyCall(app: App, site: Site, request: Request, visit: Visit, params: Record<string, string>): Call {
  const { headers } = request
  return {
    app,
    site,
    request,
    visit,
    params,
    query: Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== '')),
    form: {},
    all: () => [],
    cookies: (name) => cookieIn(headers, name),
    flash: readFlash({ app, request }),
    partial: headers.get('hx-request-type') === 'partial' && headers.get('hx-history-restore-request') !== 'true',
  }
}

/** A wrong address below `/app` leaves the signed in where they are. */
async function unknown(app: App, site: Site, request: Request): Promise<Response> {
  const call = emptyCall(app, site, request, visitOf(request), {})
  const [below, ws] = /^\/app\/(?:w\/([^/]+))?/.exec(new URL(request.url).pathname) ?? []
  const visitor = below === undefined ? null : await pageVisitorAt(call, ws)
  return refused(site, call, notFound('page'), visitor)
}
