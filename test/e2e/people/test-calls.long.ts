/** The calls by which an operator finds out whether a supplier works, and what they say when it does not. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { bingWebmaster } from '../../upstreams/bing-webmaster.ts'
import { dataForSeo } from '../../upstreams/dataforseo.ts'
import { rapidUrlIndexer } from '../../upstreams/rapidurlindexer.ts'
import { searchConsole } from '../../upstreams/search-console.ts'
import { serpApi } from '../../upstreams/serpapi.ts'
import { serper } from '../../upstreams/serper.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import type { Fault, StandIn } from '../../upstreams/stand-in.ts'
import { type Appliance, appliance, textOf } from '../appliance.ts'

setDefaultTimeout(600_000)

const KEY = 'a key of the operator'
const SIGN_IN = { login: 'ops@northwind.example', password: 'a password of the operator' }
const READER = 'reader@project.example'
const PROPERTY = 'sc-domain:bakery.example'

/** Where a test call goes, and what it says when all is well; `asks`: what it says of its question. */
type Source = {
  name: string
  path: string
  server: StandIn
  says: string
  money?: [amount: number, unit: string]
  asks?: 'answered' | 'accepted' | undefined
}

let one: Appliance
let speedy: ReturnType<typeof speedyIndex>
let rapid: ReturnType<typeof rapidUrlIndexer>
let seo: ReturnType<typeof dataForSeo>
let serp: ReturnType<typeof serpApi>
let fast: ReturnType<typeof serper>
let bing: StandIn
let google: ReturnType<typeof searchConsole>

beforeAll(async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const now = () => one.clock.now()
  speedy = speedyIndex({ now, api_key: KEY, balance: { indexer: 1200, checker: 300 } })
  rapid = rapidUrlIndexer({ now, api_key: KEY, credits: 77 })
  seo = dataForSeo({ now, ...SIGN_IN, balance: 12.5 })
  serp = serpApi({ now, api_key: KEY, searches_left: 90, results: () => [] })
  fast = serper({ now, api_key: KEY, balance: 2400, results: () => [] })
  bing = bingWebmaster({ now, api_key: KEY, sites: ['https://www.example.com'], known: () => null })
  google = searchConsole({
    now,
    public_key: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    client_email: READER,
    properties: [PROPERTY],
    verdict: () => ({ verdict: 'PASS' }),
  })
  one = await appliance({ SIGNALPOST_SITE_URL: 'http://127.0.0.1:1' })
  const private_key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const service_account = { client_email: READER, private_key, token_uri: google.token_uri }
  await one.put('/settings/integrations', {
    search_console: { service_account, properties: [PROPERTY], base_url: google.url },
  })
})
afterAll(async () => {
  await one.close()
  for (const server of [speedy, rapid, seo, serp, fast, bing, google]) server.stop()
})

/** Connects one half of the adapters; a slot takes one at a time. */
async function connect(half: 'first' | 'second'): Promise<Source[]> {
  const first = half === 'first'
  const route = (adapter: string, server: StandIn) => ({ adapter, base_url: server.url, api_key: KEY })
  const engine = (adapter: string, server: StandIn) =>
    adapter.startsWith('dataforseo') ? { adapter, base_url: server.url, ...SIGN_IN } : route(adapter, server)
  await one.put('/settings/crawl', {
    routes: {
      [first ? 'primary' : 'fallback']: route('speedyindex', speedy),
      [first ? 'fallback' : 'primary']: route('rapidurlindexer', rapid),
    },
  })
  const inspection = { adapter: 'search_console', base_url: google.url }
  await one.put('/settings/integrations', {
    engines: {
      scan_standard: first ? engine('dataforseo', seo) : engine('serper', fast),
      scan_live: first ? engine('serpapi', serp) : engine('dataforseo_live', seo),
      scan_bing: first ? engine('bing_webmaster', bing) : engine('serpapi_bing', serp),
      upstream: first ? engine('crawl_supplier', speedy) : inspection,
    },
  })
  const slot = (name: string, rest: Omit<Source, 'name' | 'path'>): Source => ({
    name,
    path: `/settings/integrations/${name}/test`,
    ...rest,
  })
  const crawl = (name: string, rest: Omit<Source, 'name' | 'path'>): Source => ({
    name: `crawl ${name}`,
    path: `/settings/crawl/${name}/test`,
    ...rest,
  })
  const holding = (server: StandIn, says: string, amount: number, unit: string, asks: Source['asks'] = 'answered') => ({
    server,
    says,
    money: [amount, unit] as [number, string],
    asks,
  })
  const searches = holding(serp, `SerpApi: ${serp.searches_left} searches left`, serp.searches_left, 'searches')
  const dollars = holding(seo, `DataForSEO: balance ${seo.balance} USD`, seo.balance, 'USD')
  const read = { server: google, says: 'Search Console: 1 properties can be read' }
  return [
    crawl(first ? 'primary' : 'fallback', { server: speedy, says: 'SpeedyIndex: 1200 indexer credits' }),
    crawl(first ? 'fallback' : 'primary', { server: rapid, says: 'Rapid URL Indexer: 77 credits' }),
    slot('search_console', read),
    ...(first
      ? [
          slot('scan_standard', { ...dollars, asks: 'accepted' }),
          slot('scan_live', searches),
          slot('scan_bing', { server: bing, says: 'Bing Webmaster: 1 verified site: https://www.example.com' }),
          slot('upstream', { server: speedy, says: 'SpeedyIndex: 300 checker credits', money: [300, 'credits'] }),
        ]
      : [
          slot('scan_standard', holding(fast, `Serper: ${fast.balance} credits left`, fast.balance, 'credits')),
          slot('scan_live', dollars),
          slot('scan_bing', { ...searches, asks: undefined }),
          slot('upstream', read),
        ]),
  ]
}

