/** The circuit breaker of the primary route, all six reasons, through the settings operations. */
import { afterEach, expect, test } from 'bun:test'
import { chooseRoute } from '../../../src/domains/providers/breaker.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { refusal } from '../../refusal.ts'
import { rapidUrlIndexer } from '../../upstreams/rapidurlindexer.ts'
import { serper } from '../../upstreams/serper.ts'
import { type SpeedyIndexStandIn, speedyIndex } from '../../upstreams/speedyindex.ts'
import { pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

async function routes(settings: Record<string, unknown> = {}, parts: Parameters<typeof setting>[0] = {}) {
  const one = await setting({ index: 3000, ...parts })
  open.push(one)
  const { now } = one
  const speedy = one.use(speedyIndex({ now, api_key: 'speedy-key', balance: { indexer: 5000, checker: 0 } }))
  const rapid = one.use(rapidUrlIndexer({ now, api_key: 'rapid-key', credits: 5000 }))
  await one.call('pat', 'update_crawl_settings', {
    routes: {
      primary: { adapter: 'speedyindex', base_url: speedy.url, api_key: 'speedy-key' },
      fallback: { adapter: 'rapidurlindexer', base_url: rapid.url, api_key: 'rapid-key' },
    },
    ...settings,
  })
  const status = async () => (await one.call<Status>('pat', 'get_crawl_settings')).routes.primary
  let pushed = 0
  const push = (n = 1) => one.push(pages(n, `push-${pushed++}.example`))
  return { ...one, speedy, rapid, status, push, taken: () => [speedy.tasks.length, rapid.projects.length] }
}

const creates = (speedy: SpeedyIndexStandIn) => speedy.received.filter(({ path }) => /create/.test(path)).length

type Status = {
  routes: { primary: { status: string; breaker: { cause: string; reason: string } | null; last_errors: unknown[] } }
  estimate: { credits: number; used: number; used_pct: number }
  day3: { looked: number; rate_pct: number | null }
}

test('closed, open, fallback, half-open, closed again: the whole cycle', async () => {
  const one = await routes({ failover_errors: 2, failover_cooldown_min: 30 })
  one.speedy.fail({ status: 429 }, 2, /create/)
  await one.push()
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'closed', last_errors: [{ failure: 'rate' }] })
  one.clock.turn(MINUTE)
  await one.work(2)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'errors' } })
  one.clock.turn(MINUTE)
  await one.work(1)
  expect(one.taken()).toEqual([0, 1])
  one.clock.turn(31 * MINUTE)
  one.speedy.fail({ status: 503 }, 1, /create/)
  await one.push()
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'probe' } })
  one.clock.turn(31 * MINUTE)
  await one.push()
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'closed', breaker: null })
  expect(one.speedy.tasks).not.toHaveLength(0)
})

test('a refused key and an empty account open it at once, and the batch goes to the fallback within the same run', async () => {
  for (const [status, cause] of [
    [401, 'auth'],
    [402, 'quota'],
  ] as const) {
    const one = await routes()
    one.speedy.fail({ status }, 1, /create/)
    await one.push()
    await one.work(1)
    expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause } })
    expect(one.taken()).toEqual([0, 1])
    await one.call('pat', 'reset_crawl_breaker')
    expect(await one.status()).toMatchObject({ status: 'closed' })
    await one.push()
    await one.work(1)
    expect(one.taken()).toEqual([1, 1])
  }
})

test('a primary whose address refuses connections costs no wait: each batch goes to the fallback in the same run', async () => {
  const one = await routes()
  one.speedy.stop()
  await one.push()
  await one.work(1)
  expect(one.taken()).toEqual([0, 1])
  expect(await one.status()).toMatchObject({ status: 'closed', last_errors: [{ failure: 'transient' }] })
  const { items } = await one.call<{ items: unknown[] }>('pat', 'list_campaigns')
  expect(items).toMatchObject([{ state: 'sent', route: 'fallback' }])
})

