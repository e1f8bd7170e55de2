/**
 * Bad input never gives a 5xx. Requests made from each operation's schema, one in four broken, and a corpus of input
 * that has broken programs before. `FUZZ_SEED` and `FUZZ_RUNS` make another, or a longer, run; `FUZZ_AGAINST=binary` asks the executable.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { withoutBlanks } from '../../src/kernel/operation/input/forgiving.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { asksEstimate, spends } from '../../src/kernel/operation/spending.ts'
import { operations } from '../../src/operations/index.ts'
import { tally } from '../e2e/tally.ts'
import { openCast, openInstalled } from './cast.ts'
import { type Document, readDocument } from './document.ts'
import { forEachOperation } from './each.ts'
import { inputFor } from './generate.ts'
import { NASTY_BODIES, NASTY_QUERIES, NASTY_TEXT } from './nasty.ts'
import { type Answered, ask, exampleOf, type Input, pathOf, send, takesBody } from './request.ts'
import type { Credential } from './seed-cast.ts'
import { readingsOf, type Schema } from './violations.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_102)
const numRuns = Number(process.env.FUZZ_RUNS ?? 2)
/**
 * A change is judged by each sixth text in one field and each second bad query and body of each operation, in turn; the
 * long run by each in every field, and all of them.
 */
const EVERY_FIELD = 'FUZZ_RUNS' in process.env
const against = process.env.FUZZ_AGAINST === 'binary' ? 'binary' : 'process'
console.log(`Fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns} FUZZ_AGAINST=${against}`)
/** A hang is found all the same; a slow machine is none. */
setDefaultTimeout(against === 'binary' ? 600_000 : 120_000)

type Asked = Awaited<ReturnType<typeof openCast | typeof openInstalled>>
let cast: Asked
let document: Document
let ids: string[]
let asked = 0
beforeAll(async () => {
  cast = await (against === 'binary' ? openInstalled() : openCast())
  document = await readDocument(cast)
  ids = cast.ids()
  if (against === 'binary') void watch()
})
afterAll(async () => {
  watching = false
  await cast.close()
  tally({ requests: asked })
  expect(unanswered).toBe(0)
})
beforeEach(() => cast.reset())

/** The executable goes on answering whatever it is asked meanwhile. */
let [watching, unanswered] = [true, 0]
async function watch(): Promise<void> {
  for (; watching; await Bun.sleep(250)) {
    const { url } = cast
    const alive = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    // One that gave way to a fresh process was not asked.
    if (watching && url === cast.url && alive?.status !== 200) unanswered += 1
  }
}

const who = ({ role }: AnyOperation): Credential => (role === 'platform' ? cast.platform : cast.northwind.owner)

