import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Engine } from '../../../src/domains/checks/engine.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { type BingKnowledge, bingError, bingWebmaster } from '../../upstreams/bing-webmaster.ts'
import type { StandIn } from '../../upstreams/stand-in.ts'

const KEY = 'bing-e77a'
const now = () => '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal
const order = (url: string) => ({ ref: 'chk_1', url })

let server: StandIn
const known: Record<string, BingKnowledge> = {
  'https://in.example/a': { crawled: '2026-08-13T07:00:00.000Z' },
  'https://in.example/gone': { status: 404, crawled: '2026-08-13T07:00:00.000Z' },
  'https://in.example/found': { crawled: null, discovered: '2026-08-13T07:00:00.000Z' },
}

const connect = (): Engine =>
  engineAdapters
    .get('bing_webmaster')!
    .create(
      { adapter: 'bing_webmaster', base_url: server.url, api_key: KEY },
      { clock: { now }, user_agent: 'Signalpost/1' },
    )

beforeEach(() => {
  server = bingWebmaster({
    now,
    api_key: KEY,
    sites: ['http://in.example/', 'https://shop.example/', 'https://shop.example/en/', 'https://www.blog.example/'],
    known: (url) => known[url] ?? null,
  })
})
afterEach(() => server.stop())

test('a look asks for the URL under its site, as the account spells it, and reads the sites once an hour', async () => {
  const [first] = await connect().look([order('https://in.example/a')], patient)
  expect(first).toMatchObject({
    ref: 'chk_1',
    state: 'seen',
    sighting: { indexed: 'yes', method: 'inspection', evidence: 'Bing crawled it on 2026-08-13', cost_usd: 0 },
  })
  await connect().look([order('https://in.example/never')], patient)
  expect(server.received.map(({ path }) => path.split('/').at(-1))).toEqual([
    'GetUserSites',
    'GetUrlInfo',
    'GetUrlInfo',
  ])
  expect(server.received[1]).toMatchObject({ method: 'GET', path: '/webmaster/api.svc/json/GetUrlInfo' })
  expect(server.received[1]!.query).toEqual({ siteUrl: 'http://in.example/', url: 'https://in.example/a', apikey: KEY })
})

test.each([
  ['https://shop.example/en/a', 'https://shop.example/en/'],
  ['https://shop.example/de/a', 'https://shop.example/'],
  ['https://www.shop.example/a', 'https://shop.example/'],
  ['https://news.in.example/a', 'http://in.example/'],
  ['https://blog.example/a', 'https://www.blog.example/'],
])('%s is asked under the verified site %s', async (url, site) => {
  expect(await connect().look([order(url)], patient)).toMatchObject([{ state: 'seen' }])
  expect(server.received[1]!.query.siteUrl).toBe(site)
})

test('a URL that no verified site covers is not asked about, and says so', async () => {
  expect(await connect().look([order('https://win.example/a')], patient)).toEqual([
    {
      ref: 'chk_1',
      state: 'failed',
      failure: 'invalid',
      message: 'Bing Webmaster has no verified site that covers this URL',
      unasked: true,
    },
  ])
  expect(server.received).toHaveLength(1)
})

test('six looks at once stay below the three calls a second that Bing allows', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => connect().look([order('https://in.example/a')], patient)),
  )
  expect(answers.flat().map(({ state }) => state)).toEqual(Array(6).fill('seen'))
})

test.each([
  ['https://in.example/never', 'Bing has never crawled it'],
  ['https://in.example/found', 'Bing has never crawled it; it knows it since 2026-08-13'],
  ['https://in.example/gone', 'Bing crawled it on 2026-08-13: HTTP 404'],
])('%s is a no: %s', async (url, evidence) => {
  expect(await connect().look([order(url)], patient)).toMatchObject([
    { state: 'seen', sighting: { indexed: 'no', evidence } },
  ])
})

test.each([
  [1, 'InternalError', 'transient'],
  [2, 'UnknownError', 'transient'],
  [3, 'InvalidApiKey', 'auth'],
  [4, 'ThrottleUser', 'rate'],
  [5, 'ThrottleHost', 'rate'],
  [6, 'UserBlocked', 'auth'],
  [7, 'InvalidUrl', 'invalid'],
  [8, 'InvalidParameter', 'invalid'],
  [9, 'TooManySites', 'transient'],
  [10, 'UserNotFound', 'auth'],
  [11, 'NotFound', 'invalid'],
  [12, 'AlreadyExists', 'transient'],
  [13, 'NotAllowed', 'invalid'],
  [14, 'NotAuthorized', 'invalid'],
  [15, 'UnexpectedState', 'transient'],
  [16, 'Deprecated', 'invalid'],
] as const)('error %i, %s, is no verdict: %s', async (code, name, failure) => {
  server.fail(bingError(code, name), 1, /GetUrlInfo/)
  expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([
    { state: 'failed', failure, message: `Bing Webmaster answered 400: ERROR!!! ${name}` },
  ])
})

test.each([
  [401, 1, 'auth'],
  [403, 1, 'auth'],
  [403, 14, 'invalid'],
  [429, 16, 'rate'],
  [503, 3, 'transient'],
] as const)('status %i counts before error %i: %s', async (status, code, failure) => {
  server.fail({ ...bingError(code, 'No'), status }, 1, /GetUrlInfo/)
  expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([{ state: 'failed', failure }])
})

test.each(['html', 'garbage', 'empty', 'hang'] as const)('%s in place of an answer is no verdict', async (fault) => {
  server.fail(fault, 1, /GetUrlInfo/)
  const signal = fault === 'hang' ? AbortSignal.timeout(50) : patient
  expect(await connect().look([order('https://in.example/a')], signal)).toMatchObject([{ state: 'failed' }])
})

test('the report tests the key for free and names the sites that it covers', async () => {
  expect(await connect().report(patient)).toEqual({
    ok: true,
    message:
      'Bing Webmaster: 4 verified sites: http://in.example/, https://shop.example/, https://shop.example/en/, https://www.blog.example/',
  })
  server.fail(bingError(3, `InvalidApiKey ${KEY}`))
  expect(await connect().report(patient)).toEqual({
    ok: false,
    message: 'Bing Webmaster answered 400: ERROR!!! InvalidApiKey [secret]',
  })
})
