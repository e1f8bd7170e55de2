import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Issue } from './fault.ts'

/** The most URLs one request may carry; more is 413, not 422. */
export const MAX_URLS = 10_000

const EMAIL = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'
/** The pattern of one line of text that is not blank. */
export const LINE = '^[^\\x00-\\x1f\\x7f]*\\S[^\\x00-\\x1f\\x7f]*$'

const MARKS = { tenant: '~tenant', secret: '~secret' } as const

/** A workspace's id. Wherever this shape stands in an input, the workspace must lie within the caller's reach (404 otherwise). */
export const TenantId = tenantId('Id of a workspace')
/** For inputs that may leave it out. */
export const OwnTenantId = tenantId('Id of a workspace; your own unless given')
/** For lists: of one workspace, or of all in reach. */
export const TreeTenantId = tenantId('Id of a workspace, for it alone; unless given, yours and those below it')

/** A field that is shown once or never: kept out of audit and logs, a password box in forms. */
export const Secret = (options: { title: string; minLength?: number; maxLength?: number; description?: string }) =>
  marked(Type.String({ ...options, writeOnly: true }), 'secret')

/** A secret in an answer: given once, never again, never logged. */
export const SecretOnce = (title: string) => marked(Type.String({ title, description: 'Shown once' }), 'secret')

export const Urls = Type.Array(Type.String(), {
  title: 'URLs',
  description: 'Full http(s) URLs',
  minItems: 1,
  maxItems: MAX_URLS,
})

export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** A field that may be left out, and what that means: documents say it, the handler does it (parsing adds nothing). */
export const Defaulted = <T extends TSchema>(schema: T, value: Static<T>) =>
  Type.Optional(Type.With(schema, { default: value }) as T)
export const Email = (title = 'E-mail') => Type.String({ title, pattern: EMAIL, maxLength: 254 })
export const Id = Type.String({ description: 'UUIDv7' })

function tenantId(description: string) {
  return marked(Type.String({ title: 'Workspace', description, maxLength: 64 }), 'tenant')
}

/** A mark that validation, documents and clients never see: it is not enumerable, and survives `Type.Optional`. */
function marked<T extends TSchema>(schema: T, mark: keyof typeof MARKS): T {
  return Object.defineProperty(schema, MARKS[mark], { value: true })
}

export const isMarked = (schema: unknown, mark: keyof typeof MARKS): boolean =>
  typeof schema === 'object' && schema !== null && MARKS[mark] in schema

/** Names of the properties of an object schema that carry a mark. */
export const markedNames = (schema: TObject, mark: keyof typeof MARKS): string[] =>
  Object.entries(schema.properties).flatMap(([name, property]) => (isMarked(property, mark) ? [name] : []))

/** Fields that one refusal names. */
const MOST_ISSUES = 50
// Left alone it stops at 8 complaints, and one field can give several.
Settings.Set({ maxErrors: 4 * MOST_ISSUES })

export type Parsed<T> = { value: T; issues: [] } | { value: null; issues: Issue[] }

/** A strict parser, compiled when it is first needed: nothing is coerced, nothing unknown passes, every fault names its field. */
export function parser<T extends TObject>(schema: T): (given: unknown) => Parsed<Static<T>> {
  let compiled: ReturnType<typeof compile> | undefined
  const compile = () => Compile(Type.Object(schema.properties, { additionalProperties: false }))
  return (given) => {
    compiled ??= compile()
    const strict = compiled
    if (strict.Check(given)) return { value: given as Static<T>, issues: [] }
    return { value: null, issues: issuesOf(schema, strict.Errors(given) as Complaint[]) }
  }
}

type Complaint = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

function issuesOf(schema: TSchema, complaints: Complaint[]): Issue[] {
  const byPath = new Map<string, string>()
  const unions = new Set(complaints.filter((c) => c.keyword === 'anyOf').map((c) => c.instancePath))
  for (const complaint of complaints) {
    // What fits no branch because of a field within is told by that field.
    const within = `${pathOf(complaint)}.`
    if (complaint.keyword === 'anyOf' && [...byPath.keys()].some((path) => path.startsWith(within))) continue
    for (const [path, message] of readings(schema, complaint, unions)) if (!byPath.has(path)) byPath.set(path, message)
    if (byPath.size >= MOST_ISSUES) break
  }
  return [...byPath].map(([path, message]) => ({ path, message }))
}

const pathOf = ({ instancePath }: Complaint): string => instancePath.slice(1).replaceAll('/', '.')

/** typebox says some things twice (a stray field, a union's branches); each field is named once, in words. */
function readings(schema: TSchema, complaint: Complaint, unions: Set<string>): [string, string][] {
  const path = pathOf(complaint)
  const { keyword, params, message } = complaint
  if (keyword === 'required')
    return (params.requiredProperties as string[]).map((name) => [path ? `${path}.${name}` : name, 'is required'])
  if (keyword === 'additionalProperties') return []
  if (keyword === 'boolean') return [[path, 'is not a known field']]
  if (keyword === 'type' && unions.has(complaint.instancePath) && complaint.schemaPath.includes('/anyOf/')) return []
  if (keyword === 'anyOf') return [[path, `must be ${[...typesOf(partAt(schema, complaint))].join(' or ')}`]]
  if (keyword === 'enum') return [[path, `must be one of ${(params.allowedValues as unknown[]).join(', ')}`]]
  if (keyword === 'pattern' || keyword === 'format') return [[path, wrongForm(schema, complaint)]]
  return [[path, message]]
}

