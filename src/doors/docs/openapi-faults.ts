/** Error responses of an operation: one shape a code, one shared response a status. */
import { FAULT_CODES, type FaultCode, statusOf } from '../../kernel/operation/fault.ts'
import { type AnyOperation, callsOut, changes } from '../../kernel/operation/operation.ts'
import { exampleFault } from './example-answers.ts'
import { FAULT_DETAILS } from './fault-details.ts'
import { envelope, type Json, pascal, ref, type Schemas } from './openapi-schemas.ts'

/** Errors of an operation by status: some codes follow from the declaration, the operation names the others. */
export function faultsOf(operation: AnyOperation): Json {
  const statuses = [...statusesOf(operation)].sort((a, b) => a - b)
  return Object.fromEntries(statuses.map((status) => [status, ref('responses', nameOf(status))]))
}

export function statusesOf(operation: AnyOperation): Set<number> {
  const { method, path_names, tenant_names, faults = [] } = operation
  const codes: FaultCode[] = [...ALWAYS, ...faults]
  if (path_names.length || tenant_names.length) codes.push('not_found')
  if (method !== 'GET') codes.push('body_too_large', 'unsupported_media_type')
  if (changes(operation)) codes.push('conflict')
  if (callsOut(operation)) codes.push('upstream_unavailable')
  return new Set(codes.map(statusOf))
}

const ALWAYS = ['unauthorized', 'forbidden', 'validation_failed', 'rate_limited', 'internal', 'storage'] as const

/** The shared responses of these statuses, and the schemas of their errors. */
export function faultResponses(schemas: Schemas, statuses: Set<number>): Json {
  const refs = new Map(FAULT_CODES.map((code) => [code, schemas.put(errorName(code), errorOf(code, schemas))]))
  schemas.put('Error', envelope('error', { oneOf: [...refs.values()] }))
  return Object.fromEntries(
    [...statuses].toSorted().map((status) => {
      const own = FAULT_CODES.filter((code) => statusOf(code) === status)
      const error = own.length === 1 ? refs.get(own[0]!)! : { oneOf: own.map((code) => refs.get(code)!) }
      return [nameOf(status), responseOf(status, own, schemas.put(`Error${status}`, envelope('error', error)))]
    }),
  )
}

const nameOf = (status: number): string => `Status${status}`

/** `validation_failed` as `ValidationFailedError`. */
const errorName = (code: FaultCode): string => `${pascal(code)}Error`

function errorOf(code: FaultCode, schemas: Schemas): Json {
  const details = FAULT_DETAILS[code]
  const needed = details?.required?.length
  return {
    type: 'object',
    required: ['code', 'message', 'request_id', ...(needed ? ['details'] : [])],
    properties: {
      code: { type: 'string', const: code },
      message: { type: 'string', description: 'The problem and what to do about it' },
      request_id: { type: 'string', description: 'Names this call in the log and the audit trail' },
      ...(details ? { details: schemas.of(details) } : {}),
    },
  }
}

const RETRY_AFTER = { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } }

const responseOf = (status: number, codes: FaultCode[], schema: Json): Json => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  headers: {
    'X-Request-Id': ref('headers', 'X-Request-Id'),
    ...(status === 429 || status === 503 ? { 'Retry-After': RETRY_AFTER } : {}),
  },
  content: { 'application/json': { schema, examples: Object.fromEntries(codes.map(exampleOf)) } },
})

const exampleOf = (code: FaultCode): [FaultCode, Json] => [code, { value: exampleFault(code) }]
