import type { TObject } from 'typebox'
import { sessionCookieName } from '../../domains/accounts/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { withIds } from '../../kernel/operation/offered/example-ids.ts'
import { type AnyOperation, changes } from '../../kernel/operation/operation.ts'
import { spends } from '../../kernel/operation/spending.ts'
import { API } from '../door-base.ts'
import { exampleAnswer } from './example-answers.ts'
import { faultResponses, faultsOf, statusesOf } from './openapi-faults.ts'
import { createSchemas, envelope, type Json, pascal, ref, type Schemas } from './openapi-schemas.ts'
import type { Sections } from './sections.ts'

/** An event that the install sends to programs: when, its schema under a name, and a sample. */
export type EventDocument = { when: string; shape(name: string): TObject; sample: object }

declare module '../../kernel/operation/app.ts' {
  interface App {
    /** By the type of the event. */
    event_types: Readonly<Record<string, EventDocument>>
  }
}

/** The name of the API, and the rules for all of it. */
export const INFO = {
  title: 'Signalpost API',
  version: '2.1.0',
  summary:
    'Push links to search engines, check whether they are indexed, and get the credit refunded for each link that is not.',
  description: [
    'Every answer is JSON in an envelope: `{ok: true, data}` or `{ok: false, error: {code, message, request_id}}`. Lists answer `{items, total, page, page_size}`.',
    'Create a key in the web interface: Settings, Integrations, API keys. While you are signed in there, you can try the operations here without a key: they run in your first workspace.',
    '`RateLimit-Remaining` is the number of calls that remain this minute; `Retry-After` of a 429 or 503 is the number of seconds to wait.',
    'A POST reads `null` and `""` as an option that is not given: `"daily_credit_cap": ""` makes a key without a cap. A PATCH takes `null` where it removes something, and no `""` for a number.',
    'Call from your server: everybody who opens a page can read the key in it. Browsers block calls from pages of other sites (CORS is off), unless the operator names their origins in `SIGNALPOST_CORS_ORIGINS`.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
} as const

type Documented = Pick<App, 'operations' | 'config' | 'event_types' | 'sections'>

/** The OpenAPI 3.1 document of the operations. */
export function openapi({ operations, config, event_types, sections }: Documented): Json {
  const schemas = createSchemas()
  const paths: Record<string, Json> = {}
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, schemas, sections),
    }
  const statuses = new Set(operations.flatMap((operation) => [...statusesOf(operation)]))
  const responses = faultResponses(schemas, statuses)
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: config.site_url + API }],
    security: [{ bearer: [] }, { api_key: [] }, { session: [] }],
    tags: sections.all,
    paths,
    webhooks: webhooks(schemas, event_types),
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
      responses,
      schemas: schemas.all(),
    },
  }
}

function webhooks(schemas: Schemas, types: App['event_types']): Json {
  const received = (type: string, { when, shape, sample }: EventDocument): Json => ({
    operationId: `receive_${type.replaceAll('.', '_')}`,
    summary: when,
    tags: ['Webhooks'],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.of(shape(`${pascal(type.replaceAll('.', '_'))}Event`)), example: sample },
      },
    },
    responses: { '2XX': { description: 'Delivered, if it comes within 15 seconds' } },
  })
  return Object.fromEntries(Object.entries(types).map(([type, one]) => [type, { post: received(type, one) }]))
}

function describe(operation: AnyOperation, schemas: Schemas, sections: Sections): Json {
  const { name, summary, description, path, tool } = operation
  return {
    operationId: name,
    tags: [sections.of(path)],
    summary,
    description: [description, rightsOf(operation)].filter(Boolean).join('\n\n'),
    ...(tool ? { 'x-mcp-tool': name } : {}),
    ...(operation.proof ? { 'x-asks-for-proof': operation.proof === true ? 'always' : 'sometimes' } : {}),
    parameters: parametersOf(operation, schemas),
    ...(takesBody(operation) ? { requestBody: bodyOf(operation, schemas) } : {}),
    responses: { 200: successOf(operation, schemas), ...faultsOf(operation) },
  }
}

function rightsOf(operation: AnyOperation): string {
  const asks = operation.proof === true ? PROOF : operation.proof ? PROOF_WHEN : ''
  const where = operation.at_install === true ? AT_INSTALL : operation.at_install ? AT_INSTALL_WHEN : ''
  return [rolesOf(operation), asks, where].filter(Boolean).join(' ')
}