/** Forms that need no words of their own where they are asked for. */
const FORMS: Record<string, string> = {
  '\\S': 'must not be blank',
  [LINE]: 'must be one line of text that is not blank',
  [EMAIL]: 'must be an e-mail address such as ada@northwind.example',
  'date-time': 'must be a moment such as 2026-11-21T09:00:00Z',
  date: 'must be a day such as 2026-11-21',
}

/** Says the form that is wanted, from the schema alone: what was given may be a secret in the wrong field. */
function wrongForm(schema: TSchema, complaint: Complaint): string {
  const union = /^(.*)\/anyOf\/\d+$/.exec(complaint.schemaPath)?.[1]
  const either = union === undefined ? undefined : partAt(schema, { schemaPath: union }).description
  if (either) return `has the wrong form: ${either}`
  const form = String(complaint.params.pattern ?? complaint.params.format)
  const known = FORMS[form] ?? (form.startsWith('^https?://') ? 'must begin with http:// or https://' : undefined)
  const { description } = partAt(schema, complaint)
  return known ?? (description ? `has the wrong form: ${description}` : 'has the wrong form')
}

/** The part of a schema that a complaint is about. */
const partAt = (schema: TSchema, { schemaPath }: Pick<Complaint, 'schemaPath'>): { description?: string } =>
  schemaPath
    .split('/')
    .slice(1)
    .reduce<Record<string, unknown>>((part, step) => (part[step] ?? {}) as Record<string, unknown>, { ...schema })

/** Whether the only thing wrong is that a list of URLs is too long. */
export const tooManyUrls = (issues: Issue[]): boolean =>
  issues.some((issue) => issue.message === `must not have more than ${MAX_URLS} items`)

/**
 * Reads text (queries, paths, forms) as the schema means it: "5" is 5 where a number is wanted, blank is absent, a
 * ticked box is true. What does not read stays text, for the parser to refuse by name.
 */
export function fromText(schema: TObject, given: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null)
  for (const [name, text] of Object.entries(given)) {
    if (typeof text !== 'string') out[name] = text
    else if (text.trim() !== '')
      out[name] = readText(Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined, text)
  }
  return { ...out }
}

function readText(schema: unknown, text: string): unknown {
  const types = typesOf(schema)
  if ((types.has('integer') || types.has('number')) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.has('boolean')) {
    if (/^(true|1|on|yes)$/i.test(text)) return true
    if (/^(false|0|off|no)$/i.test(text)) return false
  }
  if (types.has('array') && !types.has('string'))
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean)
  return text
}

function typesOf(schema: unknown): Set<string> {
  const { type, anyOf } = (schema ?? {}) as { type?: string; anyOf?: unknown[] }
  return new Set([...(type ? [type] : []), ...(anyOf ?? []).flatMap((branch) => [...typesOf(branch)])])
}

export type Trim = (value: unknown) => unknown

/**
 * Compiles the way out: only what the schema names leaves, so that a new column can never leak. Rows are read as they
 * lie in the database: 0 and 1 where the schema says boolean, JSON text where it says object or array.
 */
export function trimmer(schema: TSchema): Trim {
  const { type, properties, items, anyOf, additionalProperties } = schema as unknown as {
    type?: string
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
    additionalProperties?: TSchema | boolean
  }
  if (anyOf) return trimUnion(anyOf)
  if (type === 'boolean') return (value) => (value === 1 ? true : value === 0 ? false : value)
  if (type === 'array' && items) {
    const trim = trimmer(items)
    return (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown[]) : (value as unknown[])).map(trim)
  }
  if (type === 'object' && properties && Object.keys(properties).length > 0) return trimObject(properties)
  if (type === 'object' || additionalProperties)
    return (value) => (typeof value === 'string' ? JSON.parse(value) : value)
  return (value) => value
}

function trimObject(properties: Record<string, TSchema>): Trim {
  const fields = Object.entries(properties).map(([name, property]) => {
    const plain = ['string', 'integer', 'number'].includes(String((property as { type?: string }).type))
    return { name, trim: plain ? null : trimmer(property) }
  })
  return (given) => {
    const value = (typeof given === 'string' ? JSON.parse(given) : given) as Record<string, unknown>
    const out: Record<string, unknown> = {}
    for (const { name, trim } of fields) {
      const field = value[name]
      if (field !== undefined) out[name] = trim && field !== null ? trim(field) : field
    }
    return out
  }
}

function trimUnion(branches: TSchema[]): Trim {
  const real = branches.filter((branch) => (branch as { type?: string }).type !== 'null')
  if (real.length !== 1) return (value) => value
  const trim = trimmer(real[0]!)
  return (value) => (value === null ? null : trim(value))
}
