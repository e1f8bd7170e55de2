/** The shapes of operations as the document writes them: named ones once, in `components.schemas`, and referred to. */
import type { TSchema } from 'typebox'
import { nameOf } from '../../kernel/operation/schema-names.ts'

export type Json = Record<string, unknown>

export type Schemas = {
  /** A shape, or the reference to it. */
  of(schema: TSchema): Json
  /** The same, under a name of its own where it has none. */
  as(name: string, schema: TSchema): Json
  /** A schema that is written by hand, under a name. */
  put(name: string, schema: Json): Json
  all(): Json
}

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

/** Every JSON answer: `ok`, and the data or the error. */
export const envelope = (name: 'data' | 'error', schema: Json): Json => ({
  type: 'object',
  required: ['ok', name],
  properties: { ok: { type: 'boolean', const: name === 'data' }, [name]: schema },
})

/** `submit_index_job` as `SubmitIndexJob`. */
export const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())

/** Words for people: they may differ where a named shape is used, and then are beside the reference. */
const WORDS = ['title', 'description', 'default', 'deprecated'] as const

export function createSchemas(): Schemas {
  const known = new Map<string, Json>()
  /** Each named shape as it was given, to tell two of one name apart. */
  const originals = new Map<string, string>()

  const put = (name: string, schema: Json): Json => {
    known.set(name, schema)
    return ref('schemas', name)
  }
  const once = (name: string, original: object, make: () => Json): void => {
    const shape = JSON.stringify(original)
    if (originals.has(name) && originals.get(name) !== shape) throw new Error(`two shapes are called ${name}`)
    if (originals.has(name)) return
    originals.set(name, shape)
    put(name, make())
  }

  function of(schema: TSchema): Json {
    const named = nameOf(schema)
    if (!named) return inline(schema as Json, of)
    const original = (Array.isArray(named.schema) ? { enum: named.schema } : named.schema) as Json
    once(named.name, named.schema, () => inline(original, of))
    const own = WORDS.filter((word) => word in schema && (schema as Json)[word] !== original[word])
    return { ...ref('schemas', named.name), ...Object.fromEntries(own.map((word) => [word, (schema as Json)[word]])) }
  }

  return {
    of,
    as(name, schema) {
      if (nameOf(schema)) return of(schema)
      once(name, schema, () => inline(schema as Json, of))
      return ref('schemas', name)
    },
    put,
    all: () => Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** A shape where it is used; `of` writes its parts. */
function inline(schema: Json, of: Schemas['of']): Json {
  const { anyOf, properties, items, patternProperties, enum: choices, const: only, ...rest } = schema
  if (anyOf) return { ...oneOf((anyOf as TSchema[]).map(of)), ...rest }
  if (properties && Object.keys(properties).length > 0)
    return { ...rest, properties: mapped(properties as Record<string, TSchema>, of) }
  if (items) return { ...rest, items: of(items as TSchema) }
  if (patternProperties)
    return { ...rest, additionalProperties: of(Object.values(patternProperties as Record<string, TSchema>)[0]!) }
  if (choices)
    return { type: (choices as unknown[]).every(Number.isInteger) ? 'integer' : 'string', enum: choices, ...rest }
  if (only !== undefined) return { type: typeof only, const: only, ...rest }
  return rest.type === 'object' && rest.additionalProperties === undefined
    ? { ...rest, additionalProperties: true }
    : rest
}

const mapped = (properties: Record<string, TSchema>, of: Schemas['of']): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, of(one)]))

/** A nullable schema in its shortest form: two types for an inline schema, two branches for a reference. */
function oneOf(branches: Json[]): Json {
  const real = branches.filter((one) => one.type !== 'null')
  if (real.length === branches.length) return { anyOf: real }
  const [only] = real
  if (real.length === 1 && only?.anyOf) return { ...only, anyOf: [...(only.anyOf as Json[]), { type: 'null' }] }
  if (real.length > 1 || !only || '$ref' in only || !only.type) return { anyOf: [...real, { type: 'null' }] }
  const { type, enum: choices, ...rest } = only
  return { type: [type, 'null'].flat(), ...(choices ? { enum: [...(choices as unknown[]), null] } : {}), ...rest }
}