test('without a fallback an address that refuses connections is tried again, and nothing stays in doubt', async () => {
  const one = await routes()
  await one.call('pat', 'update_crawl_settings', { routes: { fallback: null } })
  one.speedy.stop()
  const { id } = await one.push()
  await one.work(1)
  const { items } = await one.call<{ items: unknown[] }>('pat', 'list_campaigns')
  expect(items).toMatchObject([{ state: 'planned', last_error: expect.stringContaining('ECONNREFUSED') }])
  expect((await one.job(id)).note).toContain('Signalpost tries again at 09:00 UTC.')
})

test('a key that SpeedyIndex refuses as it really does opens the breaker at once', async () => {
  const one = await routes()
  one.speedy.fail({ status: 401, body: { code: 3 } }, 1, /create/)
  await one.push()
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'auth' } })
  expect(one.taken()).toEqual([0, 1])
})

test('the allowance counts down from the balance entered; nearly used, new links go to the fallback until it is re-based', async () => {
  const one = await routes({ failover_allowance_pct: 90 })
  await one.call('pat', 'update_provider_balance', { credits: 100, monthly_allowance: 100 })
  await one.push(89)
  await one.work(1)
  const { estimate } = await one.call<Status>('pat', 'get_crawl_settings')
  expect(estimate).toMatchObject({ credits: 11, used: 89, used_pct: 89 })
  await one.push(1)
  await one.work(1)
  expect(one.taken()).toEqual([2, 0])
  await one.push(1)
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'allowance' } })
  one.clock.turn(31 * MINUTE)
  await one.push(1)
  await one.work(1)
  expect(one.taken()).toEqual([2, 2])
  one.clock.turn(31 * MINUTE)
  await one.call('pat', 'update_provider_balance', { credits: 100 })
  await one.push(1)
  await one.work(1)
  expect(one.taken()).toEqual([3, 2])
  expect(await one.status()).toMatchObject({ status: 'closed' })
})

test('a poor day-3 rate of our own looks opens it, from thirty links on, and a reset forgives it', async () => {
  const one = await routes({ failover_day3_min_rate_pct: 20 })
  const vendor = one.use(serper({ now: one.now, api_key: 'serper-key', balance: 9000, results: () => [] }))
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', api_key: 'serper-key', base_url: vendor.url } },
  })
  await one.push(29)
  await one.work()
  await one.day(1, 5)
  await one.day(3, 5)
  expect((await one.call<Status>('pat', 'get_crawl_settings')).day3).toMatchObject({ looked: 29, rate_pct: null })
  await one.push(1)
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'closed' })
  await one.day(4, 5)
  await one.day(6, 5)
  expect((await one.call<Status>('pat', 'get_crawl_settings')).day3).toMatchObject({ looked: 30, rate_pct: 0 })
  await one.push(1)
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'day3_rate' } })
  expect(one.taken()).toEqual([2, 1])
  await one.call('pat', 'reset_crawl_breaker')
  await one.push(1)
  await one.work(1)
  expect(one.taken()).toEqual([3, 1])
})

test('without a fallback an estimate never stops the primary: there is nowhere else to go', async () => {
  const one = await routes()
  await one.call('pat', 'update_crawl_settings', { routes: { fallback: null } })
  await one.call('pat', 'update_provider_balance', { credits: 1, monthly_allowance: 100 })
  await one.push(5)
  await one.work(1)
  await one.push(5)
  await one.work(1)
  expect(one.taken()).toEqual([2, 0])
})

test('the orders of a minute are those that the supplier takes; the rest goes on by itself in the next one', async () => {
  const limited = crawlAdapters.get('speedyindex')!
  const one = await routes(
    {},
    { crawl_adapters: new Map([...crawlAdapters, ['speedyindex', { ...limited, limits: { per_minute: 2 } }]]) },
  )
  const jobs = [await one.push(), await one.push(), await one.push()]
  await one.work(2)
  expect(one.taken()).toEqual([2, 0])
  const notes = await Promise.all(jobs.map(async ({ id }) => (await one.job(id)).note))
  expect(notes.filter(Boolean)).toEqual([
    "The crawl supplier's limit is reached (2 a minute are used). Sending goes on at 09:01 UTC.",
  ])
  one.clock.turn(MINUTE)
  await one.work(1)
  expect(one.taken()).toEqual([3, 0])
})

