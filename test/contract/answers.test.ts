/** The answers that the document shows are those that the server gives to the examples beside them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { operations } from '../../src/operations/index.ts'
import { type Document, type Json, readDocument } from './document.ts'
import { forEachOperation } from './each.ts'
import { openSamples, type Samples } from './samples.ts'

const FILE = resolve(import.meta.dir, '../../src/doors/docs/example-answers.jsonl')

let samples: Samples
let document: Document
beforeAll(async () => {
  samples = await openSamples()
  document = await readDocument(samples)
})
afterAll(() => samples.close())

const isRefusal = (answer: unknown) => (answer as { ok?: boolean } | null)?.ok === false

/** One operation a line, so that a change of one is a change of one line. A refusal is no example: nothing is stored. */
const update = async () => {
  const answers: [string, unknown][] = []
  for (const operation of operations.filter(({ produces }) => !produces || produces === 'text/csv'))
    answers.push([operation.name, await samples.answerTo(operation)])
  expect(answers.filter(([, answer]) => isRefusal(answer))).toEqual([])
  const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`)
  writeFileSync(FILE, lines.sort().join(''))
}
if (process.env.UPDATE_ANSWERS) test('the answers are written', update, 60_000)

const shown = (content: Json | undefined): unknown => Object.values(content ?? {})[0]?.example

forEachOperation()('%s says what the document shows, or UPDATE_ANSWERS=1 is needed', async (name, operation) => {
  const documented = shown(document.of(operation).responses!['200']!.content)
  const answer = await samples.answerTo(operation)
  // The bytes of a PDF are no example.
  if (operation.produces === 'application/pdf') return expect(String(answer)).toStartWith('%PDF-')
  // Salts and hashes differ each time.
  if (operation.produces === 'application/x-ndjson') return expect(String(answer)).toContain('"complete":false')
  expect([name, answer]).toEqual([name, documented])
  const status = operation.produces ?? 'application/json'
  const headers = new Headers({ 'content-type': status })
  const json = operation.produces ? null : (documented as never)
  expect(document.faultsOf(operation, { status: 200, headers, text: '', json })).toEqual([])
})

test('ids in the examples are ids, and no secret opens anything', () => {
  const text = JSON.stringify(document.json)
  const ids = [...text.matchAll(/"(?:id|uid|sid|[a-z]+_id|example)":"([^"]*)"/g)].map(([, id]) => id!)
  // One is of the test vector of Standard Webhooks.
  const words = ids.filter((id) => /^(?!msg_)[a-z]{3}_/.test(id) || /(ada|ben|vera|northwind|bakery|job)\w*$/.test(id))
  expect([ids.length > 200, words]).toEqual([true, []])
  for (const [, secret] of text.matchAll(/\b[a-z]{3}_([0-9A-Za-z]{38})\b/g)) expect(secret).toBe('x'.repeat(38))
})
