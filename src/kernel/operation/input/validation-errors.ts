import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import type { Issue } from '../fault.ts'
import { unknownField } from './suggested-name.ts'

// In both patterns no character matches two adjacent parts, so a text of any length is read only once.

/**
 * The pattern of an e-mail address. It excludes the specials of RFC 5322, section 3.2.3, which a mailer would take
 * apart: `a<b@c.example>` would be another spelling of b's address.
 */
export const EMAIL =
  '^[^\\s@<>\\(\\)\\[\\]\\\\,;:"]+@([^\\s@<>\\(\\)\\[\\]\\\\,;:".]+\\.)+[^\\s@<>\\(\\)\\[\\]\\\\,;:".]+\\.?$'
/** The pattern of one line of text that is not blank. */
export const LINE = '^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$'

/** A raw complaint of the validator; one fault can give several. */
export type ValidatorError = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

/** Fields that one refusal names. */
const MOST_ISSUES = 50
// The default stops at 8 complaints, and one field can give several.
Settings.Set({ maxErrors: 4 * MOST_ISSUES })

type Lists = {
  uniqueItems?: boolean
  maxItems?: number
  items?: { enum?: unknown[] }
  properties?: Record<string, TSchema>
  anyOf?: TSchema[]
}

/**
 * The value for the search of faults: a list without duplicates ends with the first item that is one too many. The time in
 * which typebox names duplicates grows with the square of their number. A cut list is as wrong as the whole.
 */
export function withShortLists(schema: TSchema, given: unknown): unknown {
  const { uniqueItems, maxItems, items, properties = {}, anyOf = [] } = schema as Lists
  if (typeof given !== 'object' || given === null) return given
  if (Array.isArray(given))
    return uniqueItems ? given.slice(0, (maxItems ?? items?.enum?.length ?? given.length) + 1) : given
  const value = anyOf.reduce<unknown>((so_far, branch) => withShortLists(branch, so_far), given) as object
  const named = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name))
  const short = named.map(([name, part]) => [name, withShortLists(part, value[name as keyof typeof value])])
  return { ...value, ...Object.fromEntries(short) }
}

/** Names each wrong field once, and says in words for a person which value it needs. */
export function issuesOf(schema: TSchema, complaints: ValidatorError[]): Issue[] {
  const byPath = new Map<string, string>()
  const unions = new Set(complaints.filter((c) => c.keyword === 'anyOf').map((c) => c.instancePath))
  for (const complaint of complaints) {
    // A value that fits no branch because of a nested field is reported at that field.
    const within = `${pathOf(complaint)}.`
    if (complaint.keyword === 'anyOf' && [...byPath.keys()].some((path) => path.startsWith(within))) continue
    for (const [path, message] of readings(schema, complaint, unions)) if (!byPath.has(path)) byPath.set(path, message)
    if (byPath.size >= MOST_ISSUES) break
  }
  return [...byPath].map(([path, message]) => ({ path, message }))
}

const pathOf = ({ instancePath }: ValidatorError): string => instancePath.slice(1).replaceAll('/', '.')

/** typebox reports some faults twice (an unknown field, a union's branches); this names each field once. */
function readings(schema: TSchema, complaint: ValidatorError, unions: Set<string>): [string, string][] {
  const path = pathOf(complaint)
  const { keyword, params, schemaPath } = complaint
  if (keyword === 'required')
    return (params.requiredProperties as string[]).map((name) => [path ? `${path}.${name}` : name, 'is required'])
  if (keyword === 'additionalProperties') return []
  if (keyword === 'boolean')
    return [[path, unknownField(path.slice(path.lastIndexOf('.') + 1), namesBeside(schema, path))]]
  if (keyword === 'type' && unions.has(complaint.instancePath) && schemaPath.includes('/anyOf/')) return []
  if (keyword === 'type' || keyword === 'anyOf' || keyword === 'enum')
    return [[path, `must be ${wish(partAt(schema, schemaPath))}`]]
  if (keyword === 'pattern' || keyword === 'format') return [[path, `must be ${formsAt(schema, schemaPath)}`]]
  return [[path, boundOf(complaint)]]
}

/** The names that an object may have, where a path says which field of it is unknown. */
function namesBeside(schema: TSchema, path: string): string[] {
  const within = path
    .split('.')
    .slice(0, -1)
    .reduce<Lists>((part, step) => part.properties?.[step] ?? {}, schema as Lists)
  return Object.keys(within.properties ?? {})
}

type Part = { type?: string; enum?: unknown[]; anyOf?: Part[]; title?: string; description?: string } & Form
type Form = { pattern?: string; format?: string }

/** The part of a schema that a complaint is about. */
const partAt = (schema: TSchema, schemaPath: string): Part =>
  schemaPath
    .split('/')
    .slice(1)
    .reduce<Record<string, unknown>>((part, step) => (part[step] ?? {}) as Record<string, unknown>, { ...schema })

/** The expected value, from the schema only: the given value may be a secret in the wrong field. */
function wish({ anyOf, ...part }: Part): string {
  return anyOf ? [...new Set(anyOf.map(wish))].join(' or ') : (formOf(part) ?? kindOf(part))
}

/** The formats that a text may have, without "or null". */
function formsAt(schema: TSchema, schemaPath: string): string {
  const union = /^(.*)\/anyOf\/\d+$/.exec(schemaPath)?.[1]
  const { anyOf, ...part } = partAt(schema, union ?? schemaPath)
  return wish({ ...part, anyOf: anyOf?.filter(({ type }) => type !== 'null') })
}

const KINDS: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
}

function kindOf({ type = 'something else', enum: choice, title }: Part): string {
  if (choice) return `one of ${choice.join(', ')}`
  if (type === 'array') return title ? `a list of ${asNoun(title)}` : 'a list'
  return KINDS[type] ?? type
}

/** Forms that need no words of their own where they are asked for. */
const FORMS: Record<string, string> = {
  '\\S': 'text that is not blank',
  [LINE]: 'one line of text that is not blank',
  [EMAIL]: 'an e-mail address such as ada@northwind.example',
  'date-time': 'a moment such as 2026-11-21T09:00:00Z',
  date: 'a day such as 2026-11-21',
}

/** Any other form is what the description of the field says: `A colour such as #0f766e`. */
function formOf({ pattern, format, description }: Part): string | undefined {
  const form = pattern ?? format
  if (form === undefined) return undefined
  if (form.startsWith('^https?://')) return 'an address that begins with http:// or https://'
  return FORMS[form] ?? (description ? asNoun(description) : 'of another form')
}

/** Words that begin a sentence, within one. */
const asNoun = (words: string): string =>
  /^[A-Z][A-Z]/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)

function boundOf({ keyword, params, message }: ValidatorError): string {
  const limit = Number(params.limit)
  if ((keyword === 'minLength' || keyword === 'minItems') && limit === 1) return 'must not be empty'
  if (keyword === 'minimum') return `must be ${limit} or more`
  if (keyword === 'maximum') return `must be ${limit} or less`
  return message
}
