/** The OpenAPI document, as pages read it. */
import type { Json } from '../../src/doors/docs/openapi-schemas.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  enum?: (string | null)[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  format?: string
  deprecated?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Media = { schema: Schema; example?: unknown }
type DocumentedOperation = {
  operationId: string
  tags: [string]
  summary: string
  description: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media>; $ref?: string }>
}
export type Document = {
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, { post: { requestBody: { content: Record<'application/json', Media> } } }>
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> }
}

export type Route = { method: string; path: string; described: DocumentedOperation }

export const documentFrom = (json: Json): Document => json as Document

export const routesOf = ({ paths }: Document): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  )

/** Routes with every word of `q` in their name, address, summary, description or fields. */
export function found(routes: Route[], q: string): Route[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return routes.filter(({ method, path, described }) => {
    const text = [
      method,
      path,
      described.operationId,
      described.tags[0],
      described.summary,
      described.description,
      fieldsOf(described),
    ]
    const whole = text.join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}

const fieldsOf = ({ parameters, requestBody }: DocumentedOperation): string =>
  [
    ...parameters.flatMap((one) => ('name' in one ? [one.name] : [])),
    ...Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
  ].join(' ')

/** The schema of a reference, and its name. */
function resolve(document: Document, schema: Schema): { schema: Schema; name: string | null } {
  if (!schema.$ref) return { schema, name: null }
  const name = schema.$ref.replace('#/components/schemas/', '')
  return { schema: { ...document.components.schemas[name], ...own(schema) }, name }
}

const own = ({ $ref: _, ...rest }: Schema): Schema => rest

/** A field: `at` is its path, such as `items[].urls`. */
export type FieldRow = { at: string; required: boolean; type: string; notes: string[]; description: string }

/** Deeper fields are only in the document itself, because a page with them is too long. */
const DEPTH = 3

export function rowsOf(document: Document, given: Schema, at = '', above: readonly string[] = []): FieldRow[] {
  const { schema, name } = resolve(document, given)
  const inner = schema.anyOf?.filter((one) => one.type !== 'null')
  if (inner) return inner.flatMap((one) => rowsOf(document, one, at, above))
  if (schema.items) return rowsOf(document, schema.items, `${at}[]`, above)
  if (!schema.properties || above.length > DEPTH || (name && above.includes(name))) return []
  const seen = [...above, name ?? at]
  return Object.entries(schema.properties).flatMap(([field, one]) => {
    const place = at ? `${at}.${field}` : field
    const described = resolve(document, one).schema
    const row = {
      at: place,
      required: !!schema.required?.includes(field),
      type: typeOf(document, one),
      notes: notesOf(document, one),
      description: described.description ?? described.title ?? '',
    }
    return [row, ...rowsOf(document, one, place, seen)]
  })
}

export function typeOf(document: Document, given: Schema): string {
  const { schema, name } = resolve(document, given)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(document, one)))].join(' or ')
  if (schema.items) return `list of ${typeOf(document, schema.items)}`
  if (name) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [schema.type ?? 'anything'].flat()
  return types.map((type) => (type === 'string' && schema.format ? schema.format : type)).join(' or ')
}

/** Limits and default of a value. */
export function notesOf(document: Document, given: Schema): string[] {
  const { schema } = resolve(document, given)
  const { enum: words, default: usual, minimum, maximum, maxLength, minItems, maxItems, deprecated } = schema
  return [
    ...(deprecated ? ['deprecated'] : []),
    ...(words ? [words.filter((word) => word !== null).join(' | ')] : []),
    ...(minimum !== undefined && minimum > 0 ? [`from ${minimum}`] : []),
    ...(maximum !== undefined && maximum < 1e9 ? [`up to ${maximum}`] : []),
    ...(maxLength ? [`up to ${maxLength} characters`] : []),
    ...(minItems ? [`at least ${minItems}`] : []),
    ...(maxItems ? [`at most ${maxItems}`] : []),
    ...(usual === undefined ? [] : [`unless given: ${JSON.stringify(usual)}`]),
  ]
}
