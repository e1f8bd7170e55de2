/** Attributes of a control from the schema of its field: type, limits, choices, title. */
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { sayStored } from '../../../src/kernel/language/say.ts'
import type { Choice } from './field.tsx'

/** The part of a TypeBox (JSON) schema that a form needs. */
export type FieldSchema = {
  type?: string
  title?: string
  description?: string
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  writeOnly?: boolean
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly FieldSchema[]
  items?: FieldSchema
}
export type FormSchema = { properties: Readonly<Record<string, object>>; required?: readonly string[] }

export type Issue = { path: string; message: string }

/** Field of an API issue: `/urls/3` and `urls` are both `urls`. */
export const fieldOf = (issue: Issue): string => issue.path.replace(/^\//, '').split(/[/.[]/)[0] ?? ''

export const errorAt = (issues: readonly Issue[], name: string): string | undefined =>
  issues.find((issue) => fieldOf(issue) === name)?.message

export function inputOf(schema: FieldSchema): Record<string, unknown> {
  if (schema.writeOnly)
    return { type: 'password', autocomplete: 'off', minlength: schema.minLength, maxlength: schema.maxLength }
  if (schema.type === 'integer' || schema.type === 'number') {
    return { type: 'number', step: schema.type === 'integer' ? '1' : 'any', min: schema.minimum, max: schema.maximum }
  }
  const type = { email: 'email', uri: 'url', url: 'url', date: 'date' }[schema.format ?? ''] ?? 'text'
  return { type, minlength: schema.minLength, maxlength: schema.maxLength, pattern: patternOf(schema) }
}

/** Browsers read patterns with the `v` flag, under which some of our patterns are invalid. */
function patternOf({ pattern }: FieldSchema): string | undefined {
  try {
    return pattern && new RegExp(pattern, 'v').source
  } catch {
    return undefined
  }
}

/** Choices of an enum or of a union of literals; null among them is "none". */
export function choicesOf(
  { enum: listed, anyOf = [] }: FieldSchema,
  words: Readonly<Record<string, string>> = {},
): Choice[] | null {
  const branches: readonly FieldSchema[] = listed?.map((word) => ({ const: word })) ?? anyOf
  if (!branches.some((one) => 'const' in one)) return null
  return branches
    .filter((one) => one.const !== null && one.const !== undefined)
    .map(({ const: value, title }) => ({
      value: String(value),
      label: words[String(value)] ?? title ?? worded(String(value)),
    }))
}

/** The title of a field, or its name in words. */
export function titleOf({ properties }: FormSchema, name: string): string {
  const { title, anyOf = [] }: FieldSchema = Object.hasOwn(properties, name) ? properties[name]! : {}
  return title ?? anyOf.find((one) => one.title)?.title ?? worded(name)
}

/** `rate_per_min` is "Rate per min". */
export function worded(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A field that may be null, as its other type. */
export function something(schema: FieldSchema): FieldSchema {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return branches.length === 1 && branches.length < schema.anyOf!.length
    ? { ...branches[0], ...schema, anyOf: undefined }
    : schema
}

/** Labels of choices in the language of the reader. */
export const wordsFor = (to: Reader, words: Words): Words =>
  words && Object.fromEntries(Object.entries(words).map(([value, label]) => [value, sayStored(to, label)]))

type Words = Readonly<Record<string, string>> | undefined
