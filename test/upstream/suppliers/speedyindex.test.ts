import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { type SpeedyIndexStandIn, speedyIndex } from '../../upstreams/speedyindex.ts'
import { failureOf } from '../failure.ts'

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
    [401, { code: 3 }, 'auth', 'SpeedyIndex answered 401 (code 3)'],
    [403, { code: 3 }, 'auth', 'SpeedyIndex answered 403 (code 3)'],
    [402, { code: 3 }, 'quota', 'SpeedyIndex answered 402 (code 3)'],
    [429, { code: 2 }, 'rate', 'SpeedyIndex answered 429 (code 2)'],
    [503, { code: 2 }, 'transient', 'SpeedyIndex answered 503 (code 2)'],
    [400, { code: 1 }, 'quota', 'SpeedyIndex asks to top up the balance (code 1)'],
    [400, { code: 2 }, 'invalid', 'SpeedyIndex rejected the input (code 2)'],
    [401, { code: 1 }, 'auth', 'SpeedyIndex answered 401 (code 1)'],
    [401, { code: 0, task_id: 'x' }, 'auth', 'SpeedyIndex answered 401'],
  ] as const)('answered with status %i and %j fails as %s', async (status, body, failure, message) => {
    server.fail({ status, body })
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

  test.each([
    [{ code: 1, message: 'Insufficient token balance. Required: 100 tokens.' }, 'quota', 'Required: 100 tokens'],
    [{ code: 7, error: 'Insufficient balance' }, 'quota', 'Insufficient balance'],
    [{ code: 3, message: 'Daily limit of 35000 urls exceeded' }, 'rate', 'Daily limit of 35000'],
    [{ code: 3, message: 'Too many requests' }, 'rate', 'Too many requests'],
    [{ code: 2, message: 'Bad URL in line 3' }, 'invalid', 'Bad URL in line 3'],
    [{ code: 9, message: 'Unheard of' }, 'transient', 'Unheard of'],
  ] as const)("answered %j is %s, with the vendor's words", async (body, failure, words) => {
    server.fail({ status: 200, body })
    const error = await failureOf(route.send({ ref: 'camp_1', urls }, patient))
    expect(error.failure).toBe(failure)
    expect(error.message).toContain(words)
  })

  test('beyond the daily limit waits until the next day begins, UTC', async () => {
    server.fail({ status: 200, body: { code: 3, message: 'Daily limit of 35000 urls exceeded' } })
    const { retryAfter } = await failureOf(route.send({ ref: 'camp_1', urls }, patient))
    expect(plus(now, retryAfter!)).toBe(`${plus(now, DAY).slice(0, 10)}T00:00:00.000Z`)
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
    expect(await route.find({ ref: 'camp_1', urls }, patient)).toEqual({ task_id: server.tasks[0]!.id, rejected: [] })
    expect(server.balance.indexer).toBe(7)
  })
})

describe('a look-up', () => {
  test('reads the task list page by page until it finds the reference', async () => {
    for (let i = 0; i < 5; i++) await route.send({ ref: `camp_${i}`, urls: [urls[0]!] }, patient)
    server.received.length = 0
    expect(await route.find({ ref: 'camp_0', urls }, patient)).toEqual({ task_id: server.tasks[0]!.id, rejected: [] })
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v2/task/google/indexer/list/0',
      'GET /v2/task/google/indexer/list/1',
      'GET /v2/task/google/indexer/list/2',
    ])
  })

  test('stops at the page where the reference stands', async () => {
    for (let i = 0; i < 5; i++) await route.send({ ref: `camp_${i}`, urls: [urls[0]!] }, patient)
    server.received.length = 0
    await route.find({ ref: 'camp_4', urls }, patient)
    expect(server.received).toHaveLength(1)
  })

  test('says null only after the last page', async () => {
    expect(await route.find({ ref: 'camp_9', urls }, patient)).toBeNull()
    for (let i = 0; i < 5; i++) await route.send({ ref: `camp_${i}`, urls: [urls[0]!] }, patient)
    expect(await route.find({ ref: 'camp_9', urls }, patient)).toBeNull()
    expect(lastRequest().path).toBe('/v2/task/google/indexer/list/2')
  })

  test('ends by itself where a list has no end: an order in doubt is among the newest', async () => {
    const result = [{ id: 'x', title: 'another' }]
    server.fail({ status: 200, body: { code: 0, page: 0, last_page: 1_000_000, result } }, 1000)
    expect(await route.find({ ref: 'camp_1', urls }, patient)).toBeNull()
    expect(server.received).toHaveLength(50)
  })

  test('does not take a longer title for ours', async () => {
    await route.send({ ref: 'camp_10', urls }, patient)
    expect(await route.find({ ref: 'camp_1', urls }, patient)).toBeNull()
  })

  test.each([{ code: 2 }, { code: -2 }])('answered %j is never taken for null', async (body) => {
    server.fail({ status: 200, body })
    expect(await failureOf(route.find({ ref: 'camp_1', urls }, patient))).toMatchObject({ failure: 'transient' })
  })
})

