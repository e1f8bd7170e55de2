import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { noteProgram } from '../domains/programs/index.ts'
import type { App } from '../kernel/app.ts'
import type { Fault } from '../kernel/fault.ts'
import { admitClient, type ClientAdmission, keyIn } from './admit.ts'
import { challenge, stepUp } from './challenge.ts'
import { faultOf } from './failure.ts'
import { clientIn } from './mcp-client.ts'
import { plainAnswer, plainCallIn } from './mcp-plain-call.ts'
import { createFactory } from './mcp-server.ts'
import { callTool } from './mcp-tools.ts'
import { MAX_LIST_BODY, type Reading, readBody } from './reading.ts'
import { visitOf } from './visit.ts'

/** The MCP server: the operations marked as tools, over the same `invoke()`, for keys and connected apps. Both protocol eras on one URL. */
export function createEndpoint(app: App): (request: Request) => Promise<Response> {
  const tools = new Map(app.operations.filter((operation) => operation.tool).map((one) => [one.name, one]))
  const handler = createMcpHandler(createFactory(app, tools), {
    responseMode: 'auto',
    maxRequestBodySize: MAX_LIST_BODY,
    keepAliveMs: 8_000,
    onerror: (error) => app.log.debug('mcp', { error: error.message }),
  })
  const hosts = [new URL(app.config.site_url).hostname, 'localhost', '127.0.0.1', '[::1]']
  return async (request) => {
    const refused = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts)
    if (refused) return refused
    const visit = visitOf(request)
    try {
      const admission = admitClient(app, request.headers, visit)
      const { caller } = admission
      const body: Reading = request.method === 'POST' ? await readBody(request, MAX_LIST_BODY) : { rest: undefined }
      if (body.issues) return refusal(400, ProtocolErrorCode.ParseError, body.issues[0]!.message)
      const remaining = counted(admission, body.rest)
      const more = stepUp(app, admission, tools, body.rest)
      if (more) return refusal(403, -31_403, 'The app was not allowed this.', { code: 'insufficient_scope' }, more)
      const app_name = clientIn(body.rest)
      noteProgram(app, caller, app_name)
      const asker = { caller: app_name && !caller.app ? { ...caller, app: app_name } : caller, visit }
      const plain = plainCallIn(request, body.rest, tools)
      if (plain) {
        const call = { given: plain.given, signal: request.signal }
        const { result } = await callTool(app, plain.operation, asker, call)
        return withRemaining(plainAnswer(plain, result, app.version), remaining)
      }
      const authInfo = { token: '', clientId: caller.key_id!, scopes: [], extra: asker }
      return withRemaining(await handler.fetch(request, { authInfo, parsedBody: body.rest }), remaining)
    } catch (error) {
      const fault = faultOf(app, error, { where: 'mcp', request_id: visit.id })
      const sent = keyIn(request.headers) !== null
      return refusedBy(fault, fault.status === 401 ? challenge(app, sent ? fault.message : null) : undefined)
    }
  }
}

function withRemaining(response: Response, remaining: number): Response {
  response.headers.set('ratelimit-remaining', String(remaining))
  return response
}

/** Each message counts, those of a list too: what remains. */
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
