import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import { written } from '../language/written.ts'
import { millis } from '../time/clock.ts'
import { MONTH } from '../time/periods.ts'
import type { Issue } from './fault.ts'
import { readJson } from './input/json.ts'
import { EMAIL, issuesOf, type ValidatorError, withShortLists } from './input/validation-errors.ts'

/** The most URLs one request may carry; more is 413, not 422. */
export const MAX_URLS = 10_000
/** Bounds of numbers in an input: the database stores them exactly, and their sums stay finite. */
export const MOST = Number.MAX_SAFE_INTEGER
export const MOST_USD = 1_000_000

const MARKS = {
  tenant: '~tenant',
  secret: '~secret',
  zone: '~zone',
  language: '~language',
  offered: '~offered',
  sentence: '~sentence',
} as const

/** A workspace's id. In any input with this shape the workspace must be within the caller's reach (404 otherwise). */
export const TenantId = tenantId('Id of a workspace')
/** For inputs that may leave it out. */
export const OwnTenantId = tenantId('Workspace id; your own unless given')
/** For lists: of one workspace, or of all in reach. */
export const TreeTenantId = tenantId('Id of a workspace, for it alone; unless given, yours and those below it')

export type Fields = Record<string, unknown>
/** An object with fields of its own: no list, no null. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that is shown once or never: kept out of audit and logs, a password box in forms. */
export const Secret = (options: { title: string; minLength?: number; maxLength?: number; description?: string }) =>
  marked(Type.String({ ...options, writeOnly: true }), 'secret')

/** A secret in an answer: given once, never again, never logged. */
export const SecretOnce = (title: string) => marked(Type.String({ title, description: 'Shown once' }), 'secret')

export const Urls = Type.Union(
  [Type.Array(Type.String(), { minItems: 1, maxItems: MAX_URLS }), Type.String({ minLength: 1 })],
  { title: 'URLs', description: 'Full http(s) URLs: a list, or one text such as a CSV export' },
)

export const ReportedMonth = Type.String({ title: 'Month', description: 'Such as 2026-11', pattern: MONTH })
export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })
export const MomentOrDay = Type.Union([Moment, Type.String({ format: 'date' })], {
  description: 'A moment, or a day in UTC',
})
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** A field that may be left out. Documents state its default, the handler applies it (parsing adds nothing). */
export const Defaulted = <T extends TSchema>(schema: T, value: Static<T>) =>
  Type.Optional(Type.With(schema, { default: value }) as T)
export const Email = (title = 'E-mail') => Type.String({ title, pattern: EMAIL, maxLength: 254 })
export const TimeZone = marked(
  Type.String({ title: 'Time zone', description: 'IANA name, such as Europe/Vienna', maxLength: 64 }),
  'zone',
)
/** Only full and half hours, so that a list has every choice. */
export const TimeOfDay = Type.String({
  title: 'Time of day',
  description: 'A full or a half hour in the time zone, such as 07:30',
  pattern: '^([01][0-9]|2[0-3]):[03]0$',
})
/** Only languages that have every text. */
export const Language = marked(
  Type.String({
    title: 'Language',
    description: 'A tag of GET /languages, or one with a region such as de-AT',
    maxLength: 35,
  }),
  'language',
)
/** A sentence that may be stored with its values, which programs read in English. */
export const Sentence = (options: { description?: string } = {}) => marked(Type.String(options), 'sentence')
export const Id = Type.String({ description: 'UUIDv7' })
export const Count = (description?: string) => Type.Integer({ minimum: 0, description })

function tenantId(description: string) {
  return marked(Type.String({ title: 'Workspace', description, maxLength: 64 }), 'tenant')
}

/** Adds a mark that validation, documents and clients do not see: it is not enumerable, and survives `Type.Optional`. */
function marked<T extends TSchema>(schema: T, mark: keyof typeof MARKS): T {
  return Object.defineProperty(schema, MARKS[mark], { value: true })
}

export const isMarked = (schema: unknown, mark: keyof typeof MARKS): boolean =>
  typeof schema === 'object' && schema !== null && MARKS[mark] in schema

/** Names of the properties of an object schema that carry a mark. */
export const markedNames = (schema: TObject, mark: keyof typeof MARKS): string[] =>
  Object.entries(schema.properties).flatMap(([name, property]) => (isMarked(property, mark) ? [name] : []))

// The format allows leap seconds, but the runtime cannot parse them.
const isDateTime = Format.Get('date-time')!
Format.Set('date-time', (text) => isDateTime(text) && !Number.isNaN(millis(text)))

export type Parsed<T> = { value: T; issues: [] } | { value: null; issues: Issue[] }

/** A strict parser, compiled when it is first needed: nothing is coerced, nothing unknown passes, every fault names its field. */
export function parser<T extends TObject>(schema: T): (given: unknown) => Parsed<Static<T>> {
  let compiled: ReturnType<typeof compile> | undefined
  const compile = () => Compile(Type.Object(schema.properties, { additionalProperties: false }))
  return (given) => {
    compiled ??= compile()
    const strict = compiled
    if (strict.Check(given)) return { value: given as Static<T>, issues: [] }
    return { value: null, issues: issuesOf(schema, strict.Errors(withShortLists(schema, given)) as ValidatorError[]) }
  }
}

