/** The crawl suppliers that have no idempotency key: an order whose answer was lost is found, and never made twice. */
import { afterEach, describe, expect, test } from 'bun:test'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import type { CrawlAdapterName } from '../../../src/domains/providers/shapes.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { indexMeNow } from '../../upstreams/indexmenow.ts'
import type { StandIn } from '../../upstreams/stand-in.ts'
import { twoIndex } from '../../upstreams/twoindex.ts'
import { yandexWebmaster } from '../../upstreams/yandex-webmaster.ts'
import { failureOf } from '../failure.ts'

const KEY = 'key-77ab13'
const START = '2026-11-28T09:00:00.000Z'
const patient = new AbortController().signal
const ref = 'sp-01a2236e-90b8-7102-9727-454f1346fd2b'
const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']

let now = START
const clock = () => now
const half = (url: string) => url !== urls[2]

type Case = { start(): StandIn; orders(server: never): string[]; order: RegExp; spend(server: never): void }
/** Suppliers with a test file of their own. */
type OwnFile = 'speedyindex' | 'rapidurlindexer' | 'simulated'
const CASES: Record<Exclude<CrawlAdapterName, OwnFile>, Case> = {
  indexmenow: {
    start: () => indexMeNow({ now: clock, api_key: KEY, completed: half }),
    orders: ({ projects }: { projects: { urls: string[] }[] }) => projects.flatMap((project) => project.urls),
    order: /project\/add$/,
    spend: (server: { credits: number }) => void Object.assign(server, { credits: 2 }),
  },
  twoindex: {
    start: () => twoIndex({ now: clock, api_key: KEY, indexed: half }),
    orders: ({ projects }: { projects: { urls: string[] }[] }) => projects.flatMap((project) => project.urls),
    order: /add_simple$/,
    spend: (server: { available: number }) => void Object.assign(server, { available: 2 }),
  },
  yandex_webmaster: {
    start: () => yandexWebmaster({ now: clock, token: KEY, sites: ['https://a.example'] }),
    orders: ({ tasks }: { tasks: { url: string }[] }) => tasks.map(({ url }) => url),
    order: /recrawl\/queue$/,
    spend: (server: { daily_quota: number }) => void Object.assign(server, { daily_quota: 2 }),
  },
}

const servers: StandIn[] = []
afterEach(() => {
  now = START
  servers.splice(0).forEach((server) => void server.stop())
})

const connect = (adapter: string, server: StandIn, api_key = KEY, timeout_ms?: number): CrawlRoute =>
  crawlAdapters
    .get(adapter)!
    .create(
      { adapter, base_url: server.url, api_key },
      { clock: { now: clock }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
    )

describe.each(Object.entries(CASES))('%s', (adapter, { start, orders, order, spend }) => {
  const begin = () => {
    const server = start()
    servers.push(server)
    return { server, route: connect(adapter, server), ordered: () => orders(server as never) }
  }

  test('an order is made once, and found by its reference', async () => {
    const { route, ordered } = begin()
    expect(await route.find({ ref, urls, planned_at: now }, patient)).toBeNull()
    const receipt = await route.send({ ref, urls, planned_at: now }, patient)
    expect(receipt.rejected).toEqual([])
    expect(await route.find({ ref, urls, planned_at: now }, patient)).toEqual(receipt)
    expect(ordered().toSorted()).toEqual(urls)
  })

  test('beside the one order there is no other', async () => {
    const { route } = begin()
    const { task_id } = await route.send({ ref, urls, planned_at: now }, patient)
    expect(await route.find({ ref, urls, planned_at: now, beside: task_id }, patient)).toBeNull()
    expect(await route.find({ ref, urls, planned_at: now, beside: 'another' }, patient)).toEqual(
      adapter === 'yandex_webmaster' ? null : { task_id, rejected: [] },
    )
  })

  test('an order whose answer was lost is in doubt, and complete after it was looked up', async () => {
    const { server, route, ordered } = begin()
    server.fail('lost', 1, order)
    const hasty = connect(adapter, server, KEY, 150)
    expect((await failureOf(hasty.send({ ref, urls, planned_at: now }, patient))).failure).toMatch(/unknown|transient/)
    if ((await route.find({ ref, urls, planned_at: now }, patient)) === null)
      await route.send({ ref, urls, planned_at: now }, patient)
    expect(ordered().toSorted()).toEqual(urls)
  })

  test('a wrong key is auth, an empty account quota or the limit of the day, and no message has the key', async () => {
    const { server, route, ordered } = begin()
    expect((await failureOf(connect(adapter, server, 'wrong').send({ ref, urls }, patient))).failure).toBe('auth')
    spend(server as never)
    const spent = await failureOf(route.send({ ref, urls, planned_at: now }, patient))
    expect(spent.failure).toBe(adapter === 'yandex_webmaster' ? 'rate' : 'quota')
    expect(ordered().length).toBeLessThan(urls.length)
    server.fail({ status: 400, body: { message: KEY, error_code: 'X', error_message: KEY } }, 9)
    expect((await failureOf(route.send({ ref, urls }, patient))).message).not.toContain(KEY)
    expect((await route.balance(patient)).message).not.toContain(KEY)
  })

  test.each([500, 502, 503])('status %i is transient or in doubt, never a verdict', async (status) => {
    const { server, route } = begin()
    server.fail({ status }, 1, order)
    expect((await failureOf(route.send({ ref, urls }, patient))).failure).toMatch(/transient|unknown/)
  })

  test('reports count the links of the batch until it is done', async () => {
    const { route } = begin()
    const { task_id } = await route.send({ ref, urls, planned_at: now }, patient)
    now = plus(START, 2 * HOUR)
    const sent = { task_id, urls, sent_at: START }
    expect(await route.report(sent, patient)).toMatchObject({ done: false, status: 'running' })
    now = plus(START, 8 * DAY)
    const report = (await route.report(sent, patient))!
    expect(report.indexed + report.unindexed).toBeGreaterThanOrEqual(2)
    expect(report.billed).toBe(adapter === 'yandex_webmaster' ? 0 : 3)
  })

  test('the balance is a free call that never throws', async () => {
    const { server, route } = begin()
    expect(await route.balance(patient)).toMatchObject({ ok: true, credits: 1000 })
    for (const fault of ['html', 'garbage', 'empty'] as const) {
      server.fail(fault)
      expect(await route.balance(patient)).toMatchObject({ ok: false })
    }
  })
})

test('Yandex Webmaster: links of other sites are rejected, and the rest of a batch is sent when the quota returns', async () => {
  const server = yandexWebmaster({ now: clock, token: KEY, sites: ['https://a.example'], daily_quota: 2 })
  servers.push(server)
  const route = connect('yandex_webmaster', server)
  const batch = { ref, urls: [...urls, 'https://foreign.example/x', 'http://a.example/y'], planned_at: START }
  const limit = await failureOf(route.send(batch, patient))
  expect(limit).toMatchObject({ failure: 'rate' })
  // Midnight in Moscow is 21:00 UTC.
  now = plus(START, limit.retryAfter!)
  expect(now).toBe('2026-11-28T21:01:00.000Z')
  const { rejected } = await route.send(batch, patient)
  expect(rejected.map(({ url }) => url)).toEqual(['https://foreign.example/x', 'http://a.example/y'])
  expect(server.tasks.map(({ url }) => url).toSorted()).toEqual(urls)
})
