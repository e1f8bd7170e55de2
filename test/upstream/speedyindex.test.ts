import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DAY, HOUR, plus } from '../../src/kernel/clock.ts'
import type { CrawlRoute } from '../../src/providers/route.ts'
import { crawlAdapters } from '../../src/upstream/index.ts'
import { type SpeedyIndexStandIn, speedyIndex } from '../upstreams/speedyindex.ts'
import { failureOf } from './failure.ts'

const KEY = 'sk-speedy-7f3a'
const patient = new AbortController().signal
const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']

let now = '2026-11-21T09:00:00.000Z'
let server: SpeedyIndexStandIn
let route: CrawlRoute

const connect = (timeout_ms?: number): CrawlRoute =>
  crawlAdapters
    .get('speedyindex')!
    .create(
      { adapter: 'speedyindex', base_url: server.url, api_key: KEY },
      { clock: { now: () => now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
    )

beforeEach(() => {
  now = '2026-11-21T09:00:00.000Z'
  server = speedyIndex({
    now: () => now,
    api_key: KEY,
    balance: { indexer: 10, checker: 5 },
    indexed: (url, task, at) => url !== urls[2] && at >= plus(task.created_at, HOUR),
    error_code: () => 404,
    page_size: 2,
  })
  route = connect()
})
afterEach(() => server.stop())

const lastRequest = () => server.received.at(-1)!

describe('an order', () => {
  test('is one request that carries our reference as title and pays only for what gets indexed', async () => {
    const receipt = await route.send({ ref: 'camp_1', urls }, patient)
    expect(receipt).toEqual({ task_id: server.tasks[0]!.id, rejected: [] })
    expect(server.received).toHaveLength(1)
    expect(lastRequest()).toMatchObject({
      method: 'POST',
      path: '/v2/task/google/indexer/create',
      headers: { authorization: KEY, 'content-type': 'application/json', 'user-agent': 'Signalpost/1' },
    })
    expect(lastRequest().json).toEqual({ title: 'camp_1', urls, pay_per_indexed: true })
    expect(server.balance.indexer).toBe(7)
  })

  test.each([
    [{ code: 1 }, 'quota', 'SpeedyIndex asks to top up the balance (code 1)'],
    [{ code: 2 }, 'invalid', 'SpeedyIndex rejected the input (code 2)'],
    [{ code: -2 }, 'transient', 'SpeedyIndex is overloaded (code -2)'],
    [{ code: 77 }, 'transient', 'SpeedyIndex refused (code 77)'],
    [{ code: 0 }, 'unknown', 'SpeedyIndex answered in an unexpected form (/ must have required properties task_id)'],
  ] as const)('answered %j fails as %s', async (body, failure, message) => {
    server.fail({ status: 200, body })
    expect(await failureOf(route.send({ ref: 'camp_1', urls }, patient))).toMatchObject({ failure, message })
  })

  test.each([
    [401, 'auth'],
    [402, 'quota'],
    [403, 'auth'],
    [429, 'rate'],
    [500, 'transient'],
    [503, 'transient'],
  ] as const)('answered with status %i fails as %s', async (status, failure) => {
    server.fail({ status, headers: { 'retry-after': '7' } })
    const error = await failureOf(route.send({ ref: 'camp_1', urls }, patient))
    expect(error).toMatchObject({ failure, retryAfter: 7000 })
  })

  test('beyond the balance fails as quota', async () => {
    server.balance.indexer = 2
    expect(await failureOf(route.send({ ref: 'camp_1', urls }, patient))).toMatchObject({ failure: 'quota' })
    expect(server.tasks).toHaveLength(0)
  })

  test('whose answer was lost is in doubt, and is found by our reference instead of being bought twice', async () => {
    server.fail('lost', 1, /create/)
    const error = await failureOf(connect(100).send({ ref: 'camp_1', urls }, patient))
    expect(error.failure).toBe('unknown')
    expect(await route.find('camp_1', patient)).toEqual({ task_id: server.tasks[0]!.id, rejected: [] })
    expect(server.balance.indexer).toBe(7)
  })
})

describe('a look-up', () => {
  test('reads the task list page by page until it finds the reference', async () => {
    for (let i = 0; i < 5; i++) await route.send({ ref: `camp_${i}`, urls: [urls[0]!] }, patient)
    server.received.length = 0
    expect(await route.find('camp_0', patient)).toEqual({ task_id: server.tasks[0]!.id, rejected: [] })
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v2/task/google/indexer/list/0',
      'GET /v2/task/google/indexer/list/1',
      'GET /v2/task/google/indexer/list/2',
    ])
  })

  test('stops at the page where the reference stands', async () => {
    for (let i = 0; i < 5; i++) await route.send({ ref: `camp_${i}`, urls: [urls[0]!] }, patient)
    server.received.length = 0
    await route.find('camp_4', patient)
    expect(server.received).toHaveLength(1)
  })

  test('says null only after the last page', async () => {
    expect(await route.find('camp_9', patient)).toBeNull()
    for (let i = 0; i < 5; i++) await route.send({ ref: `camp_${i}`, urls: [urls[0]!] }, patient)
    expect(await route.find('camp_9', patient)).toBeNull()
    expect(lastRequest().path).toBe('/v2/task/google/indexer/list/2')
  })

  test('does not take a longer title for ours', async () => {
    await route.send({ ref: 'camp_10', urls }, patient)
    expect(await route.find('camp_1', patient)).toBeNull()
  })

  test.each([{ code: 2 }, { code: -2 }])('answered %j is never taken for null', async (body) => {
    server.fail({ status: 200, body })
    expect(await failureOf(route.find('camp_1', patient))).toMatchObject({ failure: 'transient' })
  })
})

