/** docs/numbers.md says what the screens say, and each function that it names is there. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TSchema } from 'typebox'
import { operations } from '../../src/operations/index.ts'
import { DEFINITIONS } from '../../views/parts/text/glossary.ts'

const ROOT = resolve(import.meta.dir, '../..')
const text = readFileSync(`${ROOT}/docs/numbers.md`, 'utf8')
const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| `(\w+)` in `([^`]+)` \|$/gm)].map(
  ([, number, says, name, file]) => ({ number: number!, says: says!, name: name!, file: file! }),
)

test('each number of the screens has its row, in the same words', () => {
  expect(rows.length).toBeGreaterThan(20)
  const told = rows.map(({ says }) => says)
  for (const says of Object.values(DEFINITIONS)) expect(told).toContain(says)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
})

test.each(rows)('$number is worked out by $name', ({ name, file }) => {
  const source = readFileSync(`${ROOT}/${file}`, 'utf8')
  expect(source).toMatch(new RegExp(`\\b(function|const) ${name}\\b`))
})

test('every function that the text names is in the file that it names', () => {
  for (const [, name, file] of text.matchAll(/`(\w+)`(?: in|,) `((?:src|views)\/[^`]+)`/g))
    expect(readFileSync(`${ROOT}/${file}`, 'utf8')).toMatch(new RegExp(`\\b${name}\\b`))
})

type Node = TSchema & { anyOf?: Node[]; items?: Node; properties?: Record<string, Node> }

/** The schema of a field: lists are those of their items, and a nullable object is the object. */
function fieldOf(schema: Node | undefined, path: readonly string[]): Node | undefined {
  if (!schema) return undefined
  if (schema.anyOf) return schema.anyOf.map((one) => fieldOf(one, path)).find((found) => found)
  if (schema.items) return fieldOf(schema.items, path)
  const [name, ...rest] = path
  return name === undefined ? schema : fieldOf(schema.properties?.[name], rest)
}

const fields = [
  ...text.matchAll(/^\| ([^|]+) \| `([a-z_]+)` \| (`[a-z_0-9.]+`(?: (?:and|by) `[a-z_0-9.]+`)*) \|$/gm),
].map(([, number, operation, told]) => ({ number: number!, operation: operation!, told: told! }))

test('each number has an operation that carries it', () => {
  const numbers = [...text.matchAll(/^\| ([^|]+) \| [^|]+ \| `\w+` in `src\/[^|]+ \|$/gm)].map(([, number]) => number!)
  const told = new Set(fields.map(({ number }) => number))
  expect(numbers.filter((number) => !told.has(number))).toEqual([])
})

test.each(fields)('$number is in $told of $operation', ({ operation, told }) => {
  const output = operations.find(({ name }) => name === operation)?.output as Node | undefined
  for (const [, path] of told.matchAll(/`([^`]+)`/g)) expect(fieldOf(output, path!.split('.'))).toBeDefined()
})
