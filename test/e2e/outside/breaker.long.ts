/** The circuit breaker of the primary route, as an operator sees it: all six causes, and every way back. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { between, DAY, MINUTE } from '../../../src/kernel/time/clock.ts'
import { type RapidUrlIndexerStandIn, rapidUrlIndexer } from '../../upstreams/rapidurlindexer.ts'
import { type Agency, agency, CRAWL_KEY, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, until } from '../appliance.ts'

setDefaultTimeout(600_000)

const turning = test.skipIf(!CAN_TURN)

const FALLBACK_KEY = 'the key of the other supplier'
const COOL_DOWN = 30 * MINUTE

type Failure = { failure: string; message: string }
type Breaker = { cause: string; reason: string; opened_at: string; until: string }
type Crawl = {
  routes: { primary: { status: string; breaker: Breaker | null; last_errors: Failure[]; sent_this_month: number } }
  day3: { seen: number; looked: number; rate_pct: number | null }
}
type Glance = { crawl_estimate: { used: number; used_pct: number | null }; fallback_credits: number }

let one: Agency
let fallback: RapidUrlIndexerStandIn
let door: Door
let pushed: string[]
beforeEach(async () => {
  pushed = []
  one = await agency({ shown: () => false })
  fallback = rapidUrlIndexer({ now: () => one.clock.now(), api_key: FALLBACK_KEY, credits: 1000 })
  door = doorTo(one.crawler.url)
  await one.put('/settings/crawl', {
    failover_errors: 2,
    routes: {
      primary: { base_url: door.url, api_key: CRAWL_KEY },
      fallback: { adapter: 'rapidurlindexer', base_url: fallback.url, api_key: FALLBACK_KEY },
    },
  })
})
afterEach(async () => {
  await one.close()
  fallback.stop()
  door.stop()
})

const crawl = () => one.get<Crawl>('/settings/crawl')
const primary = async () => (await crawl()).routes.primary
const glance = () => one.get<Glance>('/admin/providers')
const reset = () => one.post('/settings/crawl/breaker/reset')
const atFallback = () => fallback.projects.flatMap((project) => project.urls)

async function push(name: string, n = 2) {
  const urls = Array.from({ length: n }, (_, i) => `https://bakery.example/${name}-${i}`)
  pushed.push(...urls)
  const { id } = await one.push(urls, { name, preflight: false })
  return { id, urls, watched: () => one.reaches(id, 'watching') }
}

/** A push that the fallback takes, without anybody asking for it, while the primary's breaker is open. */
async function divert(name: string, cause: string): Promise<Breaker> {
  const { urls, watched } = await push(name)
  await watched()
  expect(atFallback()).toEqual(expect.arrayContaining(urls))
  const { status, breaker } = await primary()
  expect({ status, cause: breaker?.cause }).toEqual({ status: 'open', cause })
  return breaker!
}

/** A push that the primary takes, whose breaker is closed. */
async function arrive(name: string, n?: number): Promise<void> {
  const { urls, watched } = await push(name, n)
  await watched()
  expect(one.ordered()).toEqual(expect.arrayContaining(urls))
  expect(await primary()).toMatchObject({ status: 'closed', breaker: null })
}

/** Whatever failed: each URL was ordered once, and is at one supplier. */
async function expectEachOrderedOnce(): Promise<void> {
  await until('every URL to be ordered', async () => one.ordered().length + atFallback().length >= pushed.length)
  expect([...one.ordered(), ...atFallback()].toSorted()).toEqual(pushed.toSorted())
  await expectBooksToBalance(one)
  const { routes } = await crawl()
  const of_month = one.crawler.tasks.filter(({ created_at }) => created_at.slice(0, 7) === one.clock.now().slice(0, 7))
  expect(routes.primary.sent_this_month).toBe(of_month.flatMap(({ urls }) => urls).length)
}