/** What must never stand in an answer: traces, SQL's own words, paths of the program. */
const LEAK = /SQLITE_|node_modules|\.tsx?:\d+|\bat [\w.<>]+ \(|UNIQUE constraint|no such (table|column)/

/** Outside, the addresses that an input names lead nowhere, and the operations that follow them say so. */
const leadsNowhere = ({ json }: Answered): boolean =>
  against === 'binary' && json?.error?.code === 'upstream_unavailable'

/** An order that is asked with `estimate`, as tools do, answers as its estimate does. */
const answering = (operation: AnyOperation, { json }: Answered): AnyOperation =>
  spends(operation) && asksEstimate(json?.data)
    ? operations.find(({ path }) => path === `${operation.path}/estimate`)!
    : operation

function wrongWith(operation: AnyOperation, answer: Answered, input?: Input): string[] {
  asked += 1
  const found = document.faultsOf(answering(operation, answer), answer)
  if (answer.status >= 500 && !leadsNowhere(answer)) found.push(`${answer.status}: ${answer.text}`)
  if (LEAK.test(answer.text)) found.push(`leaks: ${LEAK.exec(answer.text)![0]}`)
  if (answer.status === 200 && input && !document.accepts(operation, asRead(operation, input)))
    found.push('accepts what breaks its schema')
  return found
}

describe('made from the schema of', () => {
  forEachOperation()(
    '%s: no request is a bug, an undocumented answer, or let in against its schema',
    async (_, operation) => {
      const request = inputFor(operation, ids)
      const property = fc.asyncProperty(request, async ({ input, body }) => {
        const answer = await ask(cast, operation, who(operation), input, body)
        if (usesUp(operation, answer)) await cast.reset()
        const wrong = wrongWith(operation, answer, body === undefined ? input : undefined)
        if (wrong.length) throw new Error(wrong.join('\n'))
      })
      await fc.assert(property, { seed, numRuns })
    },
  )
})

test.each([
  ['update_deploy_hook', { id: 'dph_bakery', standing_push_id: '' }, 422],
  ['create_deploy_hook', { name: ' ', mode: 'standard', tenant_id: 'ten_bakery', hosts: ['bakery.example'] }, 422],
  ['update_standing_push', { id: 'stp_bakery', name: '\ufeff' }, 422],
  ['list_client_months', { month: '2030-10' }, 404],
  ['create_standing_push', { address: 'https://bakery.example/sitemap.xml', baseline: false }, 409],
])('%s answers %j, which long runs found, as the document says', async (name, input, status) => {
  const operation = operations.find((one) => one.name === name)!
  const answer = await ask(cast, operation, who(operation), input)
  expect(wrongWith(operation, answer, input)).toEqual([])
  // The executable cannot reach the source, and refuses it for that.
  if (against === 'process') expect(answer.status).toBe(status)
})

/** Whether later requests would only find that there is nothing left to do, or nobody to do it. */
const usesUp = ({ method }: AnyOperation, { status }: Answered): boolean =>
  status === 401 || status === 409 || (method === 'DELETE' && status === 200)

/** The input as an address carries it: everything is text, and what is blank is absent. */
function asRead(operation: AnyOperation, input: Input): Input {
  // A blank text where an option may be left out is as if it were not there.
  const given = takesBody(operation) ? (withoutBlanks(operation, input) as Input) : input
  const entries = Object.entries(given).flatMap(([name, value]) => {
    if (takesBody(operation) && !operation.path_names.includes(name)) return [[name, value]]
    const schema = (operation.input.properties as Record<string, Schema>)[name]
    const readings = readingsOf(value)
    return readings.length ? [[name, (schema && document.pick(schema, readings)) ?? readings[0]]] : []
  })
  return Object.fromEntries(entries)
}

/** Whether text of one's own may stand there; what other fields make of text is tested with the rules of input. */
const takesText = ({ type, enum: words, items, anyOf }: Schema): boolean =>
  (type === 'string' && !words) || (items !== undefined && takesText(items)) || (anyOf?.some(takesText) ?? false)

describe('the corpus of bad input', () => {
  forEachOperation()('finds no bug in a field of %s', async (_, operation) => {
    const fields = Object.entries((operation.input as Schema).properties!).filter(([, schema]) => takesText(schema))
    const wrong: unknown[] = []
    const texts = [...NASTY_TEXT.entries()].filter(
      ([n]) => EVERY_FIELD || (n + operations.indexOf(operation)) % 6 === 0,
    )
    for (const [n, text] of texts)
      for (const [name, { type }] of EVERY_FIELD ? fields : fields.slice(n % fields.length, (n % fields.length) + 1)) {
        if (operation.path_names.includes(name) && text.trim() === '') continue
        const input = { ...exampleOf(operation), [name]: type === 'array' ? [text] : text }
        const answer = await ask(cast, operation, who(operation), input)
        if (answer.status === 401) await cast.reset()
        wrong.push(...wrongWith(operation, answer, input).map((fault) => [name, text.slice(0, 100), fault]))
      }
    expect(wrong).toEqual([])
  })

  forEachOperation()('finds no bug in the query or the body of %s', async (_, operation) => {
    const address = cast.url + pathOf(operation, exampleOf(operation))
    const { method } = operation
    const headers = { ...who(operation), 'content-type': 'application/json' }
    const inTurn = (all: readonly string[]) =>
      all.filter((_, n) => EVERY_FIELD || (n + operations.indexOf(operation)) % 2 === 0)
    const answers: [string, Answered][] = []
    for (const query of inTurn(takesBody(operation) ? NASTY_QUERIES.slice(0, 3) : NASTY_QUERIES))
      answers.push([query, await send(`${address}?${query}`, { method, headers: who(operation) })])
    for (const body of takesBody(operation) ? inTurn(NASTY_BODIES) : [])
      answers.push([body, await send(address, { method, headers, body })])
    expect(answers.flatMap(([what, answer]) => wrongWith(operation, answer).map((fault) => [what, fault]))).toEqual([])
  })

  forEachOperation(operations.filter(takesBody))('%s takes JSON alone', async (_, operation) => {
    const address = cast.url + pathOf(operation, exampleOf(operation))
    const before = cast.rows()
    const body = JSON.stringify(exampleOf(operation))
    const kinds: [Credential, BodyInit][] = [
      [{ 'content-type': 'text/plain' }, body],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'],
      [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, Bun.gzipSync(body)],
      [{}, new FormData()],
    ]
    for (const [headers, sent] of kinds) {
      const answer = await send(address, {
        method: operation.method,
        headers: { ...who(operation), ...headers },
        body: sent,
      })
      expect([headers, answer.status, wrongWith(operation, answer)]).toEqual([headers, 415, []])
    }
    expect(cast.rows()).toBe(before)
  })
})