test('when the breaker opens, batches in back-off go to the fallback at once, however long they were to wait', async () => {
  const one = await routes({ failover_errors: 3 })
  one.speedy.fail({ status: 429 }, 2, /create/)
  await one.push()
  await one.work(1)
  one.clock.turn(5 * SECOND)
  await one.work(1)
  one.speedy.fail({ status: 401 }, 1, /create/)
  await one.push()
  await one.work(1)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'auth' } })
  await one.work(1)
  expect(one.taken()).toEqual([0, 2])
})

test('when a probe succeeds, and when the breaker is reset, batches in back-off are ordered at once', async () => {
  const one = await routes({ failover_errors: 2, failover_cooldown_min: 1 })
  await one.call('pat', 'update_crawl_settings', { routes: { fallback: null } })
  for (const end of ['a probe', 'a reset']) {
    const before = one.speedy.tasks.length
    one.speedy.fail({ status: 429 }, 2, /create/)
    await Promise.all([one.push(), one.push()])
    await one.work(1)
    expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'errors' } })
    if (end === 'a reset') await one.call('pat', 'reset_crawl_breaker')
    else one.clock.turn(MINUTE)
    await one.work(2)
    expect(await one.status()).toMatchObject({ status: 'closed' })
    expect(one.speedy.tasks).toHaveLength(before + 2)
  }
})

test('while one batch probes the primary, the others of the same run go to the fallback', async () => {
  const one = await routes()
  one.speedy.fail({ status: 401 }, 1, /create/)
  await one.push()
  await one.work(1)
  one.clock.turn(30 * MINUTE)
  await Promise.all([one.push(), one.push(), one.push()])
  await one.work(1)
  expect(one.taken()).toEqual([1, 3])
  expect(await one.status()).toMatchObject({ status: 'closed' })
})

test('the estimate that opens the breaker sends batches in back-off to the fallback as well', async () => {
  const one = await routes()
  one.speedy.fail({ status: 429, headers: { 'retry-after': '600' } }, 1, /create/)
  await one.push()
  await one.work(1)
  await one.call('pat', 'update_provider_balance', { credits: 1, monthly_allowance: 100 })
  await one.push()
  await one.work(2)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'allowance' } })
  expect(one.taken()).toEqual([0, 2])
})

test('a success of an order made before the breaker opened does not close it', async () => {
  const one = await routes()
  one.speedy.fail({ status: 401 }, 1, /create/)
  await Promise.all([one.push(), one.push()])
  await one.work(1)
  expect(one.taken()).toEqual([1, 1])
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'auth' } })
})

test('a 429 that says how long to wait holds back every batch of the route until then, and says so', async () => {
  const one = await routes()
  one.speedy.fail({ status: 429, headers: { 'retry-after': '600' }, body: { error: 'easy' } }, 1, /create/)
  const first = await one.push()
  await one.work(1)
  const second = await one.push()
  await one.work(1)
  expect(one.taken()).toEqual([0, 0])
  expect(creates(one.speedy)).toBe(1)
  expect((await one.job(first.id)).note).toContain('Signalpost tries again at 09:10 UTC.')
  expect((await one.job(second.id)).note).toBe(
    "The crawl supplier's limit is reached (nothing more is taken for now). Sending goes on at 09:10 UTC.",
  )
  const { items } = await one.call<{ items: { last_error: string }[] }>('pat', 'list_campaigns')
  expect(items[0]!.last_error).toContain('SpeedyIndex answered 429: easy')
  one.clock.turn(10 * MINUTE)
  await one.work(1)
  expect(one.taken()).toEqual([2, 0])
})

test('a reset lifts the pause that the supplier asked for', async () => {
  const one = await routes()
  await one.call('pat', 'update_crawl_settings', { routes: { fallback: null } })
  one.speedy.fail({ status: 429, headers: { 'retry-after': '7200' } }, 1, /create/)
  await one.push()
  await one.work(2)
  expect(one.taken()).toEqual([0, 0])
  await one.call('pat', 'reset_crawl_breaker')
  await one.work(1)
  expect(one.taken()).toEqual([1, 0])
})

