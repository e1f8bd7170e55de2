/** JSON Schema as a model needs it: names, kinds, choices, bounds and one description each. What only forms and documents need goes. */
type Schema = {
  type?: string | string[]
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** A bound that no sensible value comes near is no help. */
const FAR = 1_000_000

/** An input. `words` describe it instead of its own description. That counts begin at 0 or 1, and switches are off, goes without saying. */
export function inputForModels(given: object, words?: string): Schema {
  const { schema, nullable } = withoutNull(given as Schema)
  const { minimum, maximum, minItems, maxItems, items, anyOf } = schema
  const description = words ?? (given as Schema).description ?? schema.description
  const usual = (given as Schema).default ?? schema.default
  return defined({
    ...kindOf(schema, nullable),
    ...(anyOf ? { anyOf: anyOf.map((branch) => withoutWords(inputForModels(branch))) } : {}),
    ...(items ? { items: withoutWords(inputForModels(items)) } : {}),
    minimum: minimum === 0 || minimum === 1 ? undefined : near(minimum),
    maximum: near(maximum),
    minItems,
    maxItems,
    default: usual === false ? undefined : usual,
    description,
  })
}

/** An answer: the fields that say most, of it and of its rows. It may hold others beside them. */
export function outputForModels(given: object, brief?: readonly string[]): Schema {
  const { properties = {} } = given as Schema
  const shown = Object.entries(properties).filter(
    ([name, { type }]) => !brief || brief.includes(name) || type === 'array' || LIST.has(name),
  )
  const told = shown.map(([name, schema]) => [name, ROWS.has(name) ? rowsOf(schema, brief) : answerOf(schema)])
  return { type: 'object', properties: Object.fromEntries(told) }
}

/** Fields of every list, and what the rows that an answer is about are called. */
const LIST = new Set(['total', 'page', 'page_size'])
const ROWS = new Set(['items', 'urls', 'results', 'recent'])

function rowsOf(given: Schema, brief?: readonly string[]): Schema {
  const names = Object.keys(given.items?.properties ?? {}).filter((name) => !brief || brief.includes(name))
  if (names.length === 0) return { type: 'array' }
  return { type: 'array', items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) } }
}

function answerOf(given: Schema): Schema {
  const { schema, nullable } = withoutNull(given)
  const kind = kindOf(schema, false, false)
  return nullable && kind.type ? { type: [kind.type, 'null'].flat() } : kind
}

function kindOf({ type, enum: choice, anyOf, const: only }: Schema, nullable: boolean, choices = true): Schema {
  if (only !== undefined) return { const: only }
  if (choice && choices) return { enum: nullable ? [...choice, null] : choice }
  const known = type ?? (choice ? 'string' : undefined)
  if (!known || anyOf) return {}
  // Some clients translate schemas for models that know no lists of types.
  return nullable ? { anyOf: [...[known].flat(), 'null'].map((type) => ({ type })) } : { type: known }
}

/** A choice between one thing and null, as that thing. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (!schema.anyOf || branches.length === schema.anyOf.length) return { schema, nullable: false }
  return branches.length === 1
    ? { schema: branches[0]!, nullable: true }
    : { schema: { ...schema, anyOf: branches }, nullable: true }
}

const withoutWords = ({ description: _, ...schema }: Schema): Schema => schema

const near = (bound: number | undefined): number | undefined =>
  bound === undefined || Math.abs(bound) > FAR ? undefined : bound

const defined = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
