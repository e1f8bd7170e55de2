import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { type RapidUrlIndexerStandIn, rapidUrlIndexer } from '../../upstreams/rapidurlindexer.ts'
import { failureOf } from '../failure.ts'

const KEY = 'rui-4b2f'
const START = '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal
const urls = ['https://a.example/1', 'https://a.example/2']

let now = START
let server: RapidUrlIndexerStandIn
let route: CrawlRoute

const connect = (api_key = KEY, timeout_ms?: number): CrawlRoute =>
  crawlAdapters
    .get('rapidurlindexer')!
    .create(
      { adapter: 'rapidurlindexer', base_url: server.url, api_key },
      { clock: { now: () => now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
    )

beforeEach(() => {
  now = START
  server = rapidUrlIndexer({ now: () => now, api_key: KEY, credits: 10, indexed: (url) => url === urls[0] })
  route = connect()
})
afterEach(() => server.stop())

describe('an order', () => {
  test('is one standard project named by our reference', async () => {
    expect(await route.send({ ref: 'camp_1', urls }, patient)).toEqual({ task_id: '100', rejected: [] })
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      path: '/wp-json/api/v1/projects',
      headers: { 'x-api-key': KEY, 'user-agent': 'Signalpost/1', 'content-type': 'application/json' },
    })
    expect(server.received[0]!.json).toEqual({
      project_name: 'camp1',
      urls,
      notify_on_status_change: false,
      apex_mode_enabled: false,
    })
    expect(server.credits).toBe(8)
    expect(route.batch).toBe(9999)
  })

  test.each([
    [400, 'Invalid URLs', 'invalid'],
    [400, 'Insufficient credits', 'quota'],
    [401, 'Invalid API key', 'auth'],
    [403, 'You may not do this', 'auth'],
    [403, 'Insufficient credits', 'quota'],
    [404, 'No route', 'transient'],
    [429, 'Too many requests', 'rate'],
    [500, 'Error', 'transient'],
  ] as const)('answered %i "%s" fails as %s', async (status, message, failure) => {
    server.fail({ status, body: { message } })
    expect(await failureOf(route.send({ ref: 'camp_1', urls }, patient))).toMatchObject({
      failure,
      message: `Rapid URL Indexer answered ${status}: ${message}`,
    })
  })

  test('beyond the credits is quota, with a wrong key auth', async () => {
    server.credits = 1
    expect(await failureOf(route.send({ ref: 'camp_1', urls }, patient))).toMatchObject({ failure: 'quota' })
    const wrong = connect('wrong-key-99')
    server.fail({ status: 401, body: { message: 'No such key: wrong-key-99' } })
    const error = await failureOf(wrong.send({ ref: 'camp_1', urls }, patient))
    expect(error).toMatchObject({ failure: 'auth', message: 'Rapid URL Indexer answered 401: No such key: [secret]' })
  })

  test('whose answer was lost is found by our reference instead of being bought twice', async () => {
    server.fail('lost')
    const error = await failureOf(connect(KEY, 100).send({ ref: 'camp_1', urls }, patient))
    expect(error.failure).toBe('unknown')
    expect(await route.find({ ref: 'camp_1', urls }, patient)).toEqual({ task_id: '100', rejected: [] })
    expect(server.received.at(-1)).toMatchObject({ method: 'GET', path: '/wp-json/api/v1/projects/list' })
    expect(await route.find({ ref: 'camp_2', urls }, patient)).toBeNull()
    expect(server.credits).toBe(8)
  })
})

test('a look-up compares names by letters and digits, however the vendor sanitizes them', async () => {
  const ref = 'sp-01a2236e-90b8-7102-9727-454f1346fd2b'
  for (const name of [ref, 'sp01a2236e90b871029727454f1346fd2b', 'SP 01a2236e 90b8 7102 9727 454f1346fd2b']) {
    server.fail({
      status: 200,
      body: {
        success: true,
        projects: [
          { id: 6, name: 'sp' },
          { id: 7, name },
        ],
      },
    })
    expect(await route.find({ ref, urls }, patient)).toEqual({ task_id: '7', rejected: [] })
  }
  await route.send({ ref, urls }, patient)
  expect(server.projects[0]!.name).toBe('sp01a2236e90b871029727454f1346fd2b')
  expect(await route.find({ ref, urls }, patient)).toEqual({ task_id: '100', rejected: [] })
})

test('a look-up passes over projects without a name', async () => {
  const projects = [{ id: 7, name: null }, { id: 8 }, { id: '9', name: 'camp_1' }]
  server.fail({ status: 200, body: { success: true, projects } }, 2)
  expect(await route.find({ ref: 'camp_1', urls }, patient)).toEqual({ task_id: '9', rejected: [] })
  expect(await route.find({ ref: 'camp_2', urls }, patient)).toBeNull()
})

