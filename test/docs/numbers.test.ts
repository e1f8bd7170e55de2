/** docs/numbers.md says what the screens say, and each function that it names is there. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { MEANS } from '../../views/parts/means.ts'

const ROOT = resolve(import.meta.dir, '../..')
const text = readFileSync(`${ROOT}/docs/numbers.md`, 'utf8')
const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| `(\w+)` in `([^`]+)` \|$/gm)].map(
  ([, number, says, name, file]) => ({
    number: number!,
    says: says!,
    name: name!,
    file: file!,
  }),
)

test('each number of the screens has its row, in the same words', () => {
  expect(rows.length).toBeGreaterThan(20)
  const told = rows.map(({ says }) => says)
  for (const says of Object.values(MEANS)) expect(told).toContain(says)
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
