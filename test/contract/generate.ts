/** Requests out of an operation's input schema: mostly valid, one in four with something wrong in it. */
import fc from 'fast-check'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { NASTY_TEXT, NASTY_VALUES } from './nasty.ts'
import { exampleOf, type Input, takesBody, textFor } from './request.ts'
import type { Schema } from './violations.ts'

/** `body` is sent as it is, in place of the input's own. */
export type Asked = { input: Input; body?: string }

/** Words that may stand for something: `ids` are those of rows that there are. */
export function inputFor(operation: AnyOperation, ids: string[]): fc.Arbitrary<Asked> {
  const { properties, required = [] } = operation.input as Schema
  const example = exampleOf(operation)
  const inPath = (name: string) => operation.path_names.includes(name)
  const fields = Object.entries(properties!).map(([name, schema]) => {
    const made = /^\w?id$|_id$/.test(name) && schema.type === 'string' ? idOf(ids) : madeFrom(schema)
    const value = name in example ? fc.oneof({ weight: 2, arbitrary: fc.constant(example[name]) }, made) : made
    const wanted = required.includes(name) || inPath(name)
    return [name, wanted ? value : fc.option(value, { nil: undefined, freq: 3 })] as const
  })
  const valid = fc.record(Object.fromEntries(fields)).map((input) => ({ input: told(input) }))
  const names = Object.keys(properties!)
  const broken = fc
    .tuple(valid, fc.constantFrom(...names, 'surprise'), fc.constantFrom(...NASTY_VALUES))
    .map(([{ input }, name, value]) => ({ input: { ...input, [name]: inPath(name) ? segment(value) : value } }))
  const odd = valid.chain(({ input }) => fc.json({ maxDepth: 3 }).map((body) => ({ input, body })))
  const strange: fc.Arbitrary<Asked> = takesBody(operation) ? fc.oneof(broken, broken, odd) : broken
  return fc.oneof({ weight: 3, arbitrary: valid as fc.Arbitrary<Asked> }, { weight: 1, arbitrary: strange })
}

const told = (input: Record<string, unknown>): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** One part of a path: never empty, nor one that addresses resolve away. */
const segment = (value: unknown): unknown => (/^\s*\.{0,2}$/.test(textFor(value)) ? 'none' : value)

const idOf = (ids: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('ten_northwind', 'ten_bakery', 'ten_team') },
    fc.constantFrom(...ids),
    fc.constantFrom('nothing-here', '00000000-0000-7000-8000-000000000000'),
  )

function madeFrom(schema: Schema): fc.Arbitrary<unknown> {
  const { type, items, properties = {}, required = [] } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(madeFrom))
  if (type === 'string') return textOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({
      min: Math.max(schema.minimum ?? -1000, -(2 ** 31)),
      max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
    })
  if (type === 'number') return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
  if (type === 'array') return fc.array(madeFrom(items!), { minLength: schema.minItems ?? 0, maxLength: 5 })
  if (type === 'object')
    return fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, madeFrom(one)])), {
      requiredKeys: required,
    })
  return fc.constant(null)
}

const URLS = [
  'https://bakery.example/bread',
  ' https://bakery.example/bread#crust ',
  'bakery.example',
  'https://rival.example/',
]

function textOf({ pattern, format, minLength = 0, maxLength = 10_000 }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return fc.constantFrom('2026-11-02', '2028-02-29')
  if (format) return fc.constantFrom('2026-11-02T09:00:00Z', '2026-11-02T09:00:00.000Z', '9999-12-31T23:59:59.999Z')
  const longest = Math.min(maxLength, 60)
  const any = fc.oneof(
    fc.string({ minLength, maxLength: longest, unit: 'grapheme' }),
    fc.constantFrom(...URLS),
    fc.constantFrom(...URLS, ...NASTY_TEXT),
  )
  const made = pattern ? fc.oneof(fc.stringMatching(new RegExp(pattern)), any) : any
  return made.filter(
    (text) => text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text)),
  )
}
