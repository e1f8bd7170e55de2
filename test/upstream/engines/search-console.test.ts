import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import type { Engine, ServiceAccount } from '../../../src/domains/checks/engine.ts'
import { propertyFor } from '../../../src/domains/checks/google/property.ts'
import { HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { type SearchConsoleStandIn, searchConsole } from '../../upstreams/search-console.ts'

const START = '2026-11-21T09:00:00.000Z'
const EMAIL = 'checks@agency.iam.example'
const patient = new AbortController().signal
const order = (url: string) => ({ ref: 'chk_1', url })
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const keys = pair()

let now = START
let server: SearchConsoleStandIn
const verdicts: Record<string, string> = {
  'https://in.example/a': 'PASS',
  'https://in.example/b': 'NEUTRAL',
  'https://in.example/c': 'FAIL',
  'https://in.example/d': 'PARTIAL',
  'https://in.example/e': 'VERDICT_UNSPECIFIED',
  'https://in.example/f': 'A_VERDICT_OF_NEXT_YEAR',
}

const account = (more: Partial<ServiceAccount> = {}): ServiceAccount => ({
  client_email: EMAIL,
  private_key: keys.privateKey,
  private_key_id: 'key-1',
  token_uri: server.token_uri,
  ...more,
})
const connect = (more: Partial<ServiceAccount> = {}, properties = ['sc-domain:in.example']): Engine =>
  engineAdapters
    .get('search_console')!
    .create(
      { adapter: 'search_console', base_url: server.url, service_account: account(more), properties },
      { clock: { now: () => now }, user_agent: 'Signalpost/1' },
    )

beforeEach(() => {
  now = START
  server = searchConsole({
    now: () => now,
    public_key: keys.publicKey,
    client_email: EMAIL,
    properties: ['sc-domain:in.example'],
    daily_quota: 4,
    verdict: (url) => ({
      verdict: verdicts[url] ?? 'NEUTRAL',
      coverageState: 'Eingereicht und indexiert',
      ...(verdicts[url] === 'PASS' && { lastCrawlTime: '2026-11-02T20:34:44Z' }),
    }),
  })
})
afterEach(() => server.stop())

describe('a look', () => {
  test('is one inspection of the URL in its property, with a token for a signed assertion', async () => {
    expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([
      {
        ref: 'chk_1',
        state: 'seen',
        sighting: {
          indexed: 'yes',
          method: 'inspection',
          evidence: 'Google says: Eingereicht und indexiert, crawled 2026-11-02',
          cost_usd: 0,
        },
      },
    ])
    const [grant, inspect] = server.received
    expect(grant).toMatchObject({
      method: 'POST',
      path: '/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(server.assertions).toEqual([
      {
        header: { alg: 'RS256', typ: 'JWT', kid: 'key-1' },
        claims: {
          iss: EMAIL,
          scope: 'https://www.googleapis.com/auth/webmasters.readonly',
          aud: server.token_uri,
          iat: 1795251600,
          exp: 1795255200,
        },
      },
    ])
    expect(inspect).toMatchObject({
      method: 'POST',
      path: '/v1/urlInspection/index:inspect',
      headers: { authorization: 'Bearer ya29.token-1' },
    })
    expect(inspect!.json).toEqual({
      inspectionUrl: 'https://in.example/a',
      siteUrl: 'sc-domain:in.example',
      languageCode: 'en-US',
    })
  })

  test.each([
    ['https://in.example/b', 'no'],
    ['https://in.example/c', 'no'],
    ['https://in.example/d', 'unknown'],
    ['https://in.example/e', 'unknown'],
    ['https://in.example/f', 'unknown'],
  ] as const)('at %s is judged by the verdict alone: %s', async (url, indexed) => {
    expect(await connect().look([order(url)], patient)).toMatchObject([{ state: 'seen', sighting: { indexed } }])
  })

  test('outside every property is invalid, and nothing is asked', async () => {
    expect(await connect().look([order('https://out.example/')], patient)).toMatchObject([
      { state: 'failed', failure: 'invalid' },
    ])
    expect(server.received).toHaveLength(0)
  })

  test('without access to the property is auth; beyond its quota it is rate', async () => {
    const closed = connect({}, ['sc-domain:shop.example'])
    expect(await closed.look([order('https://shop.example/')], patient)).toMatchObject([{ failure: 'auth' }])
    const orders = Array.from({ length: 5 }, () => order('https://in.example/a'))
    const answers = await connect().look(orders, patient)
    expect(answers.at(-1)).toMatchObject({ state: 'failed', failure: 'rate' })
  })

  test.each([
    ['quotaExceeded', 'rate'],
    ['rateLimitExceeded', 'rate'],
    ['userRateLimitExceeded', 'rate'],
    ['dailyLimitExceeded', 'rate'],
    ['accessNotConfigured', 'auth'],
    ['forbidden', 'auth'],
  ])('answered 403 for %s fails as %s, without the try for a new token', async (reason, failure) => {
    const errors = [{ domain: 'usageLimits', reason, message: 'Not now' }]
    server.fail({ status: 403, body: { error: { code: 403, message: 'Not now', errors } } }, 1, /inspect/)
    expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([
      { state: 'failed', failure, message: 'Search Console answered 403: Not now' },
    ])
    expect(server.assertions).toHaveLength(1)
  })

  test.each([{ errors: [null, {}, { reason: 7 }] }, { errors: null }, { errors: {} }, {}])(
    'answered 403 with %j in place of reasons fails as auth',
    async (error) => {
      server.fail({ status: 403, body: { error: { message: 'No', ...error } } }, 1, /inspect/)
      expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([{ failure: 'auth' }])
    },
  )

  test.each(['html', 'garbage', 'empty'] as const)('answered with %s is no verdict', async (fault) => {
    server.fail(fault, 1, /inspect/)
    expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([
      { state: 'failed', failure: 'transient' },
    ])
  })
})

describe('a token', () => {
  test('is used until a minute before its end, by all engines of the account', async () => {
    await connect().look([order('https://in.example/a')], patient)
    now = plus(START, 58 * MINUTE)
    await connect().look([order('https://in.example/a')], patient)
    expect(server.assertions).toHaveLength(1)
    now = plus(START, HOUR - 30_000)
    await connect().look([order('https://in.example/a')], patient)
    expect(server.assertions).toHaveLength(2)
  })

  test('that was revoked is replaced once', async () => {
    await connect().look([order('https://in.example/a')], patient)
    server.revokeTokens()
    expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([{ state: 'seen' }])
    expect(server.assertions).toHaveLength(2)

    server.fail({ status: 401 }, 5, /inspect/)
    expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([{ failure: 'auth' }])
    expect(server.assertions).toHaveLength(3)
  })

  test('is refused to a foreign or broken key: auth, with no key in the message', async () => {
    const foreign = await connect({ private_key: pair().privateKey }).look([order('https://in.example/a')], patient)
    expect(foreign).toMatchObject([
      { state: 'failed', failure: 'auth', message: 'Google answered 400: Invalid JWT Signature.' },
    ])
    const broken = await connect({ private_key: 'not a key' }).look([order('https://in.example/a')], patient)
    expect(broken).toMatchObject([
      { failure: 'auth', message: 'Google: the private key of the service account cannot be read' },
    ])
  })

  test('never shows in what a failed inspection says', async () => {
    server.fail({ status: 403, body: { error: { message: 'denied for Bearer ya29.token-1' } } }, 1, /inspect/)
    expect(await connect().look([order('https://in.example/a')], patient)).toMatchObject([
      { message: 'Search Console answered 403: denied for Bearer [secret]' },
    ])
  })
})

test('the report reads the properties for free and names those without access', async () => {
  expect(await connect().report(patient)).toEqual({ ok: true, message: 'Search Console: 1 properties can be read' })
  expect(server.received.at(-1)).toMatchObject({ method: 'GET', path: '/webmasters/v3/sites' })
  expect(await connect({}, ['sc-domain:shop.example']).report(patient)).toEqual({
    ok: false,
    message: 'Search Console: no access to sc-domain:shop.example',
  })
  server.fail({ status: 500 }, 1, /token/)
  expect(await connect({ private_key_id: 'key-2' }).report(patient)).toMatchObject({ ok: false })
})

describe('the property of a URL', () => {
  const properties = [
    'sc-domain:in.example',
    'sc-domain:shop.in.example',
    'https://in.example/blog/',
    'http://old.example/',
  ]
  test.each([
    ['https://in.example/a', 'sc-domain:in.example'],
    ['http://www.in.example/a', 'sc-domain:in.example'],
    ['https://shop.in.example/a', 'sc-domain:shop.in.example'],
    ['https://in.example/blog/a', 'https://in.example/blog/'],
    ['http://in.example/blog/a', 'sc-domain:in.example'],
    ['http://old.example/a', 'http://old.example/'],
    ['https://old.example/a', null],
    ['https://notin.example/a', null],
    ['https://in.example.evil.example/a', null],
  ])('%s is %s', (url, property) => {
    expect(propertyFor(url, properties)).toBe(property)
  })
})

test.each([
  ['sc-domain:bäckerei.example', 'https://xn--bckerei-5wa.example/1'],
  ['sc-domain:xn--bckerei-5wa.example', 'https://bäckerei.example/1'],
])('the property %s covers %s, and Google is asked in its own spelling', async (property, url) => {
  const google = searchConsole({
    now: () => now,
    public_key: keys.publicKey,
    client_email: EMAIL,
    properties: ['sc-domain:bäckerei.example'],
    verdict: () => ({ verdict: 'PASS' }),
  })
  const engine = engineAdapters
    .get('search_console')!
    .create(
      {
        adapter: 'search_console',
        base_url: google.url,
        service_account: account({ token_uri: google.token_uri }),
        properties: [property],
      },
      { clock: { now: () => now }, user_agent: 'Signalpost/1' },
    )
  try {
    expect(await engine.report(patient)).toMatchObject({ ok: true })
    expect(await engine.look([order(url)], patient)).toMatchObject([{ state: 'seen', sighting: { indexed: 'yes' } }])
    expect(google.received.at(-1)!.json).toMatchObject({ siteUrl: 'sc-domain:bäckerei.example' })
  } finally {
    google.stop()
  }
})

test('the line ends of a private key may be escaped, as settings and secret stores keep them', async () => {
  for (const ends of ['\\n', '\\\\n', '\\r\\n'])
    expect(await connect({ private_key: keys.privateKey.replaceAll('\n', ends) }).report(patient)).toMatchObject({
      ok: true,
    })
})
