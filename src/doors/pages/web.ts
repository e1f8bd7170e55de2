import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import type { Visitor } from '../../domains/accounts/index.ts'
import type { ReadTx, Sync } from '../../kernel/database/database.ts'
import type { Searched } from '../../kernel/database/search-steps.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, partyOf } from '../../kernel/operation/caller.ts'
import { Fault, notFound } from '../../kernel/operation/fault.ts'
import { invoke } from '../../kernel/operation/invoke.ts'
import type { Operation } from '../../kernel/operation/operation.ts'
import { SESSION_PER_MINUTE } from '../../kernel/scheduling/limits.ts'
import { cookieIn, pageVisitorAt } from '../admit.ts'
import { faultOf } from '../failure.ts'
import { bytesOf, hasMore, MAX_LIST_BODY } from '../rest/reading.ts'
import { fromElsewhere } from './cross-site.ts'
import { isOurDomain } from './custom-domain.ts'
import { isAsked, type PlannedCall, rehearse } from './dry-run.ts'
import { looksOn, marked, requireOwnPage, toSignIn } from './impersonation.ts'
import { readAsked } from './parse-query.ts'
import { FLASH, type Flash, finished, goTo, type Reply, readFlash } from './reply.ts'
import { type Visit, visitOf } from './visit.ts'

export { fromOf, pageVisitorAt, visitorAt } from '../admit.ts'
export { ASKED, type PlannedCall } from './dry-run.ts'
export { LEAVE_VIEW, SIGN_IN, SIGN_OUT } from './impersonation.ts'
export { type Flash, goTo, htmlResponse, type Markup, movedTo, type Reply, waitHeaders } from './reply.ts'

/** What a screen is given. */
export type Call = {
  app: App
  request: Request
  visit: Visit
  /** Names in braces of the screen's path. */
  params: Record<string, string>
  query: Record<string, string>
  /** The first value of each field; `all` has every value. */
  form: Record<string, string>
  all(name: string): string[]
  cookies(name: string): string | null
  /** A word left by the page before, shown once. */
  flash: Flash | null
  /** Whether htmx asks for a part of the page only. */
  partial: boolean
}

/** A screen behind sign-in: it acts in the workspace that its path names, and can do nothing that the API forbids. */
export type SignedInCall = Call & {
  visitor: Visitor
  caller: Caller
  /** Whether the form is only asked what it would do: `call` says so at the first change. */
  asked?: true
  /** `/app/w/{ws}`, where the screens of this workspace live. */
  base: string
  /** Invokes an operation as the visitor. */
  call<I extends TObject, A>(operation: Operation<I, A>, input: Asked<I>, options?: CallOptions): Promise<A>
  /** Reads what no operation tells, `here`. */
  read<T>(work: (tx: ReadTx, caller: Caller) => Sync<T>): T
  /** The same where it takes more than one turn. */
  search<T>(work: (tx: ReadTx, caller: Caller) => Searched<T>): Promise<T>
}

/**
 * What a page gives an operation: each field as its schema has it, or as text of a form or an address, which is read as
 * the schema means it. A field that is wanted is named here too; the text may be missing, for the operation to refuse.
 */
export type Asked<I extends TObject> = { [K in keyof Static<I>]: Static<I>[K] | string | undefined }

/** `here`: of this workspace and those below it alone, also for a platform admin, who may reach all. */
type CallOptions = {
  idempotency_key?: string
  here?: boolean
  /** Looked up on the way to an act. */
  aside?: true
}

type Public = {
  access: 'public'
  /** A POST that programs of others make: it is carried by its address alone, so cookies and body do not count. */
  anywhere?: true
  handle(call: Call): Promise<Reply> | Reply
}
export type SignedIn = { access: 'workspace'; handle(call: SignedInCall): Promise<Reply> | Reply }
export type Screen = { method: 'GET' | 'POST'; path: string } & (Public | SignedIn)