test('where the wait is longer than the cool-down, the fallback takes over until it is over', async () => {
  const one = await routes()
  one.speedy.fail({ status: 429, headers: { 'retry-after': '7200' } }, 1, /create/)
  await one.push()
  await one.work(1)
  expect(one.taken()).toEqual([0, 1])
  expect(await one.status()).toMatchObject({
    status: 'open',
    breaker: { cause: 'quota', until: '2026-11-02T11:00:00.000Z' },
  })
  one.clock.turn(31 * MINUTE)
  await one.push()
  await one.work(1)
  expect(one.taken()).toEqual([0, 2])
  expect(creates(one.speedy)).toBe(1)
  one.clock.turn(90 * MINUTE)
  await one.push()
  await one.work(1)
  expect(one.taken()).toEqual([1, 2])
  expect(await one.status()).toMatchObject({ status: 'closed' })
})

test('a fallback connected while the primary must wait long takes what waits', async () => {
  const one = await routes()
  await one.call('pat', 'update_crawl_settings', { routes: { fallback: null } })
  one.speedy.fail({ status: 429, headers: { 'retry-after': '7200' } }, 1, /create/)
  await Promise.all([one.push(), one.push()])
  await one.work(2)
  expect(await one.status()).toMatchObject({ status: 'closed' })
  await one.call('pat', 'update_crawl_settings', {
    routes: { fallback: { adapter: 'rapidurlindexer', base_url: one.rapid.url, api_key: 'rapid-key' } },
  })
  await one.work(1)
  expect(one.taken()[1]).toBeGreaterThan(0)
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'quota' } })
})

test('links that a supplier will not take fail alone: their credits come back, they do not count as sent, the others are watched', async () => {
  const real = crawlAdapters.get('simulated')!
  const picky: typeof real = {
    ...real,
    create: (settings, context) => ({
      ...real.create(settings, context),
      send: async ({ ref, urls }) => ({
        task_id: ref,
        rejected: urls.filter((url) => url.endsWith('2')).map((url) => ({ url, reason: 'blocked host' })),
      }),
    }),
  }
  const one = await setting({ crawl_adapters: new Map([['simulated', picky]]) as App['crawl_adapters'] })
  open.push(one)
  const { id } = await one.push(pages(4))
  await one.work(1)
  const { outcome } = await one.job(id)
  expect(outcome.states).toMatchObject({ sent: 3, failed: 1 })
  expect(outcome.credits).toMatchObject({ reserved: 3, released: 1 })
  const { items } = await one.call<{ items: unknown[] }>('pat', 'list_campaigns')
  expect(items).toMatchObject([{ url_count: 4, rejected: 1 }])
  const { routes } = await one.call<Status>('pat', 'get_crawl_settings')
  expect(routes.primary).toMatchObject({ sent_this_month: 3 })
})

test('a reset claims nothing while the supplier still refuses the key', async () => {
  const one = await routes()
  one.speedy.fail({ status: 401 }, 1, /create/)
  await one.push()
  await one.work(1)
  one.speedy.fail({ status: 401 }, 1)
  expect(await refusal(one.call('pat', 'reset_crawl_breaker'))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('still refuses the API key'),
  })
  expect(await one.status()).toMatchObject({ status: 'open', breaker: { cause: 'auth' } })
  await one.call('pat', 'reset_crawl_breaker')
  expect(await one.status()).toMatchObject({ status: 'closed' })
})

test('the fallback gets its share of new pushes, all of them or none, and the other takes over in an outage', async () => {
  const one = await routes({ fallback_share_pct: 100 })
  await one.push(3)
  await one.work(2)
  expect(one.taken()).toEqual([0, 1])
  await one.call('pat', 'update_crawl_settings', { fallback_share_pct: 0 })
  await one.push()
  await one.work(2)
  expect(one.taken()).toEqual([1, 1])
  await one.call('pat', 'update_crawl_settings', { fallback_share_pct: 100 })
  one.rapid.fail({ status: 401 }, 1)
  await one.push()
  await one.work(2)
  expect(one.taken()).toEqual([2, 1])
  const pushes = Array.from({ length: 1000 }, (_, i) => `job_${i}`)
  await one.call('pat', 'update_crawl_settings', { fallback_share_pct: 20 })
  await one.call('pat', 'reset_crawl_breaker', {})
  const first = pushes.filter((id) => one.db.read((tx) => chooseRoute(tx, id).route) === 'fallback')
  expect(first.length).toBeGreaterThan(150)
  expect(first.length).toBeLessThan(250)
})