turning('failures within the window open it, a failed probe opens it again, and a good one closes it', async () => {
  one.crawler.fail({ status: 429, body: { error: 'too fast' } }, 2, /create/)
  const old = await push('old')
  await until('a failure', async () => (await primary()).last_errors.length === 1)
  // The second failure comes after the first has left the window.
  one.clock.turn(11 * MINUTE)
  const late = await push('late')
  await until('another failure', async () => (await primary()).last_errors.length === 2)
  expect(await primary()).toMatchObject({ status: 'closed', breaker: null })

  one.crawler.fail({ status: 429, body: { error: 'too fast' } }, 1, /create/)
  const { opened_at, until: ends } = await divert('third', 'errors')
  expect(between(opened_at, ends)).toBe(COOL_DOWN)
  // Those in back-off wait for nothing any more.
  await Promise.all([old.watched(), late.watched()])
  expect((await primary()).last_errors[0]).toMatchObject({
    failure: 'rate',
    message: expect.stringContaining('too fast'),
  })

  one.clock.turn(COOL_DOWN)
  one.crawler.fail({ status: 429 }, 1, /create/)
  expect((await divert('bad-probe', 'probe')).reason).toContain('the probe failed')
  const made = door.creates
  await divert('after-the-probe', 'probe')
  expect(door.creates).toBe(made)

  one.clock.turn(COOL_DOWN)
  door.shut()
  const probe = await push('good-probe')
  await until('the probe', async () => (await primary()).status === 'half_open')
  const behind = await push('behind-the-probe')
  expect(await primary()).toMatchObject({ status: 'half_open' })
  expect(door.creates).toBe(made + 1)
  door.open()
  await Promise.all([probe.watched(), behind.watched()])
  expect(one.ordered()).toEqual(expect.arrayContaining(probe.urls))
  await arrive('closed-again')
  await expectEachOrderedOnce()
})

turning('a long Retry-After opens it until then, whatever the cool-down; a reset asks again at once', async () => {
  one.crawler.fail({ status: 429, headers: { 'retry-after': '7200' } }, 1, /create/)
  const { opened_at, until: ends } = await divert('busy', 'quota')
  expect(between(opened_at, ends)).toBe(120 * MINUTE)
  one.clock.turn(COOL_DOWN + MINUTE)
  await divert('busy-still', 'quota')
  expect(door.creates).toBe(1)
  await reset()
  await arrive('asked-again')
  await expectEachOrderedOnce()
})

turning(
  'a refused key, an empty account, an allowance used and a poor day-3 rate open it; a reset closes it',
  async () => {
    one.crawler.fail({ status: 401, body: { error: 'wrong key' } }, 1, /create/)
    expect((await divert('refused', 'auth')).reason).toContain('wrong key')
    expect((await primary()).last_errors).toMatchObject([{ failure: 'auth' }])
    await reset()
    await arrive('after-auth')

    const credits = one.crawler.balance.indexer
    one.crawler.balance.indexer = 0
    await divert('empty', 'quota')
    expect((await primary()).last_errors[0]).toMatchObject({ failure: 'quota' })
    one.crawler.balance.indexer = credits
    await reset()
    await arrive('after-quota')

    await one.put('/admin/providers/balance', { credits: 4, monthly_allowance: 100 })
    expect((await divert('used', 'allowance')).reason).toContain('96 %')
    expect(await glance()).toMatchObject({ crawl_estimate: { used: 0, used_pct: 96 }, fallback_credits: 994 })
    one.clock.turn(COOL_DOWN)
    await divert('used-still', 'allowance')
    one.clock.turn(COOL_DOWN)
    await one.put('/admin/providers/balance', { credits: 10_000, monthly_allowance: 10_000 })
    await arrive('after-the-bill', 30)
    expect(await glance()).toMatchObject({ crawl_estimate: { used: 30, used_pct: 0.3 } })

    for (const days of [1, 2]) {
      one.clock.turn(days * DAY + MINUTE)
      await until('the looks', async () => (await one.tick()).looks_open === 0)
    }
    expect((await crawl()).day3).toEqual({ seen: 0, looked: 32, rate_pct: 0 })
    expect((await divert('poor', 'day3_rate')).reason).toContain('0 of 32 links')
    await reset()
    await arrive('after-the-rate')
    await expectEachOrderedOnce()
  },
)

type Door = ReturnType<typeof doorTo>

/** Stands before a supplier and, while shut, lets orders wait that were already made. */
function doorTo(target: string) {
  let opened = Promise.withResolvers<void>()
  opened.resolve()
  const self = { url: '', creates: 0, shut: () => {}, open: () => {}, stop: () => {} }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (/create/.test(pathname)) {
        self.creates++
        await opened.promise
      }
      const { method, headers } = request
      const body = method === 'GET' ? undefined : await request.text()
      const answer = await fetch(`${target}${pathname}`, { method, headers, body, keepalive: false })
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers })
    },
  })
  self.url = server.url.origin
  self.shut = () => {
    opened = Promise.withResolvers()
  }
  self.open = () => opened.resolve()
  self.stop = () => void server.stop(true)
  return self
}
