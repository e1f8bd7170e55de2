import type { App } from '../../kernel/operation/app.ts'
import type { Answer } from '../../kernel/operation/call.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import type { AnyOperation, CsvAnswer, FileAnswer } from '../../kernel/operation/operation.ts'
import type { Admission } from '../admit.ts'
import { faultOf } from '../failure.ts'
import { defaultHeaders } from '../headers.ts'
import { noteRefusal } from '../refusals.ts'
import { type Visit, visitOf } from '../visit.ts'
import { fileResponse } from './file.ts'

/** Makes the responses: headers that every answer has are put together once. */
export class Answers {
  readonly #app: App
  readonly #headers: Headers

  constructor(app: App) {
    this.#app = app
    this.#headers = new Headers([...defaultHeaders(app.config), ['content-type', 'application/json; charset=utf-8']])
  }

  success(operation: AnyOperation, visit: Visit, admission: Admission, answer: Answer): Response {
    const { data, replayed, cookie = admission.cookie } = answer
    const response = operation.produces
      ? fileResponse(this.#app, operation.produces, data as CsvAnswer | FileAnswer, (error) =>
          this.#fault(error, operation, visit, admission),
        )
      : new Response(JSON.stringify({ ok: true, data: data ?? null }), { headers: this.#headers })
    const { headers } = response
    headers.set('x-request-id', visit.id)
    headers.set('ratelimit-remaining', String(admission.remaining))
    if (cookie) headers.append('set-cookie', cookie)
    if (replayed) headers.set('idempotent-replayed', 'true')
    return response
  }

  failure(operation: AnyOperation, visit: Visit, admission: Admission | null, error: unknown): Response {
    const response = this.#envelope(this.#fault(error, operation, visit, admission), visit)
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

  #fault(error: unknown, { name, method, path }: AnyOperation, visit: Visit, admission: Admission | null): Fault {
    const { label: actor = null, tenant_id = null } = admission?.caller ?? {}
    const sample = { method, route: path, actor, tenant_id }
    const fault = faultOf(this.#app, error, { where: name, request_id: visit.id, sample })
    noteRefusal(this.#app, fault, { caller: admission?.caller ?? null, operation: name, visit, door: 'api' })
    return fault
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