/** What the pages bring: the screens, and the page that says what went wrong. */
export type Site = {
  screens: readonly Screen[]
  /** `within` is where somebody is signed in, so that it can be said there. */
  refusal(call: Call, fault: Fault, within: SignedInCall | null): Promise<Reply>
  /** Shows the API calls that a form would make, in order. */
  planned(call: SignedInCall, calls: readonly PlannedCall[]): Reply | Promise<Reply>
}

const ofWorkspace =
  (method: Screen['method']) =>
  (path: string, handle: SignedIn['handle']): Screen => ({
    method,
    path: `/app/w/:ws${path}`,
    access: 'workspace',
    handle,
  })
const ofAnybody =
  (method: Screen['method']) =>
  (path: string, handle: Public['handle']): Screen => ({ method, path, access: 'public', handle })

/** A screen of a workspace: `/app/w/{ws}` + path. */
export const page = ofWorkspace('GET')
export const action = ofWorkspace('POST')

/** A screen of the whole install, for platform admins: `/app/platform` + path. To others it is not there. */
const ofInstall =
  (method: Screen['method']) =>
  (path: string, handle: SignedIn['handle']): Screen => ({
    method,
    path: `/app/platform${path}`,
    access: 'workspace',
    handle: (call) => {
      if (!call.caller.platform) throw notFound('page')
      return handle(call)
    },
  })
export const platformPage = ofInstall('GET')
export const platformAction = ofInstall('POST')

/** A screen for anybody, at its own path. */
export const publicPage = ofAnybody('GET')
export const publicAction = ofAnybody('POST')
/** A POST for other programs; its rights are sealed in its address. */
export const actionFromAnywhere = (path: string, handle: Public['handle']): Screen => ({
  method: 'POST',
  path,
  access: 'public',
  anywhere: true,
  handle,
})

/** Answers every address that no other door knows. Its routes are built at the first such request, to start faster. */
export function web(app: App, site: Site): (request: Request) => Response | Promise<Response> {
  let elysia: ReturnType<typeof routes> | undefined
  return (request) => {
    elysia ??= routes(app, site)
    return elysia.fetch(request)
  }
}

function routes(app: App, site: Site) {
  const elysia = new Elysia({ name: 'web', normalize: false })
  for (const screen of site.screens) {
    const serve = (request: Request, params: Record<string, string>) => answer(app, site, screen, request, params)
    elysia.route(
      screen.method,
      screen.path,
      ({ request, params }) => serve(request, (params ?? {}) as Record<string, string>),
      { parse: 'none' },
    )
  }
  elysia.get('/', () => goTo('/app'))
  elysia.all('/*', ({ request }) => unknown(app, site, request), { parse: 'none' })
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
  let call: Call | null = null
  let visitor: Visitor | null = null
  try {
    call = emptyCall(app, request, visit, params)
    const anywhere = screen.access === 'public' && screen.anywhere === true
    if (screen.method === 'POST' && !anywhere) requireOwnForm(call)
    const drawn = !anywhere && looksOn(call)
    const reply =
      screen.access === 'public'
        ? await screen.handle(anywhere ? call : await sentWith(call, MAX_PUBLIC_FORM))
        : await signedIn(app, site, screen, call, (found) => (visitor = found))
    const seen = visitor as Visitor | null
    return await finished(call, marked(reply, drawn || seen?.viewing), seen?.cookie)
  } catch (error) {
    const { user, caller } = (visitor as Visitor | null) ?? {}
    const { method, path: route } = screen
    const sample = { method, route, actor: user?.email ?? null, tenant_id: caller?.tenant_id ?? null }
    const fault = faultOf(app, error, { where: `screen ${route}`, request_id: visit.id, sample })
    const known = call ?? emptyCall(app, request, visit, params)
    if (fault.code === 'unauthorized') return toSignIn(known.request)
    const seen = visitor as Visitor | null
    return refused(site, known, fault, seen)
  }
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
  screen: SignedIn & Pick<Screen, 'method'>,
  call: Call,
  seen: (visitor: Visitor) => void,
): Promise<Reply> {
  const visitor = await pageVisitorAt(call, call.params.ws)
  if (!visitor) throw new Fault('unauthorized', 'Sign in first.')
  seen(visitor)
  const { caller } = visitor
  if (!caller) throw notFound('workspace')
  app.limits.take(visitor.session_id, SESSION_PER_MINUTE, null)
  const asked = inside(app, await sentWith(call, MAX_LIST_BODY), visitor, caller)
  return isAsked(screen.method, call) ? site.planned(asked, await rehearse(screen.handle, asked)) : screen.handle(asked)
}

