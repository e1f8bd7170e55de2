/** The engines that answer a search at once and are billed by the search: what they send, and what a lost answer means. */
import { afterEach, describe, expect, test } from 'bun:test'
import type { Engine } from '../../../src/domains/checks/engine.ts'
import type { EngineAdapterName } from '../../../src/domains/checks/shapes.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { searchApi } from '../../upstreams/searchapi.ts'
import type { StandIn } from '../../upstreams/stand-in.ts'
import { traject } from '../../upstreams/traject.ts'
import { xmlRiver } from '../../upstreams/xmlriver.ts'

const KEY = 'key-51ce77'
const USER = '4711'
const now = () => '2026-11-28T09:00:00.000Z'
const patient = new AbortController().signal
const results = (query: string) =>
  /in\.example\/a$/.test(query)
    ? ['https://in.example/a/more', 'http://www.in.example/a/?x=1&y=2', 'http://www.in.example/a/']
    : []

type Account = StandIn & { searches: number }
type Case = { start(): Account; path: string; sent: object; meter: number; words: string }

const trajectCase = (name: string, more: object = {}): Case => ({
  start: () => traject({ now, api_key: KEY, results }),
  path: '/search',
  sent: { q: 'site:in.example/a', gl: 'us', hl: 'en', filter: '0', nfpr: '1', api_key: KEY, ...more },
  meter: 1000,
  words: `${name}: 1000 credits left`,
})
/** Engines with a test file of their own. */
type OwnFile =
  | ('dataforseo' | 'dataforseo_live' | 'serper' | 'serpapi' | 'serpapi_bing')
  | ('bing_webmaster' | 'crawl_supplier' | 'search_console' | 'simulated')
const CASES: Record<Exclude<EngineAdapterName, OwnFile>, Case> = {
  valueserp: trajectCase('ValueSERP'),
  scaleserp: trajectCase('Scale SERP'),
  serpwow: trajectCase('SerpWow', { engine: 'google' }),
  searchapi: {
    start: () => searchApi({ now, api_key: KEY, results }),
    path: '/api/v1/search',
    sent: { engine: 'google', q: 'site:in.example/a', gl: 'us', hl: 'en', filter: '0', nfpr: '1' },
    meter: 1000,
    words: 'SearchApi: 1000 searches left, 2000 an hour',
  },
  xmlriver: {
    start: () => xmlRiver({ now, user: USER, key: KEY, results }),
    path: '/search/xml',
    sent: {
      user: USER,
      key: KEY,
      query: 'site:in.example/a',
      groupby: '10',
      country: '2840',
      lr: 'en',
      filter: '0',
      nfpr: '1',
    },
    meter: 100,
    words: 'XML River: 100 RUB left',
  },
  xmlriver_yandex: {
    start: () => xmlRiver({ now, user: USER, key: KEY, results }),
    path: '/search_yandex/xml',
    sent: { user: USER, key: KEY, query: 'url:in.example/a', groupby: '10', lr: '225' },
    meter: 100,
    words: 'XML River: 100 RUB left',
  },
}

const servers: StandIn[] = []
afterEach(() => servers.splice(0).forEach((server) => void server.stop()))

/** What is sent for Germany, in German, on a phone. */
const GERMAN: Record<string, object> = {
  ...Object.fromEntries(
    ['valueserp', 'scaleserp', 'serpwow', 'searchapi'].map((name) => [name, { gl: 'de', hl: 'de', device: 'mobile' }]),
  ),
  xmlriver: { country: '2276', lr: 'de', device: 'mobile' },
  // Yandex knows regions of its own.
  xmlriver_yandex: { lr: '225' },
}

