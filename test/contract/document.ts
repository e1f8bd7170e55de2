/** What `/openapi.json` promises of each operation, as judges of real answers. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import type { Cast } from './cast.ts'
import type { Answered } from './request.ts'

export type Json = { [name: string]: Json } & Json[]

export type Document = {
  json: Json
  /** The part of the document that describes the operation. */
  of(operation: AnyOperation): Json
  /** What is wrong with an answer, in words; empty when it is as documented. */
  faultsOf(operation: AnyOperation, answer: Answered): string[]
  /** Whether the input, path included, fits its schema: judged by Ajv, not by the validator of the product. */
  accepts(operation: AnyOperation, input: unknown): boolean
  /** The first of the values that fits the schema. */
  pick(schema: object, values: unknown[]): unknown
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** JSON Schema 2020-12, strictly: an unknown keyword or format is an error. */
export const createAjv = (): Ajv2020 =>
  new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: false,
    formats: {
      'date-time': (text: string) => MOMENT.test(text) && !Number.isNaN(Date.parse(text)),
      date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
    },
  })

const ajv = createAjv()
const compiled = new Map<string, ValidateFunction>()

/** The judge of a schema. Most are the same for many operations, and one is compiled once for all files of a process. */
export function judgeOf(schema: unknown): ValidateFunction {
  const text = JSON.stringify(schema)
  const judge = compiled.get(text) ?? ajv.compile(JSON.parse(text))
  compiled.set(text, judge)
  return judge
}

export async function readDocument({ url }: Pick<Cast, 'url'>): Promise<Document> {
  const json = (await (await fetch(`${url}/openapi.json`)).json()) as Json
  const judges = new Map<string, ValidateFunction>()
  const judge = (name: string, make: () => unknown): ValidateFunction => {
    const known = judges.get(name) ?? judgeOf(make())
    judges.set(name, known)
    return known
  }
  const of = ({ path, method }: AnyOperation): Json => json.paths![path]![method.toLowerCase()]!
  const responseTo = (operation: AnyOperation, status: number): Json | undefined => {
    const found = of(operation).responses![status]
    return found && (resolved(json, found) as Json)
  }
  return {
    json,
    of,
    faultsOf(operation, answer) {
      const { status } = answer
      const documented = responseTo(operation, status)
      if (!documented) return [`${status} is not documented: ${answer.text.slice(0, 300)}`]
      const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
      const content = documented.content?.[type]
      if (!content) return [`${status} comes as ${type}, which is not documented`]
      if (answer.json === null) return []
      const fits = judge(`${operation.name} ${status}`, () => closed(resolved(json, content.schema!)))
      return fits(answer.json) ? [] : (fits.errors ?? []).map((one) => `${status}${one.instancePath} ${one.message}`)
    },
    accepts(operation, input) {
      const { properties, required = [] } = operation.input
      const schema = { type: 'object', properties, required, additionalProperties: false }
      return judge(`input of ${operation.name}`, () => schema)(input)
    },
    pick: (schema, values) => {
      const fits = judgeOf(schema)
      return values.find((value) => fits(value))
    },
  }
}

/** The same with every `$ref` replaced by what it names. */
export function resolved(document: Json, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => resolved(document, item))
  if (typeof part !== 'object' || part === null) return part
  const { $ref } = part as { $ref?: string }
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, resolved(document, item)]))
  const names = $ref.replace('#/', '').split('/')
  return resolved(
    document,
    names.reduce((found, name) => found[name]!, document),
  )
}

/** The same with every object closed: what the schema does not name must not come. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const out = Object.fromEntries(Object.entries(schema).map(([name, item]) => [name, closed(item)]))
  return 'properties' in out && [out.type].flat().includes('object') ? { additionalProperties: false, ...out } : out
}