describe('a report', () => {
  const sentNow = async () => ({ ...(await route.send({ ref: 'camp_1', urls }, patient)), urls, sent_at: now })

  test('names the links that are in so far, and the others with their reason once the task is done', async () => {
    const sent = await sentNow()
    expect(await route.report(sent, patient)).toEqual({ done: false, status: 'pending', indexed: [], unindexed: [] })
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v2/task/google/indexer/fullreport' })
    expect(lastRequest().json).toEqual({ task_id: sent.task_id })

    now = plus(now, 2 * HOUR)
    expect(await route.report(sent, patient)).toEqual({
      done: false,
      status: 'running',
      indexed: [urls[0]!, urls[1]!],
      unindexed: [],
    })

    now = plus(now, 7 * DAY)
    expect(await route.report(sent, patient)).toEqual({
      done: true,
      status: 'done',
      indexed: [urls[0]!, urls[1]!],
      unindexed: [{ url: urls[2]!, reason: 'HTTP 404' }],
    })
    expect(server.balance.indexer).toBe(8)
  })

  test.each([
    [-1, 'noindex'],
    [0, 'not indexed'],
    [503, 'HTTP 503'],
  ])('gives error code %i as "%s"', async (error_code, reason) => {
    const unindexed_links = [{ url: urls[0], error_code }]
    const result = { id: 'x', size: 1, processed_count: 1, indexed_links: null, unindexed_links }
    server.fail({ status: 200, body: { code: 0, result } })
    const report = await route.report({ task_id: 'x', urls, sent_at: now }, patient)
    expect(report).toMatchObject({ done: true, indexed: [], unindexed: [{ url: urls[0], reason }] })
  })
})

describe('the balance', () => {
  test('is a free call that says how many links can be sent', async () => {
    expect(await route.balance(patient)).toEqual({ ok: true, message: 'SpeedyIndex: 10 indexer credits', credits: 10 })
    expect(lastRequest()).toMatchObject({ method: 'GET', path: '/v2/account', body: '' })
  })

  test('of an account with tokens alone counts 100 tokens a link', async () => {
    server.wrong_balance = { tokens: 1250 }
    expect(await route.balance(patient)).toMatchObject({ ok: true, credits: 12 })
  })

  test('never throws: a failure is in the message, without the key', async () => {
    server.fail({ status: 401, body: { error: `key ${KEY} is unknown` } })
    expect(await route.balance(patient)).toEqual({
      ok: false,
      message: 'SpeedyIndex answered 401: key [secret] is unknown',
    })
    for (const fault of ['html', 'garbage', 'empty'] as const) {
      server.fail(fault)
      expect(await route.balance(patient)).toMatchObject({ ok: false })
    }
  })
})