describe.each(Object.entries(CASES))('%s', (adapter, { start, path, sent, meter, words }) => {
  const begin = (more: { api_key?: string; timeout_ms?: number; cost_usd?: number } = {}) => {
    const server = start()
    servers.push(server)
    const { timeout_ms, ...settings } = more
    const context = { clock: { now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) }
    const engine: Engine = engineAdapters
      .get(adapter)!
      .create({ adapter, base_url: server.url, login: USER, api_key: KEY, ...settings }, context)
    return { server, engine, look: (url: string) => engine.look([{ ref: 'chk_1', url }], patient) }
  }

  test('asks for the search results of a place, and a test asks one question', async () => {
    const { server, engine } = begin()
    const place = { country: 'DE', language: 'de', device: 'mobile' } as const
    await engine.look([{ ref: 'chk_1', url: 'https://in.example/a', place }], patient)
    expect(server.received[0]).toMatchObject({ query: { ...sent, ...GERMAN[adapter] } })
    expect(engine.by_search).toBe(true)
  })

  test('asks one search for each URL, and costs something even if no price was entered', async () => {
    const { server, engine, look } = begin()
    const [found] = await look('https://in.example/a')
    expect(found).toMatchObject({ state: 'seen', sighting: { indexed: 'yes', method: 'search_result' } })
    const { cost_usd = 0, units = 0 } = found?.state === 'seen' ? found.sighting : {}
    expect(cost_usd).toBeGreaterThan(0)
    expect(cost_usd).toBeCloseTo(units * engine.billing!.unit_usd, 9)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({ method: 'GET', path, query: sent })
    expect(await look('https://out.example/b')).toMatchObject([{ state: 'seen', sighting: { indexed: 'no' } }])
    expect(await begin({ cost_usd: 0 }).look('https://in.example/a')).toMatchObject([{ sighting: { cost_usd } }])
    expect(await begin({ cost_usd: 0.5 }).look('https://in.example/a')).toMatchObject([{ sighting: { cost_usd: 0.5 } }])
  })

  test('books an answer that never came, by the meter of the account', async () => {
    const { server, engine, look } = begin({ timeout_ms: 250 })
    const { billing } = engine
    if (billing?.by !== 'meter') throw new Error('has no meter')
    expect((await billing.reading(patient)).left).toBe(meter)
    server.fail('lost', 1, /search/)
    expect(await look('https://in.example/a')).toMatchObject([{ state: 'failed', failure: 'unknown', lost: true }])
    expect((await billing.reading(patient)).left).toBeCloseTo(meter - billing.units, 6)
    server.fail({ status: 500 }, 1, /search/)
    expect((await look('https://in.example/a'))[0]).not.toHaveProperty('lost')
  })

  test('classes a wrong key, an empty account and a page instead of an answer', async () => {
    expect(await begin({ api_key: 'wrong' }).look('https://in.example/a')).toMatchObject([{ failure: 'auth' }])
    const { server, look } = begin()
    Object.assign(server, { credits: 0, roubles: 0 })
    expect(await look('https://in.example/a')).toMatchObject([{ failure: 'quota' }])
    for (const fault of ['html', 'garbage', 'empty'] as const) {
      server.fail(fault, 1, /search/)
      const [answer] = await look('https://in.example/a')
      // An empty object may be a search without a list: it proves nothing, and is no verdict either way.
      expect(answer?.state === 'seen' ? answer.sighting.indexed : 'unknown').toBe('unknown')
    }
  })

  test('reports the account, never throws, and never shows the key', async () => {
    const { server, engine } = begin()
    expect(await engine.report(patient)).toMatchObject({ ok: true, message: words })
    server.fail({ status: 403, body: { error: `Key ${KEY} is blocked`, message: `Key ${KEY} is blocked` } })
    const { ok, message } = await engine.report(patient)
    expect(ok).toBe(false)
    expect(message).not.toContain(KEY)
    server.fail(
      { status: 400, body: { error: `q with ${KEY}`, request_info: { message: `q with ${KEY}` } } },
      1,
      /search/,
    )
    const answers = await engine.look([{ ref: 'chk_1', url: 'https://in.example/a' }], patient)
    expect(JSON.stringify(answers)).not.toContain(KEY)
    const [seen] = await engine.look([{ ref: 'chk_1', url: 'https://in.example/a' }], patient)
    expect(JSON.stringify(seen)).not.toContain(KEY)
  })

  test('reads the results of a search as a person types it', async () => {
    const { engine } = begin()
    const { results: found, cost_usd } = await engine.search!(
      { ref: 'r', query: 'in.example/a', near: 'in.example' },
      patient,
    )
    expect(found.map(({ url }) => url)).toContain('http://www.in.example/a/?x=1&y=2')
    expect(cost_usd).toBeGreaterThan(0)
  })
})

test('XML River: text is read without markup, entities and CDATA', async () => {
  const server = xmlRiver({ now, user: USER, key: KEY, results })
  servers.push(server)
  const doc =
    '<doc><url><![CDATA[https://in.example/a?b=1&c=2]]></url><title>&quot;A&quot; <hlword>&amp;</hlword> &#66;&#x43;</title></doc>'
  const body = `<yandexsearch><response><results><grouping><group>${doc}</group></grouping></results></response></yandexsearch>`
  server.fail({ status: 200, body, headers: { 'content-type': 'text/xml' } })
  const engine = engineAdapters
    .get('xmlriver')!
    .create(
      { adapter: 'xmlriver', base_url: server.url, login: USER, api_key: KEY },
      { clock: { now }, user_agent: 'x' },
    )
  expect(await engine.look([{ ref: 'r', url: 'https://in.example/a?b=1&c=2' }], patient)).toMatchObject([
    { sighting: { indexed: 'yes', evidence: 'Found: “"A" & BC”, https://in.example/a?b=1&c=2' } },
  ])
})
