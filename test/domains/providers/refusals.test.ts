/** Engines that refuse the account in their own way: the checks wait, the operator reads the vendor's words, no credit goes back. */
import { afterEach, expect, test } from 'bun:test'
import { integrationsStatus } from '../../../src/domains/checks/index.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { watchSupplyTask } from '../../../src/tasks/pushes/watch-supply.ts'
import { searchConsole } from '../../upstreams/search-console.ts'
import { serpApi } from '../../upstreams/serpapi.ts'
import { serper } from '../../upstreams/serper.ts'
import { PRIVATE_KEY, PUBLIC_KEY, pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

const INVALID = { status: 400, body: { message: 'Query type not available on your plan', statusCode: 400 } }

async function install(more: Partial<Parameters<typeof serper>[0]> = {}) {
  const one = await setting({ index: 3000, check: 3000 })
  open.push(one)
  const vendor = one.use(serper({ now: one.now, api_key: 'serper-key', balance: 9000, results: () => [], ...more }))
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', api_key: 'serper-key', base_url: vendor.url } },
  })
  const check = (n: number) => one.call<{ id: string }>('ada', 'check_index', { urls: pages(n, 'checked.example') })
  const status = () => one.db.read((tx) => integrationsStatus(tx, one.app)).engines.scan_standard!
  const searches = () => vendor.received.filter(({ path }) => path === '/search').length
  const letters = () =>
    one.db.read((tx) => tx.rows<{ facts: string }>("select facts from mails where template = 'operator_alert'"))
  return { ...one, vendor, check, status, searches, letters }
}

test('a free Serper account: the test says so, and a push keeps its credits until the account is paid', async () => {
  const one = await install({ free: true })
  expect(await one.call('pat', 'test_integration', { source: 'scan_standard' })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/9000 credits left, but a test question failed: .*not allowed for free accounts/),
  })
  const { id } = await one.check(30)
  const before = one.searches()
  await one.work(1)
  expect(one.searches() - before).toBeLessThanOrEqual(5)
  expect(one.status().queue).toMatchObject({ left: 0, why: expect.stringContaining('not allowed for free accounts') })
  for (let gone = 0; gone < 3 * HOUR; gone += 30 * MINUTE) {
    one.clock.turn(30 * MINUTE)
    await one.work(1)
    await one.run(watchSupplyTask)
  }
  expect(one.letters().map(({ facts }) => facts)).toEqual([expect.stringContaining('not allowed for free accounts')])
  expect(await one.results(id)).toEqual([])
  one.vendor.free = false
  expect(await one.call('pat', 'test_integration', { source: 'scan_standard' })).toMatchObject({ ok: true })
  one.clock.turn(6 * MINUTE)
  await one.work(2)
  expect((await one.results(id)).map(({ indexed }) => indexed)).toEqual(Array(30).fill('no'))
})

test.each([
  ['may not search by operators', { free: true }, { free: false }],
  ['is empty', { balance: 0 }, { balance: 9000 }],
])(
  'a push keeps its credits beyond day 10 while the account %s, and is settled once it may ask',
  async (_, is, then) => {
    const shown = (url: string) => url.endsWith('-0')
    const results = (query: string) => (shown(query) ? [query.replace('site:', 'https://')] : [])
    const one = await install({ ...is, results })
    const { id } = await one.push(pages(3, 'pushed.example'))
    for (let day = 0; day <= 12; day++) await one.day(day, 2)
    expect((await one.job(id)).outcome).toMatchObject({ states: { sent: 3 }, credits: { reserved: 3, released: 0 } })
    Object.assign(one.vendor, then)
    await one.call('pat', 'test_integration', { source: 'scan_standard' })
    await one.day(13, 6)
    await one.day(14, 6)
    expect((await one.job(id)).outcome).toMatchObject({ credits: { reserved: 0, consumed: 1, released: 2 } })
  },
)

