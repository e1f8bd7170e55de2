import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Engine } from '../../../src/domains/checks/engine.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { type SerpApiStandIn, serpApi } from '../../upstreams/serpapi.ts'

const KEY = 'serpapi-0d93'
const now = () => '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal
const order = (url: string) => ({ ref: 'chk_1', url })

let server: SerpApiStandIn
const found: Record<string, string[][]> = {
  'google site:in.example/a': [['https://in.example/a']],
  'google site:in.example/page': [['https://in.example/page-2']],
  'bing url:https://in.example/a': [['https://in.example/a']],
  'bing url:https://late.example/a': [[], ['https://late.example/a']],
  'bing url:https://odd.example/a': [['https://unrelated.example/']],
}

const connect = (adapter: 'serpapi' | 'serpapi_bing', timeout_ms?: number): Engine =>
  engineAdapters
    .get(adapter)!
    .create(
      { adapter, base_url: server.url, api_key: KEY, cost_usd: 0.01 },
      { clock: { now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
    )

beforeEach(() => {
  server = serpApi({ now, api_key: KEY, results: (engine, query, run) => found[`${engine} ${query}`]?.[run] ?? [] })
})
afterEach(() => server.stop())

test.each(['serpapi', 'serpapi_bing'])('%s costs something even if no price was entered', async (adapter) => {
  const context = { clock: { now }, user_agent: 'Signalpost/1' }
  for (const cost_usd of [undefined, 0]) {
    const engine = engineAdapters
      .get(adapter)!
      .create({ adapter, base_url: server.url, api_key: KEY, ...(cost_usd === 0 && { cost_usd }) }, context)
    const [answer] = await engine.look([order('https://in.example/a')], patient)
    expect(answer?.state === 'seen' && answer.sighting.cost_usd).toBeGreaterThan(0)
    expect(engine.billing!.unit_usd).toBeGreaterThan(0)
  }
})

describe('on Google', () => {
  test('a look is one fresh search for the site', async () => {
    const [answer] = await connect('serpapi').look([order('https://in.example/a')], patient)
    expect(answer).toMatchObject({
      ref: 'chk_1',
      state: 'seen',
      sighting: { indexed: 'yes', method: 'search_result', cost_usd: 0.01 },
    })
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({ method: 'GET', path: '/search' })
    expect(server.received[0]!.query).toEqual({
      engine: 'google',
      q: 'site:in.example/a',
      gl: 'us',
      hl: 'en',
      location: 'United States',
      no_cache: 'true',
      api_key: KEY,
    })
    expect(JSON.stringify(answer)).not.toContain(KEY)
  })

  test('finding nothing, or only longer addresses, is a no', async () => {
    const orders = [order('https://out.example/'), order('https://in.example/page')]
    expect(await connect('serpapi').look(orders, patient)).toMatchObject([
      { state: 'seen', sighting: { indexed: 'no' } },
      { state: 'seen', sighting: { indexed: 'no' } },
    ])
  })

  const NOTHING = "Google hasn't returned any results for this query."
  test.each([
    ['no list and no word on it', {}, 'unknown', 2],
    ['null for a list', { organic_results: null }, 'unknown', 2],
    ['no list, since nothing was found', { error: NOTHING }, 'no', 2],
    ['an empty list', { organic_results: [] }, 'no', 2],
    ['an entry without a title', { organic_results: [{ link: 'https://in.example/a', title: null }] }, 'yes', 1],
    ['entries that are none', { organic_results: [null, { link: null }, { link: 'https://in.example/a' }] }, 'yes', 1],
    [
      'another page and an entry without an address',
      { organic_results: [{ link: 'https://in.example/b' }, {}] },
      'unknown',
      1,
    ],
  ] as const)('an answer with %s is judged by what can be read', async (_, found, indexed, units) => {
    server.fail({ status: 200, body: { search_metadata: { status: 'Success' }, ...found } }, units)
    expect(await connect('serpapi').look([order('https://in.example/a')], patient)).toMatchObject([
      { state: 'seen', sighting: { indexed, units } },
    ])
  })

  test.each(['Error', 'Processing', 'Queued'])('a search that ended with status %s is no verdict', async (status) => {
    server.fail({ status: 200, body: { search_metadata: { status }, error: 'We could not get results.' } })
    expect(await connect('serpapi').look([order('https://in.example/a')], patient)).toMatchObject([
      {
        state: 'failed',
        failure: 'transient',
        message: `SerpApi ended the search with ${status}: We could not get results.`,
      },
    ])
  })

  test.each([
    [{ status: 400, body: { error: 'Missing query' } }, 'invalid'],
    [{ status: 401, body: { error: 'Invalid API key' } }, 'auth'],
    [{ status: 403, body: { error: 'Not permitted' } }, 'auth'],
    [{ status: 410 }, 'transient'],
    [{ status: 429, body: { error: 'Throughput' } }, 'rate'],
    [{ status: 500 }, 'transient'],
    [{ status: 503 }, 'transient'],
    ['html', 'unknown'],
    ['garbage', 'unknown'],
    ['empty', 'unknown'],
  ] as const)('an answer of %j is no verdict: %s', async (fault, failure) => {
    server.fail(fault, 1, /search/)
    expect(await connect('serpapi').look([order('https://in.example/a')], patient)).toMatchObject([
      { state: 'failed', failure },
    ])
  })

  test('429 is quota when no searches are left', async () => {
    server.searches_left = 0
    expect(await connect('serpapi').look([order('https://in.example/a')], patient)).toMatchObject([
      { failure: 'quota' },
    ])
  })

  test('an answer that never comes may have been counted', async () => {
    server.fail('lost')
    expect(await connect('serpapi', 100).look([order('https://in.example/a')], patient)).toMatchObject([
      { failure: 'unknown' },
    ])
  })

  test('the report tells the searches left, never throws, and never shows the key of the address', async () => {
    expect(await connect('serpapi').report(patient)).toEqual({
      ok: true,
      message: 'SerpApi: 100 searches left',
      balance: { amount: 100, unit: 'searches' },
    })
    server.fail({ status: 401, body: { error: `Invalid API key: ${KEY}` } })
    expect(await connect('serpapi').report(patient)).toEqual({
      ok: false,
      message: 'SerpApi answered 401: Invalid API key: [secret]',
    })
  })
})

test('an empty list is asked for again without the filter; when that fails, the first search is still booked', async () => {
  server.fail({ status: 200, body: { search_metadata: { status: 'Success' }, organic_results: [] } })
  expect(await connect('serpapi').look([order('https://in.example/a')], patient)).toMatchObject([
    { state: 'seen', sighting: { indexed: 'yes', cost_usd: 0.02, units: 2 } },
  ])
  expect(server.received.map(({ query }) => query.filter)).toEqual([undefined, '0'])
  server.fail({ status: 200, body: { search_metadata: { status: 'Success' }, organic_results: [] } })
  server.fail({ status: 503 })
  expect(await connect('serpapi').look([order('https://in.example/a')], patient)).toMatchObject([
    { state: 'failed', failure: 'transient', cost_usd: 0.01, units: 1 },
  ])
})

describe('on Bing', () => {
  test('an exact match of the url: search is a yes', async () => {
    expect(await connect('serpapi_bing').look([order('https://in.example/a')], patient)).toMatchObject([
      { state: 'seen', sighting: { indexed: 'yes', cost_usd: 0.01 } },
    ])
    expect(server.received[0]!.query).toEqual({ engine: 'bing', q: 'url:https://in.example/a', api_key: KEY })
  })

  test('an empty answer is asked for once more, past the cache', async () => {
    expect(await connect('serpapi_bing').look([order('https://late.example/a')], patient)).toMatchObject([
      { state: 'seen', sighting: { indexed: 'yes', cost_usd: 0.02 } },
    ])
    expect(server.received.map(({ query }) => query.no_cache)).toEqual([undefined, 'true'])
  })

  test.each(['https://never.example/a', 'https://odd.example/a'])(
    'no exact match for %s is unknown, never a no',
    async (url) => {
      expect(await connect('serpapi_bing').look([order(url)], patient)).toMatchObject([
        { state: 'seen', sighting: { indexed: 'unknown' } },
      ])
    },
  )

  test('an answer without a list is asked for once more as well', async () => {
    server.fail({ status: 200, body: { search_metadata: { status: 'Success' } } })
    expect(await connect('serpapi_bing').look([order('https://in.example/a')], patient)).toMatchObject([
      { state: 'seen', sighting: { indexed: 'yes', units: 2 } },
    ])
    expect(server.received.map(({ query }) => query.no_cache)).toEqual([undefined, 'true'])
  })

  test('a failed search is a failure', async () => {
    server.fail({ status: 503 })
    expect(await connect('serpapi_bing').look([order('https://in.example/a')], patient)).toMatchObject([
      { state: 'failed', failure: 'transient' },
    ])
  })
})
