import Type, { type TSchema } from 'typebox'
import { sessionCookieName } from '../domains/accounts/index.ts'
import type { App } from '../kernel/app.ts'
import { FAULT_CODES, type FaultCode, statusOf } from '../kernel/fault.ts'
import { type AnyOperation, callsOut, changes } from '../kernel/operation.ts'
import { inputSchema } from '../kernel/routes-and-tools.ts'
import { Estimate, spends } from '../kernel/spending.ts'
import { API } from './rest.ts'
import { sectionOf, sections } from './sections.ts'

/** Plain constants without an apostrophe: the viewer writes them into its page unescaped. */
export const INFO = {
  title: 'Signalpost API',
  version: '2.1.0',
  summary: 'Push links to search engines, see whether they show them, get the credit back for those they do not.',
  description: [
    'Every answer is JSON in an envelope: `{ok: true, data}` or `{ok: false, error: {code, message, request_id}}`. Lists answer `{items, total, page, page_size}`.',
    'Make a key on the page “API keys” of the web interface. Whoever is signed in there can try the operations here without one: they act in their first workspace.',
    '`RateLimit-Remaining` says how many calls are left this minute; a 429 says in `Retry-After` when to come back.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
} as const

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the operations. */
export function openapi({ operations, config }: Pick<App, 'operations' | 'config'>): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: config.site_url + API }],
    security: [{ bearer: [] }, { api_key: [] }, { session: [] }],
    tags: sections,
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer ipk_…`' },
        api_key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: 'The same key in a header of its own',
        },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config), description: 'A sign-in session' },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: Object.fromEntries(
        RESPONSES.filter(({ status }) => operations.some((operation) => statusesOf(operation).has(status))).map(
          ({ name, response }) => [name, response],
        ),
      ),
      schemas: { Error: ERROR },
    },
  }
}

function describe(operation: AnyOperation): Json {
  const { name, summary, description, path, tool } = operation
  return {
    operationId: name,
    tags: [sectionOf(path)],
    summary,
    description: [description, rightsOf(operation)].filter(Boolean).join('\n\n'),
    ...(tool ? { 'x-mcp-tool': name } : {}),
    parameters: parametersOf(operation),
    ...(takesBody(operation) ? { requestBody: bodyOf(operation) } : {}),
    responses: { 200: successOf(operation), ...faultsOf(operation) },
  }
}

function rightsOf(operation: AnyOperation): string {
  const { role, person } = operation
  if (person) return `Needs the role ${role} or higher, and a session: no key does it.`
  if (role === null)
    return changes(operation) ? 'Any caller may do this, but for a read-only key.' : 'Any caller may do this.'
  return role === 'platform' ? 'For the platform admin only.' : `Needs the role ${role} or higher.`
}

function takesBody({ method, body, input, path_names }: AnyOperation): boolean {
  if (method === 'GET' || (method === 'DELETE' && !body)) return false
  return Object.keys(input.properties).some((name) => !path_names.includes(name))
}

function parametersOf(operation: AnyOperation): Json[] {
  const { input, path_names, example } = operation
  const shown = Object.entries(input.properties).filter(([name]) => path_names.includes(name) || !takesBody(operation))
  const parameters = shown.map(([name, schema]) => {
    const { description, title } = schema as { description?: string; title?: string }
    const given = (example as Json)[name]
    return {
      name,
      in: path_names.includes(name) ? 'path' : 'query',
      required: path_names.includes(name) || !!input.required?.includes(name),
      ...(description || title ? { description: description ?? title } : {}),
      schema,
      ...(given === undefined ? {} : { example: given }),
    }
  })
  return changes(operation) ? [...parameters, ref('parameters', 'IdempotencyKey')] : parameters
}

function bodyOf(operation: AnyOperation): Json {
  const { path_names, example } = operation
  const own = ([name]: [string, unknown]) => !path_names.includes(name)
  const { properties, required = [], ...rest } = inputSchema(operation) as { properties: Json; required?: string[] }
  const needed = required.filter((name) => !path_names.includes(name))
  const schema = {
    ...rest,
    ...(needed.length ? { required: needed } : {}),
    properties: Object.fromEntries(Object.entries(properties).filter(own)),
  }
  return {
    required: needed.length > 0,
    content: {
      'application/json': { schema, example: Object.fromEntries(Object.entries(example as Json).filter(own)) },
    },
  }
}

function successOf(operation: AnyOperation): Json {
  const { produces, output } = operation
  const headers = Object.fromEntries(Object.keys(HEADERS).map((name) => [name, ref('headers', name)]))
  if (produces) {
    const columns = Object.keys((output as { properties?: Json }).properties ?? {}).join(', ')
    return {
      description: `A file. Columns: ${columns}`,
      headers,
      content: { [produces]: { schema: { type: 'string' } } },
    }
  }
  return {
    description: 'Done',
    headers,
    content: { 'application/json': { schema: envelope(spends(operation) ? Type.Union([output, Estimate]) : output) } },
  }
}

const envelope = (data: TSchema): Json => ({
  type: 'object',
  required: ['ok', 'data'],
  properties: { ok: { const: true }, data },
})

/** What it may answer instead: some codes follow from the declaration, the rest it names itself. */
function faultsOf(operation: AnyOperation): Json {
  const statuses = [...statusesOf(operation)].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [status, ref('responses', RESPONSES.find((one) => one.status === status)!.name)]),
  )
}

function statusesOf(operation: AnyOperation): Set<number> {
  const { method, path_names, tenant_names, faults = [] } = operation
  const codes: FaultCode[] = ['unauthorized', 'forbidden', 'validation_failed', 'rate_limited', 'internal', ...faults]
  if (path_names.length || tenant_names.length) codes.push('not_found')
  if (method !== 'GET') codes.push('body_too_large', 'unsupported_media_type')
  if (changes(operation)) codes.push('conflict')
  if (callsOut(operation)) codes.push('upstream_unavailable')
  return new Set(codes.map(statusOf))
}

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

const HEADERS = {
  'X-Request-Id': { description: 'Names this call in the log and the audit trail', schema: { type: 'string' } },
  'RateLimit-Remaining': {
    description: 'Calls left: the smaller of this minute and this day',
    schema: { type: 'integer', minimum: 0 },
  },
}

const RETRY_AFTER = { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } }

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: the same key and body get the first answer again for 48 hours, with `Idempotent-Replayed: true`; another body is 409.',
  schema: { type: 'string', maxLength: 255 },
}

const ERROR = {
  type: 'object',
  required: ['ok', 'error'],
  properties: {
    ok: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { enum: FAULT_CODES },
        message: { type: 'string' },
        request_id: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
}

/** One shared response a status. */
const RESPONSES = [...new Set(FAULT_CODES.map(statusOf))].map((status) => {
  const codes = FAULT_CODES.filter((code) => statusOf(code) === status)
  const example = { ok: false, error: { code: codes[0], message: 'What went wrong', request_id: 'a-request' } }
  return {
    status,
    name: `Status${status}`,
    response: {
      description: codes.map((code) => `\`${code}\``).join(', '),
      headers: {
        'X-Request-Id': ref('headers', 'X-Request-Id'),
        ...(status === 429 ? { 'Retry-After': RETRY_AFTER } : {}),
      },
      content: { 'application/json': { schema: ref('schemas', 'Error'), example } },
    },
  }
})
