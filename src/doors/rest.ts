import { type AnyElysia, Elysia } from 'elysia'
import type { App } from '../app.ts'
import { Fault, invalid } from '../kernel/fault.ts'
import { type Answer, type Given, invoke } from '../kernel/invoke.ts'
import type { AnyOperation, CsvAnswer } from '../kernel/operation.ts'
import { type Admission, admit } from './admit.ts'
import { csvResponse } from './csv.ts'
import { faultOf } from './failure.ts'
import { standingHeaders } from './headers.ts'
import { hasBody, MAX_BODY, MAX_LIST_BODY, type Reading, readBody, readPath, readQuery } from './reading.ts'
import { type Visit, visitOf } from './visit.ts'

/** Where the operations live. Their paths are relative to it. */
export const API = '/api/v1'

/** How long a GET that calls outside services, or sends a long file, may stay silent. */
const PATIENCE_S = 120

/** One route an operation, all answered by `invoke()`; every answer in the envelope. */
export function rest(app: App): AnyElysia {
  const elysia = new Elysia({ name: 'rest', normalize: false, strictPath: true })
  const answers = new Answers(app)
  const methods = new Map<string, string[]>()
  for (const operation of app.operations) {
    const path = API + operation.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(path, [...(methods.get(path) ?? []), operation.method])
    const serve = server(app, operation, answers)
    // Only these two names are taken from the context: Elysia then prepares nothing else of it.
    elysia.route(operation.method, path, ({ request, params }) => serve(request, params as Params), { parse: 'none' })
  }
  for (const [path, known] of methods) {
    const refuse = (request: Request) => answers.methodNotAllowed(request, known)
    elysia.all(path, ({ request }) => refuse(request), { parse: 'none' })
  }
  for (const path of [API, `${API}/*`])
    elysia.all(path, ({ request }) => answers.unknownPath(request), { parse: 'none' })
  return elysia
}

type Params = Record<string, string | null> | undefined

/** Answers one operation. Reads by key go through without a single promise. */
function server(app: App, operation: AnyOperation, answers: Answers) {
  const takesBody = operation.method !== 'GET'
  const limit = operation.input.properties.urls ? MAX_LIST_BODY : MAX_BODY
  const slow = !!operation.produces || operation.kind === 'outbound'

  const run = (request: Request, visit: Visit, admission: Admission, params: Params, body: Reading | null) => {
    if (params) refuse(readPath(params))
    const reading = body ?? readQuery(operation, queryOf(request.url))
    const given: Given = {
      path: (params ?? {}) as Record<string, string>,
      rest: reading.rest,
      issues: reading.issues,
      get ip() {
        return visit.ip
      },
      request_id: visit.id,
      idempotency_key: takesBody ? request.headers.get('idempotency-key') : null,
      signal: request.signal,
    }
    return invoke(app, operation, admission.caller, given)
  }

  const later = async (
    request: Request,
    visit: Visit,
    admission: Promise<Admission> | Admission,
    params: Params,
  ): Promise<Response> => {
    let admitted: Admission | null = null
    try {
      admitted = await admission
      const body = takesBody ? await bodyOf(operation, request, limit) : null
      return answers.success(operation, visit, admitted, await run(request, visit, admitted, params, body))
    } catch (error) {
      return answers.failure(operation, visit, admitted, error)
    }
  }

  return (request: Request, params: Params): Response | Promise<Response> => {
    const visit = visitOf(request)
    let admission: Admission | null = null
    try {
      if (slow) visit.patience(PATIENCE_S)
      const admitting = admit(app, request, visit)
      if (takesBody || admitting instanceof Promise) return later(request, visit, admitting, params)
      admission = admitting
      const answer = run(request, visit, admission, params, null)
      if (!(answer instanceof Promise)) return answers.success(operation, visit, admission, answer)
      const known = admission
      return answer.then(
        (data) => answers.success(operation, visit, known, data),
        (error) => answers.failure(operation, visit, known, error),
      )
    } catch (error) {
      return answers.failure(operation, visit, admission, error)
    }
  }
}

/** A DELETE may say what it means in the address or in a body; the other methods only in a body. */
async function bodyOf(operation: AnyOperation, request: Request, limit: number): Promise<Reading> {
  const query = queryOf(request.url)
  if (operation.method === 'DELETE' && !hasBody(request)) return readQuery(operation, query)
  const body = await readBody(request, limit)
  if (query === '' || body.issues) return body
  const stray = readQuery(operation, query)
  return {
    rest: null,
    issues: stray.issues ?? Object.keys(stray.rest as object).map((path) => ({ path, message: 'belongs in the body' })),
  }
}

function refuse(issues: { path: string; message: string }[]): void {
  if (issues.length) throw invalid(...issues)
}

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** Makes the responses: headers that every answer has are put together once. */
class Answers {
  readonly #app: App
  readonly #headers: Headers

  constructor(app: App) {
    this.#app = app
    this.#headers = new Headers([...standingHeaders(app.config), ['content-type', 'application/json; charset=utf-8']])
  }

  success(operation: AnyOperation, visit: Visit, admission: Admission, { data, replayed }: Answer): Response {
    const response = operation.produces
      ? csvResponse(data as CsvAnswer, (error) => this.#fault(error, operation.name, visit))
      : new Response(JSON.stringify({ ok: true, data: data ?? null }), { headers: this.#headers })
    const { headers } = response
    headers.set('x-request-id', visit.id)
    headers.set('ratelimit-remaining', String(admission.remaining))
    if (replayed) headers.set('idempotent-replayed', 'true')
    return response
  }

  failure(operation: AnyOperation, visit: Visit, admission: Admission | null, error: unknown): Response {
    const response = this.#envelope(this.#fault(error, operation.name, visit), visit)
    if (admission) response.headers.set('ratelimit-remaining', String(admission.remaining))
    return response
  }

  methodNotAllowed(request: Request, known: string[]): Response {
    const allow = (known.includes('GET') ? ['HEAD', ...known] : known).sort().join(', ')
    const fault = new Fault('method_not_allowed', `This path takes ${allow}.`, { allow })
    const response = this.#envelope(fault, visitOf(request))
    response.headers.set('allow', allow)
    return response
  }

  unknownPath(request: Request): Response {
    return this.#envelope(new Fault('not_found', 'There is no such path; see /openapi.json.'), visitOf(request))
  }

  #fault(error: unknown, where: string, visit: Visit): Fault {
    return faultOf(this.#app, error, { where, request_id: visit.id })
  }

  #envelope(fault: Fault, visit: Visit): Response {
    const { code, message, details } = fault
    const error = { code, message, request_id: visit.id, ...(Object.keys(details).length ? { details } : {}) }
    const response = new Response(JSON.stringify({ ok: false, error }), {
      status: fault.status,
      headers: this.#headers,
    })
    response.headers.set('x-request-id', visit.id)
    if (fault.status === 401) response.headers.set('www-authenticate', 'Bearer realm="signalpost"')
    const retry = fault.retry_after ?? (fault.status === 429 ? 60 : undefined)
    if (retry !== undefined) response.headers.set('retry-after', String(retry))
    return response
  }
}
