import type { AnyElysia } from 'elysia'
import type { Answer, CallRequest } from '../../kernel/operation/call.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { type Issue, invalid } from '../../kernel/operation/fault.ts'
import type { ParsedBody } from '../../kernel/operation/input/json.ts'
import { invoke } from '../../kernel/operation/invoke.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import { type Admission, admit } from '../admit.ts'
import { API, appOf, forEachApp } from '../door-base.ts'
import { type Visit, visitOf } from '../visit.ts'
import { Answers } from './answers.ts'
import { hasBody, MAX_BODY, MAX_LIST_BODY, readBody, readPath, readQuery } from './reading.ts'

/** How long a GET that calls outside services, or sends a long file, may stay silent. */
const PATIENCE_S = 120

/** One route an operation, all answered by `invoke()`; every answer in the envelope. */
export const rest = (operations: readonly AnyOperation[]) => (elysia: AnyElysia) => {
  for (const operation of operations) {
    const path = API + operation.path.replace(/\{(\w+)\}/g, ':$1')
    const serve = server(operation)
    // Only these two names are taken from the context: Elysia then prepares nothing else of it.
    elysia.route(operation.method, path, ({ request, params }) => serve(request, params as Params), { parse: 'none' })
  }
  const refuse = (request: Request) => {
    const answers = answersOf(appOf(request))
    const methods = methodsOf(operations, new URL(request.url).pathname)
    return methods.length > 0 ? answers.methodNotAllowed(request, methods) : answers.unknownPath(request)
  }
  for (const path of ['/api', '/api/*']) elysia.all(path, ({ request }) => refuse(request), { parse: 'none' })
  return elysia
}

/** The methods that the operations at a path accept; none where no operation is at it. A literal path comes before a pattern. */
function methodsOf(operations: readonly AnyOperation[], pathname: string): string[] {
  const literal = operations.filter(({ path }) => API + path === pathname)
  const found = literal.length > 0 ? literal : operations.filter(({ path }) => patternOf(path).test(pathname))
  return found.map(({ method }) => method)
}

const patternOf = (path: string): RegExp => new RegExp(`^${API}${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const answersOf = forEachApp((app) => new Answers(app))

type Params = Record<string, string | null> | undefined

/** Answers one operation. A read by API key goes through without a single promise. */
function server(operation: AnyOperation) {
  const takesBody = operation.method !== 'GET'
  const limit = operation.input.properties.urls ? MAX_LIST_BODY : MAX_BODY
  const slow = !!operation.produces || operation.kind === 'outbound'
  return (request: Request, params: Params): Response | Promise<Response> => {
    const app = appOf(request)
    const answers = answersOf(app)
    const visit = visitOf(request)
    let admission: Admission | null = null
    const answered = (answer: Answer) => answers.success(operation, visit, admission!, answer)
    const failed = (error: unknown) => answers.failure(operation, visit, admission, error)
    const call = (caller: Caller, { rest, issues }: ParsedBody) => {
      // Only an authenticated caller who has sent the whole request may hold the connection longer.
      if (slow) visit.patience(PATIENCE_S)
      return invoke(app, operation, caller, givenOf(request, params, visit, rest, issues))
    }
    const later = async (admitting: Admission | Promise<Admission>) => {
      admission = await admitting
      const reading = takesBody
        ? await readInput(operation, request, limit)
        : readQuery(operation, queryOf(request.url))
      return call(admission.caller, reading)
    }
    try {
      const admitting = admit(app, request, visit)
      if (takesBody || admitting instanceof Promise) return later(admitting).then(answered, failed)
      admission = admitting
      const answer = call(admission.caller, readQuery(operation, queryOf(request.url)))
      return answer instanceof Promise ? answer.then(answered, failed) : answered(answer)
    } catch (error) {
      return failed(error)
    }
  }
}

function givenOf(
  request: Request,
  params: Params,
  visit: Visit,
  rest: unknown,
  issues: Issue[] | undefined,
): CallRequest {
  const faults = params ? readPath(params) : []
  if (faults.length) throw invalid(...faults)
  return {
    path: (params ?? {}) as Record<string, string>,
    rest,
    issues,
    get ip() {
      return visit.ip
    },
    request_id: visit.id,
    door: 'api',
    idempotency_key: request.headers.get('idempotency-key'),
    get signal() {
      return request.signal
    },
  }
}

/** A DELETE may say what it means in the address or in a body; the other methods only in a body. */
async function readInput(operation: AnyOperation, request: Request, limit: number): Promise<ParsedBody> {
  const query = queryOf(request.url)
  if (operation.method === 'DELETE' && !hasBody(request)) return readQuery(operation, query)
  const body = await readBody(request, limit)
  if (query === '' || body.issues) return body
  if (operation.method === 'DELETE' && isEmpty(body.rest)) return readQuery(operation, query)
  const stray = readQuery(operation, query)
  return {
    rest: null,
    issues: stray.issues ?? Object.keys(stray.rest as object).map((path) => ({ path, message: 'belongs in the body' })),
  }
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}