/** The call where a visitor may be; null where they may not. */
function within(app: App, call: Call, visitor: Visitor): SignedInCall | null {
  const { caller } = visitor
  return caller && inside(app, call, visitor, caller)
}

function inside(app: App, call: Call, visitor: Visitor, caller: Caller): SignedInCall {
  const { request, visit } = call
  const here: Caller = { ...caller, platform: false }
  return {
    ...call,
    visitor,
    caller,
    base: `/app/w/${caller.tenant_id}`,
    read: (work) => app.db.read((tx) => work(tx, here)),
    search: <T>(work: (tx: ReadTx, caller: Caller) => Searched<T>) =>
      app.db.search(
        app.db.read((tx) => work(tx, here) as Sync<Searched<T>>),
        partyOf(here),
      ),
    call: async <I extends TObject, A>(operation: Operation<I, A>, asked: Asked<I>, options: CallOptions = {}) => {
      const { data, cookie } = await invoke(app, operation, options.here ? here : caller, {
        ...readAsked(operation, asked),
        ip: visit.ip,
        request_id: visit.id,
        door: 'page',
        signal: request.signal,
        idempotency_key: options.idempotency_key,
      })
      if (cookie) visitor.cookie = cookie
      return data as A
    },
  }
}

/** What somebody may send who has not signed in. */
const MAX_PUBLIC_FORM = 64 << 10
/** A push of 10,000 links ticks up to as many boxes. */
const MOST_FIELDS = 25_000

function requireOwnForm({ app, request }: Call): void {
  if (fromElsewhere(request, app.config.site_url, (host) => isOurDomain(app, host)))
    throw new Fault('forbidden', 'This form was sent by another site.')
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (request.body && type !== 'application/x-www-form-urlencoded')
    throw new Fault('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.')
}

const tooManyFields = (): Fault =>
  new Fault('body_too_large', `The form may have at most ${MOST_FIELDS.toLocaleString('en')} fields.`)

/** The call with its form, which is read only once it is known who may send how much: millions of fields take seconds. */
async function sentWith(call: Call, limit: number): Promise<Call> {
  const { request } = call
  if (request.method !== 'POST' || !request.body) return call
  const text = new TextDecoder().decode(await bytesOf(request, limit))
  if (hasMore(text, '&', MOST_FIELDS)) throw tooManyFields()
  const fields = new URLSearchParams(text)
  requireOwnPage(call, fields)
  return { ...call, form: Object.fromEntries([...fields].reverse()), all: (name) => fields.getAll(name) }
}

function emptyCall(app: App, request: Request, visit: Visit, params: Record<string, string>): Call {
  const { headers } = request
  return {
    app,
    request,
    visit,
    params,
    query: Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== '')),
    form: {},
    all: () => [],
    cookies: (name) => cookieIn(headers, name),
    flash: readFlash(cookieIn(headers, FLASH)),
    partial: headers.get('hx-request-type') === 'partial' && headers.get('hx-history-restore-request') !== 'true',
  }
}

/** A wrong address below `/app` leaves the signed in where they are. */
async function unknown(app: App, site: Site, request: Request): Promise<Response> {
  const call = emptyCall(app, request, visitOf(request), {})
  const [below, ws] = /^\/app\/(?:w\/([^/]+))?/.exec(new URL(request.url).pathname) ?? []
  const visitor = below === undefined ? null : await pageVisitorAt(call, ws)
  return refused(site, call, notFound('page'), visitor)
}