test('ten refused questions in a row pause any engine with its words; the rest is asked once it answers again', async () => {
  const one = await install()
  one.vendor.fail(INVALID, 9999, /search/)
  const { id } = await one.check(40)
  await one.work(1)
  const lost = (await one.results(id)).length
  expect(lost).toBeLessThan(10)
  expect(one.status().queue).toMatchObject({
    left: 0,
    why: expect.stringMatching(/checks in a row were refused: Serper answered 400: Query type not available/),
  })
  const before = one.searches()
  one.clock.turn(6 * MINUTE)
  await one.work(1)
  expect(one.searches() - before).toBeLessThanOrEqual(5)
  one.vendor.heal()
  one.clock.turn(6 * MINUTE)
  await one.work(3)
  const results = await one.results(id)
  expect(results.filter(({ indexed }) => indexed === 'no')).toHaveLength(40 - lost)
})

test('a single refused question between answers pauses nothing', async () => {
  const one = await install()
  for (let i = 0; i < 12; i++) {
    one.vendor.fail(INVALID, 1, /search/)
    await one.check(2)
    await one.work(1)
  }
  expect(one.status().queue.why).toBeNull()
})

test('an empty list is confirmed by another engine where one is connected, and only the confirmation refunds', async () => {
  const one = await install()
  const live = one.use(
    serpApi({ now: one.now, api_key: 'serp-key', results: (_, query) => [`https://${query.replace('site:', '')}`] }),
  )
  await one.call('pat', 'update_integrations', {
    engines: { scan_live: { adapter: 'serpapi', api_key: 'serp-key', base_url: live.url, cost_usd: 0.01 } },
  })
  const { id } = await one.push(pages(1))
  for (const day of [0, 1, 3, 7]) await one.day(day)
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 1, released: 0 })
  const last = (await one.results(id)).at(-1)!
  expect(last).toMatchObject({ engine: 'scan_live', indexed: 'yes', day: 7, adapter: 'serpapi' })
})

test("after Google's quota of the day the property is asked again on the next day in California", async () => {
  const one = await install()
  const google = one.use(
    searchConsole({
      now: one.now,
      public_key: PUBLIC_KEY,
      client_email: 'reader@project.example',
      properties: ['sc-domain:checked.example'],
      verdict: () => ({ verdict: 'PASS', coverageState: 'Submitted and indexed' }),
      daily_quota: 30,
    }),
  )
  const service_account = {
    client_email: 'reader@project.example',
    private_key: PRIVATE_KEY,
    token_uri: google.token_uri,
  }
  await one.call('pat', 'update_integrations', {
    engines: { upstream: { adapter: 'search_console', enabled: true } },
    search_console: { service_account, properties: ['sc-domain:checked.example'], base_url: google.url },
  })
  await one.call('ada', 'check_index', { urls: pages(200, 'checked.example'), engine: 'upstream' })
  for (let i = 0; i < 12; i++) {
    await one.work(1)
    one.clock.turn(20 * MINUTE)
  }
  const asked = () => google.received.filter(({ path }) => path.includes('index:inspect')).length
  expect(asked()).toBeLessThanOrEqual(36)
  const { queue } = one.db.read((tx) => integrationsStatus(tx, one.app)).search_console!.properties[0]!
  expect(queue).toMatchObject({ left: 0, resumes_at: '2026-11-03T08:00:00.000Z' })
  one.clock.turn(DAY)
  await one.work(1)
  expect(asked()).toBeGreaterThan(36)
})

test('the limits that an account states are kept beside our own', async () => {
  const one = await install()
  one.vendor.fail({ status: 200, body: { balance: 10, rateLimit: 0.05 } }, 99, /account/)
  await one.call('pat', 'test_integration', { source: 'scan_standard' })
  await one.check(8)
  const before = one.searches()
  await one.work(1)
  expect(one.searches() - before).toBe(2)
  expect(one.status().queue).toMatchObject({ left: 0, why: '3 a minute are used' })
})