describe('a report', () => {
  const sentNow = async () => ({ ...(await route.send({ ref: 'camp_1', urls }, patient)), urls, sent_at: now })

  const answers = (task: object, result: object) => {
    server.fail({ status: 200, body: { code: 0, result: [{ id: 'x', ...task }] } }, 1, /status$/)
    const report = { id: 'x', indexed_links: [], unindexed_links: [], ...task, ...result }
    server.fail({ status: 200, body: { code: 0, result: report } }, 1, /fullreport$/)
    return route.report({ task_id: 'x', urls, sent_at: now }, patient)
  }

  test('counts the links that are in so far, and the others once the task is done', async () => {
    const sent = await sentNow()
    expect(await route.report(sent, patient)).toEqual({ done: false, status: 'pending', indexed: 0, unindexed: 0 })
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v2/task/google/indexer/fullreport' })
    expect(lastRequest().json).toEqual({ task_id: sent.task_id })
    expect(server.received.at(-2)).toMatchObject({ method: 'POST', path: '/v2/task/google/indexer/status' })
    expect(server.received.at(-2)!.json).toEqual({ task_ids: [sent.task_id] })

    now = plus(now, 2 * HOUR)
    expect(await route.report(sent, patient)).toEqual({ done: false, status: 'running', indexed: 2, unindexed: 0 })

    now = plus(now, 7 * DAY)
    expect(await route.report(sent, patient)).toEqual({ done: true, status: 'done', indexed: 2, unindexed: 1 })
    expect(server.balance.indexer).toBe(8)
  })

  test.each([
    [{ size: 690, processed_count: 690, is_completed: false }, false],
    [{ size: 690, processed_count: 400, is_completed: true }, true],
    [{ size: 690, processed_count: 690 }, true],
    [{ size: 690, processed_count: 690, is_completed: null }, true],
    [{ size: 690, processed_count: 689 }, false],
    [{ size: 0, processed_count: 0 }, false],
    [{ size: 0, processed_count: 0, is_completed: false }, false],
  ])('of a task with %j is done: %p', async (task, done) => {
    expect(await answers(task, {})).toMatchObject({ done })
  })

  test('is done by the counts where the status does not know the task', async () => {
    server.fail({ status: 200, body: { code: 0, result: null } }, 2, /status$/)
    const sent = await sentNow()
    expect(await route.report(sent, patient)).toMatchObject({ done: false, status: 'pending' })
    now = plus(now, 2 * HOUR)
    expect(await route.report(sent, patient)).toMatchObject({ done: true, status: 'done' })
  })

  test('says nothing while the status cannot be asked', async () => {
    const sent = await sentNow()
    server.fail({ status: 500 }, 1, /status$/)
    expect(await failureOf(route.report(sent, patient))).toMatchObject({ failure: 'transient' })
    server.overload = 1
    expect(await failureOf(route.report(sent, patient))).toMatchObject({ failure: 'transient' })
  })

  test('counts lists that are null as empty', async () => {
    const task = { size: 1, processed_count: 1, is_completed: true }
    const report = await answers(task, { indexed_links: null, unindexed_links: [{ url: urls[0], error_code: null }] })
    expect(report).toMatchObject({ done: true, indexed: 0, unindexed: 1 })
  })
})

describe('the balance', () => {
  test('is a free call that says how many links can be sent', async () => {
    expect(await route.balance(patient)).toEqual({ ok: true, message: 'SpeedyIndex: 10 indexer credits', credits: 10 })
    expect(lastRequest()).toMatchObject({ method: 'GET', path: '/v2/account', body: '' })
  })

  test.each([
    [{ tokens: 1250 }, 12, '0 indexer credits, 1250 tokens'],
    [{ indexer: 0, checker: 3, tokens: 1250 }, 12, '0 indexer credits, 1250 tokens'],
    [{ indexer: 7, checker: 3, tokens: 1250 }, 7, '7 indexer credits, 1250 tokens'],
    [{ indexer: 0, checker: 3 }, 0, '0 indexer credits'],
    [{ checker: 3 }, undefined, '0 indexer credits'],
  ])(
    'of an account with %j is %p links, at 100 tokens each where it has no indexer credits',
    async (given, credits, says) => {
      server.wrong_balance = given
      expect(await route.balance(patient)).toEqual({ ok: true, message: `SpeedyIndex: ${says}`, credits })
    },
  )

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