/** Whether the only thing wrong is that a list of URLs is too long. */
export const tooManyUrls = (issues: Issue[]): boolean =>
  issues.some((issue) => issue.message === `must not have more than ${MAX_URLS} items`)

/**
 * Reads text (queries, paths, forms) as the schema means it: "5" is 5 where a number is wanted, blank is absent, a
 * ticked box is true. Other text stays text, and the parser refuses it by name.
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

/** One value of `fromText`; a list or an object may also be JSON. */
export function readText(schema: unknown, text: string): unknown {
  const types = typesOf(schema)
  const json = JSON_TEXT.test(text) ? jsonIn(text, types) : undefined
  if (json !== undefined) return json
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

const JSON_TEXT = /^\s*(?:\[.*\]|\{.*\})\s*$/s

/** A list or object that is written as JSON, where the schema takes one. */
function jsonIn(text: string, types: ReadonlySet<string>): unknown {
  const { rest, issues } = readJson(new TextEncoder().encode(text))
  if (issues) return undefined
  return types.has(Array.isArray(rest) ? 'array' : 'object') ? rest : undefined
}

export function typesOf(schema: unknown): Set<string> {
  const { type, anyOf } = (schema ?? {}) as { type?: string; anyOf?: unknown[] }
  return new Set([...(type ? [type] : []), ...(anyOf ?? []).flatMap((branch) => [...typesOf(branch)])])
}

export type Trim<T = unknown> = (value: unknown) => T
type Properties = { properties: Record<string, TSchema>; required: readonly string[] | undefined }

/**
 * Compiles the output filter: only fields of the schema are returned, so that a new column cannot leak. It takes rows
 * of the database: 0 and 1 where the schema says boolean, JSON text where it says object or array.
 */
export function trimmer<T extends TSchema>(schema: T): Trim<Static<T>>
export function trimmer(schema: TSchema): Trim {
  const { type, properties, required, items, anyOf, additionalProperties } = schema as unknown as {
    type?: string
    properties?: Record<string, TSchema>
    required?: readonly string[]
    items?: TSchema
    anyOf?: TSchema[]
    additionalProperties?: TSchema | boolean
  }
  if (isMarked(schema, 'sentence')) return written
  if (anyOf) return trimUnion(anyOf)
  if (type === 'boolean') return (value) => (value === 1 ? true : value === 0 ? false : value)
  if (type === 'array' && items) return trimList(isText(items) ? written : trimmer(items))
  if (type === 'object' && properties && Object.keys(properties).length > 0) return trimObject({ properties, required })
  if (type === 'object' || additionalProperties)
    return (value) => (typeof value === 'string' ? JSON.parse(value) : value)
  return unchanged
}

const unchanged: Trim = (value) => value

/** Lists of texts may hold stored sentences. */
const isText = (items: { type?: string; enum?: unknown }): boolean => items.type === 'string' && !items.enum

/** Most lists in columns are empty, so these share one list. */
const NONE: readonly unknown[] = Object.freeze([])

/** Null is an empty list here: queries select `nullif(column, '[]')`, so that SQLite builds no text for it. */
const trimList =
  (trim: Trim): Trim =>
  (value) => {
    if (value === null || value === '[]') return NONE
    const list = (typeof value === 'string' ? JSON.parse(value) : value) as unknown[] | undefined
    return list?.map(trim)
  }

/** Compiled at first use, like the parser. */
function trimObject(schema: Properties): Trim {
  let trim: Trim | undefined
  return (given) => {
    trim ??= writeTrim(schema)
    return given == null ? given : trim(typeof given === 'string' ? JSON.parse(given) : given)
  }
}

/**
 * Generates code with each property name, since a loop over the names takes eight times as long: a literal of the
 * required fields, then the optional ones.
 */
function writeTrim({ properties, required = [] }: Properties): Trim {
  const trims: Trim[] = []
  const fields = Object.entries(properties).map(([name, property]) => {
    const [key, trim] = [JSON.stringify(name), trimmer(property)]
    const field = `value[${key}]`
    const trimmed = trim === unchanged ? field : `trim${trims.push(trim) - 1}(${field})`
    return { key, field, trimmed, always: required.includes(name) }
  })
  const literal = fields.filter(({ always }) => always).map(({ key, trimmed }) => `${key}: ${trimmed}`)
  const others = fields
    .filter(({ always }) => !always)
    .map(({ key, field, trimmed }) => `if (${field} !== undefined) out[${key}] = ${trimmed}`)
  const body = `return (value) => { const out = { ${literal.join(', ')} }; ${others.join('; ')}; return out }`
  return new Function(...trims.map((_, n) => `trim${n}`), body)(...trims)
}

function trimUnion(branches: TSchema[]): Trim {
  const real = branches.filter((branch) => (branch as { type?: string }).type !== 'null')
  const trim = real.length === 1 ? trimmer(real[0]!) : unchanged
  return trim === unchanged ? unchanged : (value) => (value === null ? null : trim(value))
}