describe('a report', () => {
  const sent = async () => ({ ...(await route.send({ ref: 'camp_1', urls }, patient)), urls, sent_at: now })

  test('is the count of the project for the four days before the report', async () => {
    const batch = await sent()
    const counted = { done: false, indexed: 1, unindexed: 0 }
    expect(await route.report(batch, patient)).toEqual({ status: 'pending', ...counted })
    now = plus(START, 96 * HOUR - 1)
    expect(await route.report(batch, patient)).toEqual({ status: 'running', ...counted })
    expect(server.received.at(-1)).toMatchObject({ method: 'GET', path: '/wp-json/api/v1/projects/100/report' })
    expect(server.received.at(-1)!.headers.accept).toBe('application/json')
  })

  test('counts what is indexed and what is not, and is done when the project is', async () => {
    const batch = await sent()
    const links = { indexed: 1, unindexed: 1 }
    now = plus(START, 5 * DAY)
    expect(await route.report(batch, patient)).toEqual({ done: false, status: 'running', ...links })
    now = plus(START, 14 * DAY)
    expect(await route.report(batch, patient)).toEqual({ done: true, status: 'done', ...links })
    expect(server.credits).toBe(9)
  })

  test('of a failed project says so at once', async () => {
    const batch = await sent()
    server.statuses.set(batch.task_id, 'failed')
    expect(await route.report(batch, patient)).toEqual({ done: true, status: 'failed', indexed: 0, unindexed: 0 })
  })

  test('of a refunded project is the usual end: some links were indexed, the others were not', async () => {
    const batch = await sent()
    now = plus(START, 14 * DAY)
    server.statuses.set(batch.task_id, 'refunded')
    expect(await route.report(batch, patient)).toEqual({ done: true, status: 'done', indexed: 1, unindexed: 1 })
  })

  test('reads states and links whatever their case', async () => {
    const batch = await sent()
    server.statuses.set(batch.task_id, ' Refunded')
    const report = {
      urls: [
        { url: urls[0], status: 'INDEXED ' },
        { url: urls[1], status: 'not indexed' },
      ],
    }
    server.fail({ status: 200, body: report }, 1, /report$/)
    expect(await route.report(batch, patient)).toEqual({ done: true, status: 'done', indexed: 1, unindexed: 1 })
  })

  test.each([404, 425])('is the count of the project while the report is missing with %i', async (status) => {
    const batch = await sent()
    const body = { message: 'Project report not available' }
    server.fail({ status, body }, 1, /report$/)
    expect(await route.report(batch, patient)).toEqual({ done: false, status: 'pending', indexed: 1, unindexed: 0 })
  })

  test.each([
    [
      'JSON in the spelling of the CSV file',
      {
        urls: [
          { url: urls[0], status: 'Indexed' },
          { url: urls[1], status: 'Not Indexed' },
        ],
      },
    ],
    ['a CSV file', `URL,Status\n${urls[0]},Indexed\n${urls[1]},Not Indexed\n`],
    [
      'a quoted CSV file with commas',
      `"URL","Status"\r\n"${urls[0]}?a=1,2","Indexed"\r\n"${urls[1]}","Not Indexed"\r\n`,
    ],
  ])('is read as %s', async (_, body) => {
    const batch = await sent()
    now = plus(START, 5 * DAY)
    server.fail({ status: 200, body }, 1, /report$/)
    expect(await route.report(batch, patient)).toMatchObject({ indexed: 1, unindexed: 1 })
  })

  test('fails when the supplier does', async () => {
    const batch = await sent()
    server.fail({ status: 500 }, 1, /100$/)
    expect(await failureOf(route.report(batch, patient))).toMatchObject({ failure: 'transient' })
    server.fail({ status: 429 }, 1, /report$/)
    expect(await failureOf(route.report(batch, patient))).toMatchObject({ failure: 'rate' })
  })
})

test('the balance is a free call that never throws', async () => {
  expect(await route.balance(patient)).toEqual({ ok: true, message: 'Rapid URL Indexer: 10 credits', credits: 10 })
  expect(server.received.at(-1)).toMatchObject({ method: 'GET', path: '/wp-json/api/v1/credits/balance' })
  for (const fault of ['html', 'garbage', 'empty'] as const) {
    server.fail(fault)
    expect(await route.balance(patient)).toMatchObject({ ok: false })
  }
})

test.each([
  ['100', 100],
  ['99.50', 99.5],
  [0, 0],
  ['0', 0],
])('a balance of %j credits is %p', async (credits, amount) => {
  server.fail({ status: 200, body: { credits } })
  expect(await route.balance(patient)).toEqual({
    ok: true,
    message: `Rapid URL Indexer: ${amount} credits`,
    credits: amount,
  })
})

test.each(['', 'many', '-', null, true])('a balance of %j is no number of credits', async (credits) => {
  server.fail({ status: 200, body: { credits } })
  expect(await route.balance(patient)).toMatchObject({ ok: false })
})
