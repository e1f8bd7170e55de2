import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Engine, LookWaiting } from '../../../src/domains/checks/engine.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { type SpeedyIndexStandIn, speedyIndex } from '../../upstreams/speedyindex.ts'
import { failureOf } from '../failure.ts'

const KEY = 'sk-speedy-7f3a'
const START = '2026-11-21T09:00:00.000Z'
const patient = new AbortController().signal

let now = START
let server: SpeedyIndexStandIn
let engine: Engine

const connect = (timeout_ms?: number): Engine =>
  engineAdapters
    .get('crawl_supplier')!
    .create(
      { adapter: 'crawl_supplier', base_url: server.url, api_key: KEY },
      { clock: { now: () => now }, user_agent: 'Signalpost/1', ...(timeout_ms && { timeout_ms }) },
    )

beforeEach(() => {
  now = START
  server = speedyIndex({
    now: () => now,
    api_key: KEY,
    balance: { indexer: 0, checker: 10 },
    indexed: (url) => url.includes('in.example'),
    done_after: HOUR,
  })
  engine = connect()
})
afterEach(() => server.stop())

const orders = [
  { ref: 'chk_1', url: 'https://in.example/a' },
  { ref: 'chk_2', url: 'https://out.example/b' },
]
async function post(): Promise<LookWaiting[]> {
  const answers = await engine.look(orders, patient)
  return answers.map((answer, i) => {
    if (answer.state !== 'queued') throw new Error(`not queued: ${JSON.stringify(answer)}`)
    return { ...orders[i]!, handle: answer.handle, asked_at: now }
  })
}

test('a batch is one checker task, titled by the reference of its first order', async () => {
  const handle = '6609d0230000000000000000'
  expect(await engine.look(orders, patient)).toEqual([
    { ref: 'chk_1', state: 'queued', handle, cost_usd: 0.0015 },
    { ref: 'chk_2', state: 'queued', handle, cost_usd: 0.0015 },
  ])
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({
    method: 'POST',
    path: '/v2/task/google/checker/create',
    headers: { authorization: KEY },
  })
  expect(server.received[0]!.json).toEqual({ title: 'chk_1', urls: orders.map(({ url }) => url) })
  expect(server.balance.checker).toBe(8)
})

test('orders for one URL are paid for once', async () => {
  await engine.look([orders[0]!, { ...orders[0]!, ref: 'chk_3' }], patient)
  expect(server.balance.checker).toBe(9)
})

test('being in the indexed list counts at once; not being there counts when the task is complete', async () => {
  const waiting = await post()
  expect(await engine.collect!(waiting, patient)).toMatchObject([
    { ref: 'chk_1', state: 'seen', sighting: { indexed: 'yes', method: 'supplier_report', cost_usd: 0 } },
  ])
  now = plus(now, HOUR)
  expect(await engine.collect!(waiting, patient)).toMatchObject([
    { ref: 'chk_1', sighting: { indexed: 'yes', raw: expect.stringContaining('https://in.example/a') } },
    { ref: 'chk_2', sighting: { indexed: 'no' } },
  ])
  expect(server.received.at(-1)).toMatchObject({ path: '/v2/task/google/checker/fullreport' })
})

test('a URL in the list of a task that is not complete is not a no yet, and one that no list mentions is never a no', async () => {
  const waiting = await post()
  const result = {
    id: waiting[0]!.handle,
    size: 2,
    indexed_links: [],
    unindexed_links: [{ url: 'https://out.example/b', error_code: 0 }],
  }
  const says = (processed_count: number, is_completed: boolean) => {
    const task = { ...result, processed_count }
    server.fail({ status: 200, body: { code: 0, result: [{ ...task, is_completed }] } }, 1, /status$/)
    server.fail({ status: 200, body: { code: 0, result: task } }, 1, /fullreport$/)
  }
  says(1, false)
  expect(await engine.collect!(waiting, patient)).toEqual([])
  says(2, false)
  expect(await engine.collect!(waiting, patient)).toEqual([])
  says(2, true)
  expect(await engine.collect!(waiting, patient)).toMatchObject([
    { ref: 'chk_1', sighting: { indexed: 'unknown' } },
    { ref: 'chk_2', sighting: { indexed: 'no' } },
  ])
})

test('a task that never ends is given up after a day', async () => {
  const waiting = await post()
  now = plus(now, DAY + 1)
  const answers = await engine.collect!(
    waiting.map((order) => ({ ...order, handle: 'lost' })),
    patient,
  )
  expect(answers).toMatchObject([
    { ref: 'chk_1', state: 'failed', failure: 'transient' },
    { ref: 'chk_2', state: 'failed', failure: 'transient' },
  ])
})

test.each([
  [{ code: 1 }, 'quota'],
  [{ code: 2 }, 'invalid'],
  [{ code: -2 }, 'transient'],
] as const)('a task answered %j fails its whole batch as %s', async (body, failure) => {
  server.fail({ status: 200, body })
  expect(await failureOf(engine.look(orders, patient))).toMatchObject({ failure })
})

describe('a batch in doubt', () => {
  const doubt = (): LookWaiting[] => orders.map((order) => ({ ...order, handle: null, asked_at: START }))

  test('is found by its title, answered together once complete, and bought once', async () => {
    server.fail('lost', 1, /create/)
    expect(await failureOf(connect(100).look(orders, patient))).toMatchObject({ failure: 'unknown' })
    now = plus(START, 10 * MINUTE)
    expect(await engine.collect!(doubt(), patient)).toEqual([])
    now = plus(START, 2 * HOUR)
    expect(await engine.collect!(doubt(), patient)).toMatchObject([
      { ref: 'chk_1', state: 'seen', sighting: { indexed: 'yes', cost_usd: 0.0015 } },
      { ref: 'chk_2', state: 'seen', sighting: { indexed: 'no', cost_usd: 0.0015 } },
    ])
    expect(server.tasks).toHaveLength(1)
  })

  test('that the supplier never got is ordered anew, but not before the list can show it', async () => {
    now = plus(START, MINUTE)
    expect(await engine.collect!(doubt(), patient)).toEqual([])
    expect(server.received).toHaveLength(0)
    now = plus(START, 3 * MINUTE)
    expect(await engine.collect!(doubt(), patient)).toMatchObject([
      { ref: 'chk_1', state: 'failed', failure: 'transient' },
      { ref: 'chk_2', state: 'failed', failure: 'transient' },
    ])
  })

  test('stays in doubt while the list cannot be read', async () => {
    now = plus(START, 3 * MINUTE)
    server.overload = 1
    expect(await failureOf(engine.collect!(doubt(), patient))).toMatchObject({ failure: 'transient' })
  })
})

test('the report of an account with tokens tells these', async () => {
  server.wrong_balance = { indexer: 0, checker: 0, tokens: 12345 }
  expect(await engine.report(patient)).toEqual({
    ok: true,
    message: 'SpeedyIndex: 12345 tokens',
    balance: { amount: 12345, unit: 'tokens' },
  })
})

test('the report tells the checker credits and never throws', async () => {
  expect(await engine.report(patient)).toEqual({
    ok: true,
    message: 'SpeedyIndex: 10 checker credits',
    balance: { amount: 10, unit: 'credits' },
  })
  server.fail({ status: 401 })
  expect(await engine.report(patient)).toMatchObject({ ok: false })
})
