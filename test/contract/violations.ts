/** From an input's schema, every way to break one of its rules, one at a time. */
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { createAjv } from './document.ts'
import { exampleOf, type Input, takesBody, textFor } from './request.ts'

export type Violation = { rule: string; path: string; input: Input }

export type Schema = {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}
/** A value that breaks `rule` of the field at `path` (below the field that is looked at). */
type Break = { rule: string; path: string[]; value: unknown }

/** Words that say nothing about what is valid. */
const SILENT = ['title', 'description', 'default', 'deprecated', 'writeOnly']
/** Rules that are broken here. A schema with any other word fails the tests, so that no rule goes untested. */
const RULES: Record<string, (schema: Schema) => Break[]> = {
  type: ({ type }) =>
    OF_EACH_TYPE.filter(([name]) => name !== type && !(type === 'number' && name === 'fraction')).map(([, value]) =>
      broken('type', value),
    ),
  enum: () => [broken('enum', 'no such word'), broken('enum', ''), broken('enum', 0)],
  minimum: ({ minimum }) => [broken('minimum', minimum! - 1)],
  maximum: ({ maximum }) => [broken('maximum', maximum! + 1)],
  minLength: ({ minLength }) => [broken('minLength', 'x'.repeat(minLength! - 1))],
  maxLength: ({ maxLength }) => [broken('maxLength', 'x'.repeat(maxLength! + 1))],
  pattern: ({ pattern }) => [
    broken(
      'pattern',
      WORDS.find((word) => !new RegExp(pattern!, 'u').test(word)),
    ),
  ],
  format: () => [broken('format', 'yesterday'), broken('format', '2026-02-30')],
  minItems: ({ minItems, items }) => [broken('minItems', Array(minItems! - 1).fill(sample(items!)))],
  maxItems: ({ maxItems, items }) => [broken('maxItems', Array(maxItems! + 1).fill(sample(items!)))],
  uniqueItems: ({ items }) => [broken('uniqueItems', [sample(items!), sample(items!)])],
  items: ({ items }) => breaksOf(items!).map((one) => below('0', one, (value) => [value])),
  properties: (schema) =>
    Object.entries(schema.properties!).flatMap(([name, property]) =>
      breaksOf(property).map((one) => below(name, one, (value) => ({ ...(sample(schema) as Input), [name]: value }))),
    ),
  required: (schema) =>
    schema.required!.map((name) => {
      const { [name]: _, ...rest } = sample(schema) as Input
      return { rule: 'required', path: [name], value: rest }
    }),
  additionalProperties: (schema) => [
    { rule: 'unknown field', path: ['surprise'], value: { ...(sample(schema) as Input), surprise: 1 } },
  ],
  // What breaks one branch and fits no other breaks the union.
  anyOf: ({ anyOf }) => anyOf!.flatMap(breaksOf),
}

const OF_EACH_TYPE: [string, unknown][] = [
  ['null', null],
  ['boolean', true],
  ['fraction', 7.5],
  ['string', 'some text'],
  ['array', [{ a: 1 }]],
  ['object', { a: [1] }],
]
const WORDS = ['', ' ', '!', 'x y', 'x']

/** Every violation of the operation's own input, but for what the path names: a path that names nothing is 404. */
export function violationsOf(operation: AnyOperation): Violation[] {
  const { input, path_names } = operation
  const example = exampleOf(operation)
  const { properties, required = [] } = input as Schema
  const fields = Object.entries(properties!).filter(([name]) => !path_names.includes(name))
  const missing = required.filter((name) => !path_names.includes(name))
  return [
    { rule: 'unknown field', path: 'surprise', input: { ...example, surprise: 1 } },
    ...missing.map((name) => {
      const { [name]: _, ...rest } = example
      return { rule: 'required', path: name, input: rest }
    }),
    ...fields.flatMap(([name, schema]) =>
      rejected(schema, takesBody(operation)).map(({ rule, path, value }) => ({
        rule,
        path: [name, ...path].join('.'),
        input: { ...example, [name]: value },
      })),
    ),
  ].filter((one) => !isLeftOut(operation, one))
}

/** Blanks of options are as left out, except in what changes single fields, and as far as the option takes null. */
function isLeftOut({ input: schema, method, tenant_names }: AnyOperation, { path, input }: Violation): boolean {
  if (/^(PATCH|PUT)$/.test(method) && !tenant_names.includes(path)) return false
  let [part, value, optional] = [schema as Schema, input as unknown, false]
  for (const step of path.split('.')) {
    const within = [part, ...(part.anyOf ?? [])].find(({ properties }) => properties)
    optional = !!within && !within.required?.includes(step)
    part = within?.properties?.[step] ?? part.items ?? {}
    value = (value as Record<string, unknown> | undefined)?.[step]
  }
  return optional && (value === null || (typeof value === 'string' && value.trim() === ''))
}

const ajv = createAjv()

/** Breaks that the schema indeed rejects: in an address everything is text, and blank is absent. */
function rejected(schema: Schema, typed: boolean): Break[] {
  const fits = ajv.compile(structuredClone(schema))
  const readings = (value: unknown): unknown[] => {
    if (typed) return [value]
    return typeof value === 'object' ? [] : readingsOf(value)
  }
  const known = new Set<string>()
  return breaksOf(schema).filter(({ path, value }) => {
    const all = readings(value)
    const name = JSON.stringify([path, value])
    if (all.length === 0 || all.some((one) => fits(one)) || known.has(name)) return false
    known.add(name)
    return true
  })
}

/** What a value may mean as text in an address: nothing when it is blank. */
export function readingsOf(value: unknown): unknown[] {
  const text = textFor(value)
  if (text.trim() === '') return []
  const number = /^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []
  const truth = /^(true|1|on|yes)$/i.test(text) ? [true] : /^(false|0|off|no)$/i.test(text) ? [false] : []
  return [text, ...number, ...truth]
}

function breaksOf(schema: Schema): Break[] {
  return Object.keys(schema)
    .filter((word) => !SILENT.includes(word))
    .flatMap((word) => {
      const rule = RULES[word]
      if (!rule) throw new Error(`no violation is known of the rule "${word}" of a schema`)
      return rule(schema)
    })
}

const broken = (rule: string, value: unknown): Break => ({ rule, path: [], value })

const below = (name: string, { rule, path, value }: Break, around: (value: unknown) => unknown): Break => ({
  rule,
  path: [name, ...path],
  value: around(value),
})

/** Something that fits the schema, the least that does. */
export function sample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0]!)
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties![name]!)]))
  if (schema.type === 'array') return [sample(schema.items!)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') return 'https://bakery.example/'
  return schema.type === 'null' ? null : (schema.minimum ?? 1)
}
