import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Fault } from '../../kernel/operation/fault.ts'
import type { ParsedBody } from '../../kernel/operation/input/json.ts'
import { admitClient, type ClientAdmission, keyIn } from '../admit.ts'
import { faultOf } from '../failure.ts'
import { defaultHeaders } from '../headers.ts'
import { challenge, stepUp } from '../oauth/challenge.ts'
import { noteRefusal } from '../refusals.ts'
import { MAX_LIST_BODY, readBody } from '../rest/reading.ts'
import { type Visit, visitOf } from '../visit.ts'
import { formIn, inForm, takingBoth } from './accepted.ts'
import { plainAnswers, plainCallIn, withArguments } from './plain-call.ts'
import { createFactory } from './server.ts'
import { callTool, type ToolAnswer, type ToolCall } from './tools.ts'

declare module '../../kernel/operation/app.ts' {
  interface App {
    /** Notes a call of a program by its name. */
    noteProgram(app: Pick<App, 'db' | 'clock'>, caller: Caller, name: string | undefined): void
  }
}

export type Endpoint = (request: Request) => Response | Promise<Response>

/** The MCP server: the operations marked as tools, over the same `invoke()`, for keys and connected apps. Both protocol eras on one URL. */
export function createEndpoint(app: App): Endpoint {
  const tools = new Map(app.operations.filter((operation) => operation.tool).map((one) => [one.name, one]))
  const handler = createMcpHandler(createFactory(app, tools), {
    responseMode: 'auto',
    maxRequestBodySize: MAX_LIST_BODY,
    keepAliveMs: 8_000,
    onerror: (error) => app.log.debug('mcp', { error: error.message }),
  })
  const refusedFor = createGate([new URL(app.config.site_url).hostname, 'localhost', '127.0.0.1', '[::1]'])
  const written = plainAnswers(app.version)
  const headers = new Headers([...defaultHeaders(app.config), ['content-type', 'application/json']])
  const answerTo = (request: Request, visit: Visit, admission: ClientAdmission, sent: ParsedBody) => {
    const body = { ...sent, rest: withArguments(sent.rest) }
    if (body.issues) return refusal(400, ProtocolErrorCode.ParseError, body.issues[0]!.message)
    const remaining = counted(admission, body.rest)
    const more = stepUp(app, admission, tools, body.rest)
    if (more) return refusal(403, -31_403, more.message, { code: 'insufficient_scope' }, more.header)
    const { caller } = admission
    const app_name = clientIn(body.rest)
    app.noteProgram(app, caller, app_name)
    const asker = { caller: app_name && !caller.app ? { ...caller, app: app_name } : caller, visit }
    const form = formIn(request.headers.get('accept'))
    const plain = form && plainCallIn(request, body.rest, tools)
    const shaped = (response: Response) => (form === 'either' || form === null ? response : inForm(form, response))
    if (!plain) {
      const authInfo = { token: '', clientId: caller.key_id!, scopes: [], extra: asker }
      return handler
        .fetch(form === null ? request : takingBoth(request), { authInfo, parsedBody: body.rest })
        .then((response) => shaped(withRemaining(response, remaining)))
    }
    const respond = (answer: ToolAnswer) =>
      shaped(withRemaining(new Response(written(plain, answer), { headers }), remaining))
    const answer = callTool(app, plain.operation, asker, plainly(plain.given, request))
    return answer instanceof Promise ? answer.then(respond) : respond(answer)
  }
  // Promises instead of async functions: a read tool then waits only for its body, and each wait costs a tenth of a call.
  return (request) => {
    const refused = refusedFor(request)
    if (refused) return refused
    const visit = visitOf(request)
    const failed = (error: unknown) => {
      const fault = faultOf(app, error, { where: 'mcp', request_id: visit.id })
      noteRefusal(app, fault, { caller: null, operation: 'mcp', visit, door: 'tool' })
      const sent = keyIn(request.headers) !== null
      return refusedBy(fault, fault.status === 401 ? challenge(app, sent ? fault.message : null) : undefined)
    }
    try {
      const admission = admitClient(app, request.headers, visit)
      const body = request.method === 'POST' ? readBody(request, MAX_LIST_BODY) : Promise.resolve(NO_BODY)
      return body.then((read) => answerTo(request, visit, admission, read)).catch(failed)
    } catch (error) {
      return failed(error)
    }
  }
}

const NO_BODY: ParsedBody = { rest: undefined }

/** Checks the host and the origin of a request. Accepted hosts are kept: programs repeat them. */
function createGate(hosts: string[]) {
  const passed = new Set<string>()
  return (request: Request): Response | undefined => {
    const host = request.headers.get('host') ?? ''
    if (!passed.has(host)) {
      const refused = hostHeaderValidationResponse(request, hosts)
      if (refused) return refused
      if (passed.size < MOST_HOSTS) passed.add(host)
    }
    return originValidationResponse(request, hosts)
  }
}

/** Each with its port: a client may name any. */
const MOST_HOSTS = 100

const plainly = (given: Record<string, unknown>, request: Request): ToolCall => ({
  given,
  get signal() {
    return request.signal
  },
})

function withRemaining(response: Response, remaining: number): Response {
  response.headers.set('ratelimit-remaining', String(remaining))
  return response
}

/** Each message counts, those of a list too; returns the remaining calls. */
function counted({ remaining, again }: ClientAdmission, body: unknown): number {
  let left = remaining
  for (let n = 1; Array.isArray(body) && n < body.length; n++) left = again()
  return left
}

/** A fault before JSON-RPC begins: an HTTP status, and the same code in a JSON-RPC error. */
function refusedBy({ status, code, message, retry_after }: Fault, authenticate?: string): Response {
  const number = status === 401 ? -31_401 : ProtocolErrorCode.InternalError
  const response = refusal(status, number, message, { code }, authenticate)
  if (retry_after !== undefined) response.headers.set('retry-after', String(retry_after))
  return response
}

const refusal = (status: number, code: number, message: string, data?: object, authenticate?: string): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code, message, ...(data ? { data } : {}) } },
    { status, headers: authenticate ? { 'www-authenticate': authenticate } : {} },
  )

/** The name that the calling program gives itself, if any; nobody verifies it. */
function clientIn(body: unknown): string | undefined {
  const { params } = ([body].flat()[0] ?? {}) as { params?: { _meta?: Record<string, unknown>; clientInfo?: unknown } }
  const info = (params?._meta?.['io.modelcontextprotocol/clientInfo'] ?? params?.clientInfo) as ClientInfo | undefined
  const name = [info?.title, info?.name].find((one) => typeof one === 'string')
  return plain(name ?? '').slice(0, MOST) || undefined
}

type ClientInfo = { title?: string; name?: string }

const MOST = 100
const plain = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
