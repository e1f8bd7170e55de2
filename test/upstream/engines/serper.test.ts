import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Engine } from '../../../src/domains/checks/engine.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { type SerperStandIn, serper } from '../../upstreams/serper.ts'

const KEY = 'serper-51ce'
const now = () => '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal
const order = (url: string) => ({ ref: 'chk_1', url })

let server: SerperStandIn
let engine: Engine

const connect = (api_key = KEY, timeout_ms?: number): Engine =>
  engineAdapters
    .get('serper')!
    .create(
      { adapter: 'serper', base_url: server.url, api_key },
      { clock: { now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
    )

beforeEach(() => {
  server = serper({
    now,
    api_key: KEY,
    results: (query) => {
      if (query === 'site:in.example/a') return ['https://in.example/a/more', 'http://www.in.example/a/']
      return query === 'site:in.example/page' ? ['https://in.example/page-2'] : []
    },
  })
  engine = connect()
})
afterEach(() => server.stop())

test('a look is one search for the site, answered at once', async () => {
  expect(await engine.look([order('https://in.example/a#top')], patient)).toMatchObject([
    {
      ref: 'chk_1',
      state: 'seen',
      sighting: {
        indexed: 'yes',
        method: 'search_result',
        evidence: expect.stringContaining('http://www.in.example/a/'),
        cost_usd: 0.001,
      },
    },
  ])
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({ method: 'POST', path: '/search', headers: { 'x-api-key': KEY } })
  expect(server.received[0]!.json).toEqual({
    q: 'site:in.example/a',
    gl: 'us',
    hl: 'en',
    location: 'United States',
    num: 10,
  })
  expect(server.balance).toBe(2499)
})

test('a longer address is no proof, and neither is nothing: both are a no', async () => {
  const answers = await engine.look([order('https://in.example/page'), order('https://out.example/')], patient)
  expect(answers).toMatchObject([
    { state: 'seen', sighting: { indexed: 'no' } },
    { state: 'seen', sighting: { indexed: 'no' } },
  ])
})

test.each([
  ['no list', {}, 'unknown'],
  ['null for a list', { organic: null }, 'unknown'],
  ['an empty list', { organic: [] }, 'no'],
  ['an entry without a title', { organic: [{ link: 'https://in.example/a', title: null }] }, 'yes'],
  ['entries that are none', { organic: [null, { link: null }, { link: 'https://in.example/a' }] }, 'yes'],
  ['another page and an entry without an address', { organic: [{ link: 'https://in.example/b' }, {}] }, 'unknown'],
] as const)('an answer with %s is judged by what can be read', async (_, found, indexed) => {
  server.fail({ status: 200, body: { searchParameters: {}, credits: 1, ...found } })
  expect(await engine.look([order('https://in.example/a')], patient)).toMatchObject([
    { state: 'seen', sighting: { indexed, cost_usd: 0.001, units: 1 } },
  ])
})

test.each([
  [{ status: 400, body: { message: 'Bad query' } }, 'invalid'],
  [{ status: 400, body: { message: 'Not enough credits', statusCode: 400 } }, 'quota'],
  [{ status: 403, body: { message: 'Unauthorized.' } }, 'auth'],
  [{ status: 429, body: { message: 'Slow down' } }, 'rate'],
  [{ status: 500 }, 'transient'],
  ['html', 'unknown'],
  ['garbage', 'unknown'],
  ['empty', 'unknown'],
] as const)('an answer of %j is no verdict: %s', async (fault, failure) => {
  server.fail(fault, 1, /search/)
  expect(await engine.look([order('https://in.example/a')], patient)).toMatchObject([{ state: 'failed', failure }])
})

test('an answer that never comes may have been charged', async () => {
  server.fail('lost')
  expect(await connect(KEY, 100).look([order('https://in.example/a')], patient)).toMatchObject([
    { state: 'failed', failure: 'unknown' },
  ])
})

test('429 is quota when the account has nothing left, and rate when it cannot be asked', async () => {
  server.balance = 0
  expect(await engine.look([order('https://in.example/a')], patient)).toMatchObject([{ failure: 'quota' }])
  server.fail({ status: 429 }, 2, /search/)
  expect(await engine.look([order('https://in.example/a')], patient)).toMatchObject([{ failure: 'quota' }])
  server.fail({ status: 500 }, 1, /account/)
  expect(await engine.look([order('https://in.example/a')], patient)).toMatchObject([{ failure: 'rate' }])
})

test('a free account, which may not search by operators, is refused with the words of Serper', async () => {
  server.free = true
  expect(await engine.look([order('https://in.example/a')], patient)).toMatchObject([
    { failure: 'auth', message: expect.stringContaining('answered 400: Query pattern not allowed for free accounts.') },
  ])
})

test('ten other pages are no proof of absence', async () => {
  server.fail({
    status: 200,
    body: {
      searchParameters: {},
      organic: Array.from({ length: 10 }, (_, i) => ({ link: `https://many.bakery.example/p${i}` })),
      credits: 1,
    },
  })
  expect(await engine.look([order('https://many.bakery.example/')], patient)).toMatchObject([
    { state: 'seen', sighting: { indexed: 'unknown', cost_usd: 0.001 } },
  ])
})

test('one failed look does not stop the others', async () => {
  server.fail({ status: 500 })
  const answers = await engine.look([order('https://in.example/a'), order('https://in.example/a')], patient)
  expect(answers).toMatchObject([{ state: 'failed' }, { state: 'seen' }])
})

test('the report tells the credits under either name, never throws, and never shows the key', async () => {
  expect(await engine.report(patient)).toEqual({
    ok: true,
    message: 'Serper: 2500 credits left',
    balance: { amount: 2500, unit: 'credits' },
    limits: { per_minute: 3000 },
  })
  server.fail({ status: 200, body: { credits: 12 } })
  expect(await engine.report(patient)).toMatchObject({ ok: true, balance: { amount: 12 } })
  server.fail({ status: 403, body: { message: `Key ${KEY} is blocked` } })
  expect(await engine.report(patient)).toEqual({ ok: false, message: 'Serper answered 403: Key [secret] is blocked' })
})