const PROOF = 'A signed-in person must have signed in or proved who they are within 15 minutes (POST /profile/proof).'
const AT_INSTALL = 'Sessions at an own domain get 403.'
const AT_INSTALL_WHEN = 'Some changes are not possible for sessions at an own domain (403).'
const PROOF_WHEN = 'Some changes need a signed-in person’s proof within 15 minutes (POST /profile/proof).'

function rolesOf(operation: AnyOperation): string {
  const { role, person } = operation
  if (person && role === null) return 'Needs a session: no key does it.'
  if (person) return `Needs the role ${role} or higher, and a session: no key does it.`
  if (role === null)
    return changes(operation) ? 'Any caller may do this, but for a read-only key.' : 'Any caller may do this.'
  return role === 'platform' ? 'For the platform admin only.' : `Needs the role ${role} or higher.`
}

export function takesBody({ method, body, input, path_names }: AnyOperation): boolean {
  if (method === 'GET' || (method === 'DELETE' && !body)) return false
  return Object.keys(input.properties).some((name) => !path_names.includes(name))
}

function parametersOf(operation: AnyOperation, schemas: Schemas): Json[] {
  const { input, path_names, example } = operation
  const shown = Object.entries(input.properties).filter(([name]) => path_names.includes(name) || !takesBody(operation))
  const parameters = shown.map(([name, schema]) => {
    const { description, title } = schema as { description?: string; title?: string }
    const given = (withIds(example) as Json)[name]
    return {
      name,
      in: path_names.includes(name) ? 'path' : 'query',
      required: path_names.includes(name) || !!input.required?.includes(name),
      ...(description || title ? { description: description ?? title } : {}),
      schema: schemas.of(schema),
      ...(given === undefined ? {} : { example: given }),
    }
  })
  return changes(operation) ? [...parameters, ref('parameters', 'IdempotencyKey')] : parameters
}

function bodyOf(operation: AnyOperation, schemas: Schemas): Json {
  const { input, path_names, example } = operation
  // REST has an operation of its own for the estimate of an order.
  const left_out = [...path_names, ...(spends(operation) ? ['estimate'] : [])]
  const own = ([name]: [string, unknown]) => !left_out.includes(name)
  const needed = (input.required ?? []).filter((name) => !path_names.includes(name))
  const properties = Object.entries(input.properties).filter(own)
  const schema = {
    type: 'object',
    additionalProperties: false,
    ...(needed.length ? { required: needed } : {}),
    properties: Object.fromEntries(properties.map(([name, one]) => [name, schemas.of(one)])),
  }
  return {
    required: needed.length > 0,
    content: {
      'application/json': { schema, example: Object.fromEntries(Object.entries(withIds(example) as Json).filter(own)) },
    },
  }
}

function successOf(operation: AnyOperation, schemas: Schemas): Json {
  const { name, produces, output } = operation
  const headers = Object.fromEntries(Object.keys(HEADERS).map((header) => [header, ref('headers', header)]))
  if (produces === 'application/pdf' || produces === 'application/x-ndjson')
    return {
      description: produces === 'application/pdf' ? 'A PDF file' : 'A file with one JSON object a line',
      headers,
      content: { [produces]: { schema: { type: 'string', contentMediaType: produces } } },
    }
  if (produces)
    return {
      description: `A file. Columns: ${Object.keys((output as { properties?: Json }).properties ?? {}).join(', ')}`,
      headers,
      content: { [produces]: { schema: { type: 'string' }, ...exampleOf(name) } },
    }
  const data = schemas.as(resultName(name), output)
  return {
    description: 'Done',
    headers,
    content: { 'application/json': { schema: envelope('data', data), ...exampleOf(name) } },
  }
}

function exampleOf(operation: string): Json {
  const example = exampleAnswer(operation)
  return example === undefined ? {} : { example }
}

/** The name of an answer whose shape no other operation has: `submit_index_job` gives `SubmitIndexJobResult`. */
const resultName = (operation: string): string => `${pascal(operation)}Result`

const HEADERS = {
  'X-Request-Id': { description: 'Names this call in the log and the audit trail', schema: { type: 'string' } },
  'RateLimit-Remaining': {
    description: 'Calls left: the smaller of this minute and this day',
    schema: { type: 'integer', minimum: 0 },
  },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: the same key and body get the first answer again for 48 hours, with `Idempotent-Replayed: true`; another body is 409.',
  schema: { type: 'string', maxLength: 255 },
}