const heal = () => {
  for (const server of servers()) server.heal()
}
afterEach(heal)

const servers = () => [speedy, rapid, seo, serp, fast, bing, google]
type Told = { ok: boolean; message: string; balance?: { amount: number; unit: string } | null }
const told = (source: Source) => one.post<Told>(source.path)

/** Rows of the doctor's table by name, without its own looks at machine and folder. */
async function doctor(): Promise<{ code: number; rows: Map<string, string> }> {
  const process = one.run('doctor')
  const out = await textOf(process.stdout)
  const rows = out.split('\n').flatMap((line): [string, string][] => {
    const [, verdict, name, found] = /^(OK|WARN|FAIL) +(.+?) {2,}(.*)$/.exec(line) ?? []
    return name ? [[name, `${verdict} ${found}`]] : []
  })
  return { code: await process.exited, rows: new Map(rows) }
}

test.each(['first', 'second'] as const)('each test call of the %s half says what it saw', async (half) => {
  const sources = await connect(half)
  const { rows } = await doctor()
  for (const source of sources) {
    const { ok, message, balance } = await told(source)
    const [amount, unit] = source.money ?? []
    expect([source.name, ok, message, balance ?? null]).toEqual([
      source.name,
      true,
      source.asks ? `${source.says}; a test question was ${source.asks}` : source.says,
      amount === undefined ? null : { amount, unit: unit! },
    ])
    expect([source.name, rows.get(source.name)]).toEqual([source.name, `OK ${source.says}`])
  }
})

const FAULTS: [name: string, fault: Fault, means: RegExp][] = [
  ['a refused key', { status: 401, body: { message: 'no such key' } }, /answered 401: no such key$/],
  ['an empty purse', { status: 402, body: { message: 'pay first' } }, /answered 402: pay first$/],
  ['too many calls', { status: 429, body: { message: 'slow down' } }, /answered 429: slow down$/],
  ['a server error', { status: 500, body: 'Internal Server Error' }, /answered 500: Internal Server Error$/],
  ['a web page', 'html', /answered with a web page instead of JSON$/],
  ['broken JSON', 'garbage', /answered with something that is not JSON$/],
  ['an empty object', 'empty', /answered in an unexpected form|no access|without a balance/],
  ['an answer without end', 'huge', /sent an answer of more than 32 MiB$/],
  ['a bomb', 'bomb', /could not be decompressed within 32 MiB$/],
  ['a connection that breaks off', 'cut', /broke off the connection/],
]

test.each(['first', 'second'] as const)(
  'a supplier of the %s half that fails is told in its own words',
  async (half) => {
    const sources = await connect(half)
    for (const [name, fault, means] of FAULTS) {
      for (const server of servers()) server.fail(fault, 1000)
      for (const source of sources) {
        const { ok, message } = await told(source)
        expect([source.name, name, ok, message]).toEqual([source.name, name, false, expect.stringMatching(means)])
        const [vendor] = source.says.split(':')
        expect(message).toMatch(new RegExp(`^(${vendor}|${source.server === google ? 'Google' : vendor})`))
        expect(message).not.toMatch(new RegExp(`${KEY}|${SIGN_IN.password}|PRIVATE`))
      }
      for (const server of servers()) server.heal()
    }
  },
)

test('a supplier that hangs, or answers a byte at a time, is given up within seconds, by the doctor as well', async () => {
  const sources = await connect('first')
  for (const server of servers()) server.fail(server === rapid || server === serp ? 'drip' : 'hang', 1000)
  const [all, { code, rows }] = await Promise.all([Promise.all(sources.map(told)), doctor()])
  expect(code).toBe(1)
  for (const [i, { name }] of sources.entries()) {
    const { ok, message } = all[i]!
    expect([name, ok, message]).toEqual([name, false, expect.stringMatching(/did not answer within \d+ s$/)])
    expect([name, rows.get(name)]).toEqual([name, expect.stringMatching(/^FAIL .* did not answer within \d+ s$/)])
  }
})

test('what is not running, or not connected, is told apart', async () => {
  const sources = await connect('second')
  const gone = sources.find(({ server }) => server === fast)!
  await one.put('/settings/integrations', {
    engines: { scan_standard: { base_url: 'http://127.0.0.1:1', api_key: KEY } },
  })
  expect(await told(gone)).toMatchObject({ ok: false, message: 'Serper could not be reached (ECONNREFUSED)' })
  await one.put('/settings/integrations', { engines: { scan_standard: null } })
  expect(await one.ask('POST', gone.path, {})).toMatchObject({ status: 409, error: { code: 'conflict' } })
  for (const path of ['/settings/integrations/scan_moon/test', '/settings/crawl/third/test'])
    expect((await one.ask('POST', path, {})).status).toBe(404)
})

test('a test asks at most one question, and nothing else costs anything', () => {
  const questions = servers().map(({ received }) => received.filter(({ path }) => QUESTION.test(path)).length)
  expect(questions).toEqual([0, 0, 2, 2, 1, 0, 0])
  expect([speedy.balance, rapid.credits, seo.balance, serp.searches_left, fast.balance]).toEqual([
    { indexer: 1200, checker: 300 },
    77,
    12.5 - 0.003 - 0.01,
    90 - 2,
    2400 - 1,
  ])
  expect([speedy.tasks, rapid.projects]).toEqual([[], []])
  const writes = servers().flatMap(({ received }) =>
    received.filter(({ method, path }) => method !== 'GET' && path !== '/token' && !QUESTION.test(path)),
  )
  expect(writes).toEqual([])
})

const QUESTION = /\/(search|task_post|live\/regular)$/
