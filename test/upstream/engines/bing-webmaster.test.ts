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
  'https://in.example/a': { status: 200, crawled: '2026-08-13T07:00:00.000Z' },
  'https://in.example/gone': { status: 404, crawled: '2026-08-13T07:00:00.000Z' },
  'https://in.example/found': { status: 0, crawled: null },
}

const connect = (properties?: string[]): Engine =>
  engineAdapters
    .get('bing_webmaster')!
    .create(
      { adapter: 'bing_webmaster', base_url: server.url, api_key: KEY, properties },
      { clock: { now }, user_agent: 'Signalpost/1' },
    )

beforeEach(() => {
  server = bingWebmaster({
    now,
    api_key: KEY,
    sites: ['https://in.example', 'https://shop.example/en/'],
    known: (url) => known[url] ?? null,
  })
})
afterEach(() => server.stop())

test('a look asks for the URL under its site', async () => {
  expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([
    {
      ref: 'chk_1',
      state: 'seen',
      sighting: {
        indexed: 'yes',
        method: 'inspection',
        evidence: 'Bing crawled it on 2026-08-13: HTTP 200',
        cost_usd: 0,
      },
    },
  ])
  expect(server.received[0]).toMatchObject({ method: 'GET', path: '/webmaster/api.svc/json/GetUrlInfo' })
  expect(server.received[0]!.query).toEqual({ siteUrl: 'https://in.example', url: 'https://in.example/a', apikey: KEY })
})

test('a site verified as a prefix is asked by that prefix', async () => {
  await connect(['https://shop.example/en/']).look([order('https://shop.example/en/a')], patient)
  expect(server.received[0]!.query.siteUrl).toBe('https://shop.example/en/')
})

test.each([
  ['https://in.example/never', 'Bing has never crawled it'],
  ['https://in.example/found', 'Bing has never crawled it'],
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
  server.fail(bingError(code, name))
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
  server.fail({ ...bingError(code, 'No'), status })
  expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([{ state: 'failed', failure }])
})

test.each(['html', 'garbage', 'empty', 'hang'] as const)('%s in place of an answer is no verdict', async (fault) => {
  server.fail(fault)
  const signal = fault === 'hang' ? AbortSignal.timeout(50) : patient
  expect(await connect().look([order('https://in.example/a')], signal)).toMatchObject([{ state: 'failed' }])
})

test('the report tests the key for free, and the site where one is named', async () => {
  expect(await connect().report(patient)).toEqual({ ok: true, message: 'Bing Webmaster: the key works' })
  expect(await connect(['https://in.example']).report(patient)).toMatchObject({ ok: true })
  expect(await connect(['https://other.example/']).report(patient)).toEqual({
    ok: false,
    message: 'Bing Webmaster: https://other.example/ is not verified in this account',
  })
  server.fail(bingError(3, `InvalidApiKey ${KEY}`))
  expect(await connect().report(patient)).toEqual({
    ok: false,
    message: 'Bing Webmaster answered 400: ERROR!!! InvalidApiKey [secret]',
  })
})
