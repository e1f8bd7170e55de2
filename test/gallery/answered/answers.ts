/** Example answers with the worst that people type, and lists with a row for each word of an enum. */
import { Value } from 'typebox/value'
import { exampleAnswer } from '../../../src/doors/docs/example-answers.ts'
import { exampleId } from '../../../src/kernel/operation/offered/example-ids.ts'
import type { AnyOperation } from '../../../src/kernel/operation/operation.ts'
import { ARABIC, LONG } from '../../torture/names.ts'
import { CAST } from '../../world.ts'
import { NASTY } from '../samples.ts'
import { RESULT_TOTALS, RESULTS } from './states.ts'

type Schema = {
  type?: string
  enum?: readonly unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  maxLength?: number
}
type Row = Record<string, unknown>

export type Answer = (operation: AnyOperation, input: Row) => unknown

const ROWS = 8
/** Fields that people write, and what other servers say. */
const TYPED =
  /^(name|note|notes|message|reason|comment|contact|created_by|actor|last_error|error|explanation|suggested|place)$|_(name|note|error)$/

/** A case about a report is named by its month. */
const DAY = /^\d{4}-\d\d/

/** The data of an operation's example; the people and workspaces of the examples are those of the cast. */
function answerOf({ name }: AnyOperation): unknown {
  const answer = exampleAnswer(name) as { data: unknown } | string | undefined
  if (typeof answer !== 'object') return answer
  const words = [...Object.values(CAST).map(({ tenant_id }) => tenant_id), ...Object.values(CAST).map(({ id }) => id)]
  return JSON.parse(words.reduce((text, word) => text.replaceAll(exampleId(word), word), JSON.stringify(answer.data)))
}

/** Typed fields in turn with markup, as they were, and too long for any column. */
export const hostile: Answer = (operation, input) => {
  const known = made.get(operation.name) ?? worse(answerOf(operation), operation.output as Schema, '', 0)
  const fit = fitting(operation, input)
  if (made.has(operation.name) && fit === undefined) return known
  made.set(operation.name, known)
  return whole(operation, over(known, fit))
}

const made = new Map<string, unknown>()

/** Answers that the operation cannot give draw pages that nobody sees. */
function whole(operation: AnyOperation, answer: unknown): unknown {
  const issue = Value.Errors(operation.output, answer)[0]
  if (issue && answer !== undefined)
    throw new TypeError(`${operation.name} never answers this: ${JSON.stringify(issue)}`)
  return answer
}

/** Where the example answers another question than the page asks. */
function fitting({ name }: AnyOperation, { ids }: Row): unknown {
  if (name === 'get_workspace_facts')
    return {
      workspaces: String(ids)
        .split(',')
        .map((id) => ({ id })),
    }
  return name === 'get_results' ? { ...RESULT_TOTALS, rows: RESULTS, usual: 0.5 } : undefined
}

function worse(value: unknown, schema: Schema | undefined, name: string, n: number): unknown {
  const shape = schema?.anyOf?.find((one) => fits(value, one)) ?? schema
  if (!shape || shape.enum) return value
  if (typeof value === 'string')
    return TYPED.test(name) && !DAY.test(value) ? typed(value, n).slice(0, shape.maxLength) : value
  if (Array.isArray(value)) return rowsOf(value, shape.items, name)
  if (!isRow(value)) return value
  const fieldOf = (key: string) => shape.properties?.[key] ?? Object.values(shape.patternProperties ?? {})[0]
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, worse(one, fieldOf(key), key, n)]))
}

const typed = (value: string, n: number): string => [NASTY, value, LONG, ARABIC][n % 4]!

function rowsOf(rows: unknown[], schema: Schema | undefined, name: string): unknown[] {
  const [first] = rows
  if (!isRow(first)) return rows
  // Days are as many as there are, and a link is reserved once.
  if (!('id' in first || 'uid' in first) || name === 'ledger') return rows.map((row, n) => worse(row, schema, name, n))
  return Array.from({ length: Math.max(rows.length, ROWS) }, (_, n) => {
    const row = worse(rows[n % rows.length], schema, name, n) as Row
    return n < rows.length ? row : { ...row, ...wordsAt(row, schema, n), ...identity(row, n) }
  })
}

const wordsAt = (row: Row, schema: Schema | undefined, n: number): Row =>
  Object.fromEntries(
    Object.entries(schema?.properties ?? {}).flatMap(([key, one]) => {
      const words = [one, ...(one.anyOf ?? [])].find((part) => part.enum)?.enum
      return words && row[key] !== null && key !== 'kind' ? [[key, words[n % words.length]]] : []
    }),
  )

const identity = (row: Row, n: number): Row =>
  Object.fromEntries(
    ['id', 'uid'].flatMap((name): [string, unknown][] => {
      const known = row[name]
      if (typeof known === 'number') return [[name, known + n]]
      return typeof known === 'string' ? [[name, `${known.slice(0, -2)}${n + 10}`]] : []
    }),
  )

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

function fits(value: unknown, { type, enum: words }: Schema): boolean {
  if (words) return words.includes(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null' || value === null) return type === 'null' && value === null
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** The answer of an install in which nothing has happened: all lists are empty. */
export const nothing: Answer = (operation) => {
  const empty = (key: string, value: unknown) => (Array.isArray(value) ? [] : key === 'total' ? 0 : value)
  return JSON.parse(JSON.stringify(answerOf(operation) ?? null, empty))
}

/** The hostile answers with these in place of some of their fields. */
export const changed =
  (changes: Record<string, object>): Answer =>
  (operation, input) =>
    whole(operation, over(hostile(operation, input), changes[operation.name]))

function over(value: unknown, change: unknown): unknown {
  if (change === undefined) return value
  if (Array.isArray(change))
    return change.map((one, n) => over(Array.isArray(value) ? (value[n] ?? value[0]) : {}, one))
  if (!isRow(change) || !isRow(value)) return change
  return { ...value, ...Object.fromEntries(Object.entries(change).map(([key, one]) => [key, over(value[key], one)])) }
}
