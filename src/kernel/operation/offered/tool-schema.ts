/** Reduces JSON Schema to the parts a model needs: names, types, choices, bounds and one description each. */
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
  additionalProperties?: boolean
}

/** A bound far beyond any sensible value is left out. */
const FAR = 1_000_000

/** An input. `words` replace its description. Lower bounds 0 and 1 and trivial defaults are left out. */
export function inputForModels(given: object, words?: string): Schema {
  const { schema, nullable } = withoutNull(given as Schema)
  const described = (given as Schema).description ?? schema.description
  const usual = (given as Schema).default ?? schema.default
  const branches = (schema.anyOf ?? [schema]).map(branchForModels)
  // Leaving every field out of an object says the same as null, and strict schemas take no optional fields in an anyOf.
  if (nullable && !schema.properties) branches.push({ type: 'null' })
  const [first, ...others] = branches.filter((one, at) => branches.findIndex((other) => same(one, other)) === at)
  const describedFirst = defined({
    ...first,
    default: usual === false || usual === schema.minimum ? undefined : usual,
    description: words ?? described,
  })
  // Gemini and OpenAI's strict mode refuse keywords beside anyOf, so they are in its first branch.
  return others.length ? { anyOf: [describedFirst, ...others] } : describedFirst
}

function branchForModels(schema: Schema): Schema {
  const { minimum, maximum, minItems, maxItems, items } = schema
  return defined({
    ...kindOf(schema),
    ...(schema.properties ? fieldsOf(schema) : {}),
    items: items && branchForModels(items),
    minimum: minimum === 0 || minimum === 1 ? undefined : near(minimum),
    maximum: near(maximum),
    minItems,
    maxItems,
  })
}

const fieldsOf = ({ properties = {}, required }: Schema): Schema => ({
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, branchForModels(withoutNull(field).schema)]),
  ),
  ...(required?.length ? { required } : {}),
  additionalProperties: false,
})

/** The schema of an answer: its most useful fields. The answer may have others. */
export function outputForModels(given: object, brief?: readonly string[]): Schema {
  const { properties = {} } = given as Schema
  const shown = Object.entries(properties).filter(
    ([name, { type }]) => !brief || brief.includes(name) || type === 'array' || name === 'total',
  )
  const entries = shown.map(([name, schema]) => [name, ROWS.has(name) ? rowsOf(schema, brief) : answerOf(schema)])
  return { type: 'object', properties: Object.fromEntries(entries) }
}

/** Names of the fields with an answer's rows. */
const ROWS = new Set(['items', 'urls', 'results', 'recent'])

function rowsOf(given: Schema, brief?: readonly string[]): Schema {
  const names = Object.keys(given.items?.properties ?? {}).filter((name) => !brief || brief.includes(name))
  if (names.length === 0) return { type: 'array' }
  return { type: 'array', items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) } }
}

function answerOf(given: Schema): Schema {
  const { schema, nullable } = withoutNull(given)
  const { type } = kindOf(schema)
  if (!type) return {}
  return { type: nullable ? [type, 'null'].flat() : type }
}

function kindOf({ type, enum: choice, const: only }: Schema): Schema {
  const [word = only] = choice ?? []
  return defined({ type: type ?? (word === undefined ? undefined : typeof word), enum: choice, const: only })
}

/** A choice between one thing and null, as that thing. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (!schema.anyOf || branches.length === schema.anyOf.length) return { schema, nullable: false }
  return branches.length === 1
    ? { schema: branches[0]!, nullable: true }
    : { schema: { ...schema, anyOf: branches }, nullable: true }
}

const same = (a: Schema, b: Schema): boolean => JSON.stringify(a) === JSON.stringify(b)

const near = (bound: number | undefined): number | undefined =>
  bound === undefined || Math.abs(bound) > FAR ? undefined : bound

const defined = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
