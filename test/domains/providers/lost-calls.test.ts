/** Paid calls whose answer was lost: in doubt until the vendor's account tells, and then booked as they were billed. */
import { afterEach, expect, test } from 'bun:test'
import type { App } from '../../../src/kernel/operation/app.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { dataForSeo } from '../../upstreams/dataforseo.ts'
import { serpApi } from '../../upstreams/serpapi.ts'
import { serper } from '../../upstreams/serper.ts'
import type { StandIn } from '../../upstreams/stand-in.ts'
import { pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** Little patience while an answer is to be lost; a slow machine loses no other. */
const hasty = (fails: () => boolean) =>
  new Map(
    [...engineAdapters].map(([name, adapter]) => [
      name,
      {
        ...adapter,
        create: (s: never, c: object) => adapter.create(s, { ...c, ...(fails() && { timeout_ms: 500 }) } as never),
      },
    ]),
  ) as unknown as App['engines']

async function start() {
  const vendors: StandIn[] = []
  const one = await setting({ check: 5000, engines: hasty(() => vendors.some((vendor) => vendor.fails())) })
  open.push(one)
  const results = (query: string) => [`https://${query.replace('site:', '')}`]
  const google = one.use(serper({ now: one.now, api_key: 'serper-key', results }))
  const serp = one.use(
    serpApi({ now: one.now, api_key: 'serpapi-key', results: (_, query) => results(query), searches_left: 500 }),
  )
  const seo = one.use(dataForSeo({ now: one.now, login: 'lena', password: 'seo-password' }))
  vendors.push(google, serp, seo)
  const connect = (slot: string, engine: object) =>
    one.call('pat', 'update_integrations', { engines: { [slot]: engine } })
  const check = (n: number, engine: string, host?: string) =>
    one.call<{ id: string }>('ada', 'check_index', { urls: pages(n, host), engine })
  return {
    ...one,
    google,
    serp,
    seo,
    check,
    serper: (more = {}) =>
      connect('scan_standard', { adapter: 'serper', base_url: google.url, api_key: 'serper-key', ...more }),
    serpapi: (more = {}) =>
      connect('scan_live', { adapter: 'serpapi', base_url: serp.url, api_key: 'serpapi-key', cost_usd: 0.01, ...more }),
    live: () =>
      connect('scan_live', { adapter: 'dataforseo_live', base_url: seo.url, login: 'lena', password: 'seo-password' }),
    /** What we booked, and what is in doubt, USD. */
    books: () =>
      one.db.read((tx) => ({
        booked: tx.row<{ n: number }>('select coalesce(round(sum(cost_usd), 6), 0) as n from looks')!.n,
        in_doubt: tx.row<{ n: number }>(
          "select coalesce(round(sum(cost_usd), 6), 0) as n from lost_calls where state in ('open', 'untold')",
        )!.n,
        calls: tx.rows<{ state: string }>('select state from lost_calls order by state').map(({ state }) => state),
      })),
    async pass(ms: number) {
      one.clock.turn(ms)
      await one.work(1)
    },
  }
}

const billedSerper = (one: Awaited<ReturnType<typeof start>>) => Math.round((2500 - one.google.balance) * 1000) / 1e6

test('a call that was billed, and whose answer was lost, is in doubt first and booked as soon as the meter tells', async () => {
  const one = await start()
  await one.serper()
  await one.check(3, 'scan_standard')
  one.google.fail('lost', 1, /search/)
  await one.work(1)
  expect(one.books()).toMatchObject({ booked: 0.002, in_doubt: 0.001, calls: ['open'] })
  const [row] = (await one.call<Margin>('pat', 'get_margin')).rows
  expect(row).toMatchObject({ look_cost_usd: 0.002, cost_in_doubt_usd: 0.001 })
  const shown = await one.call<Shown>('pat', 'get_providers')
  expect(shown.today[0]).toMatchObject({ spent_usd: 0.003, calls_in_doubt: 1, cost_in_doubt_usd: 0.001 })
  await one.pass(MINUTE)
  expect(one.books()).toMatchObject({ booked: 0.003, in_doubt: 0.001 })
  await one.pass(3 * MINUTE)
  expect(one.books()).toEqual({ booked: 0.004, in_doubt: 0, calls: ['billed'] })
  expect(one.books().booked).toBe(billedSerper(one))
})

test.each(['hang', 'garbage', 'html', 'empty'] as const)(
  'a call that never was billed (%s) is booked as nothing once the meter tells',
  async (fault) => {
    const one = await start()
    await one.serper()
    await one.check(2, 'scan_standard')
    one.google.fail(fault, 1, /search/)
    await one.work(1)
    expect(one.books()).toMatchObject({ booked: 0.001, in_doubt: 0.001 })
    await one.pass(MINUTE)
    await one.pass(3 * MINUTE)
    expect(one.books()).toEqual({ booked: 0.002, in_doubt: 0, calls: ['free'] })
    expect(one.books().booked).toBe(billedSerper(one))
  },
)

test('what the vendor itself refuses is in no doubt', async () => {
  const one = await start()
  await one.serper()
  await one.check(2, 'scan_standard')
  one.google.fail({ status: 500 }, 1, /search/)
  one.google.fail({ status: 429 }, 1, /search/)
  await one.work(1)
  expect(one.books().calls).toEqual([])
})

test('money that was paid in meanwhile hides what became of the calls: they stay in doubt, in sight', async () => {
  const one = await start()
  await one.serper()
  await one.check(3, 'scan_standard')
  one.google.fail('lost', 1, /search/)
  await one.work(1)
  await one.pass(MINUTE)
  one.google.balance += 50_000
  await one.pass(3 * MINUTE)
  expect(one.books()).toEqual({ booked: 0.003, in_doubt: 0.001, calls: ['untold'] })
  one.google.fail('lost', 1, /search/)
  await one.check(2, 'scan_standard', 'other.example')
  await one.pass(MINUTE)
  await one.pass(MINUTE)
  await one.pass(3 * MINUTE)
  expect(one.books()).toEqual({ booked: 0.006, in_doubt: 0.001, calls: ['billed', 'untold'] })
})

test('an account that does not answer is asked again, not all the time, and holds up no look', async () => {
  const one = await start()
  await one.serper()
  await one.check(1, 'scan_standard')
  await one.work(1)
  one.google.fail('lost', 1, /search/)
  await one.check(1, 'scan_standard', 'other.example')
  await one.work(1)
  one.google.fail({ status: 500 }, 99, /account/)
  const asks = () => one.google.received.filter(({ path }) => path === '/account').length
  const before = asks()
  for (let minute = 0; minute < 9; minute++) await one.pass(MINUTE)
  expect(asks() - before).toBe(2)
  expect(one.db.read((tx) => tx.count("select count(*) from looks where state <> 'done'"))).toBe(0)
  one.google.heal()
  await one.pass(5 * MINUTE)
  expect(one.books()).toEqual({ booked: 0.003, in_doubt: 0, calls: ['billed'] })
})

test('calls in doubt count against what a day may cost', async () => {
  const one = await start()
  await one.serper({ daily_cap_usd: 0.005, cost_usd: 0.001 })
  await one.check(5, 'scan_standard')
  one.google.fail('lost', 4, /search/)
  await one.work(1)
  await one.pass(MINUTE)
  expect(one.google.received.filter(({ path }) => path === '/search').length).toBe(5)
  await one.pass(DAY)
  await one.pass(5 * MINUTE)
  expect(one.books().booked).toBe(billedSerper(one))
})

test('calls that a crash cut off are in doubt too', async () => {
  const one = await start()
  await one.serper()
  const { id } = await one.check(2, 'scan_standard')
  await one.work(1)
  one.db.write((tx) =>
    tx.run(
      "update looks set state = 'ordering', finished_at = null, credits = 0 where job_id = ? and url like '%1'",
      id,
    ),
  )
  await one.work(1)
  expect(one.books()).toMatchObject({ calls: ['open'], in_doubt: 0.001 })
  await one.pass(3 * MINUTE)
  expect(one.books()).toMatchObject({ calls: ['free'], in_doubt: 0 })
})

test('SerpApi gives a lost answer again within the hour, and counts it once', async () => {
  const one = await start()
  await one.serpapi()
  await one.check(2, 'scan_live')
  one.serp.fail('lost', 1, /search/)
  await one.work(1)
  await one.pass(MINUTE)
  expect(500 - one.serp.searches_left).toBe(2)
  const asked = one.serp.received.filter(({ path }) => path === '/search').map(({ query }) => query.no_cache ?? 'cache')
  expect(asked).toEqual(['true', 'true', 'cache'])
  await one.pass(3 * MINUTE)
  expect(one.books()).toEqual({ booked: 0.02, in_doubt: 0, calls: ['free'] })
})

test('a lost answer that is asked for again later within the hour is booked once all the same', async () => {
  const one = await start()
  await one.serpapi()
  await one.check(1, 'scan_live')
  one.serp.fail('lost', 1, /search/)
  await one.work(1)
  one.serp.fail({ status: 429, headers: { 'retry-after': '600' } }, 1, /search/)
  for (let minutes = 0; minutes < 20; minutes += 4) await one.pass(4 * MINUTE)
  expect(500 - one.serp.searches_left).toBe(1)
  expect(one.books()).toEqual({ booked: 0.01, in_doubt: 0, calls: ['free'] })
})

test('an account without a price is audited in its own unit', async () => {
  const one = await start()
  await one.serpapi({ cost_usd: null })
  await one.check(2, 'scan_live')
  one.serp.fail('lost', 1, /search/)
  await one.work(1)
  const [row] = (await one.call<Margin>('pat', 'get_margin')).rows
  expect(row).toMatchObject({ look_cost_usd: 0.025, cost_in_doubt_usd: 0.05 })
  await one.pass(2 * HOUR)
  await one.pass(3 * MINUTE)
  expect(500 - one.serp.searches_left).toBe(3)
  expect(one.books().calls).toEqual(['billed'])
  expect((await one.call<Margin>('pat', 'get_margin')).rows[0]).toMatchObject({
    look_cost_usd: 0.075,
    cost_in_doubt_usd: 0,
  })
})

test.each([
  ['lost', ['billed'], 0.04],
  ['hang', ['free'], 0.03],
] as const)('DataForSEO tells what a live call cost by our tag (%s)', async (fault, states, booked) => {
  const one = await start()
  await one.live()
  await one.check(3, 'scan_live')
  one.seo.fail(fault, 1, /live/)
  await one.work(1)
  await one.pass(MINUTE)
  expect(one.books()).toMatchObject({ booked: 0.03, in_doubt: 0.01, calls: ['open'] })
  await one.pass(5 * MINUTE)
  expect(one.books().calls).toEqual(['open'])
  await one.pass(5 * MINUTE)
  expect(one.books()).toEqual({ booked, in_doubt: 0, calls: [...states] })
  expect(one.books().booked).toBeCloseTo(50 - one.seo.balance, 6)
  const [list] = one.seo.received.filter(({ path }) => path === '/v3/serp/id_list')
  expect(list!.json).toMatchObject([{ include_metadata: true, datetime_from: expect.stringMatching(/ \+00:00$/) }])
})

test('looks that wait at a vendor whose place another has taken are asked anew, and what was in doubt stays so', async () => {
  const one = await start()
  const dataforseo = { adapter: 'dataforseo', login: 'lena', password: 'seo-password', cost_usd: 0.003 }
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { ...dataforseo, base_url: one.seo.url } } })
  await one.check(3, 'scan_standard')
  await one.work(1)
  one.seo.fail('hang', 1, /task_post/)
  const { id } = await one.check(2, 'scan_standard', 'other.example')
  await one.work(1)
  const [today] = (await one.call<Shown>('pat', 'get_providers')).today
  expect(today).toMatchObject({ calls_in_doubt: 2, cost_in_doubt_usd: 0.006, spent_usd: 0.015 })
  await one.serper()
  await one.pass(30 * MINUTE)
  expect(one.google.received).toHaveLength(0)
  await one.pass(31 * MINUTE)
  expect((await one.job(id)).status).toBe('done')
  // Three that were posted, and five at the price that stayed in the slot's settings.
  expect(one.books()).toEqual({ booked: 0.024, in_doubt: 0.006, calls: ['open', 'open'] })
})

test('an account at rest is not asked', async () => {
  const one = await start()
  await one.serper()
  const asks = () => one.google.received.length
  await one.work(2)
  expect(asks()).toBe(0)
  await one.check(1, 'scan_standard')
  await one.work(2)
  expect(asks()).toBe(2)
  for (let i = 0; i < 5; i++) await one.pass(HOUR + SECOND)
  expect(asks()).toBe(2)
})

type Margin = { rows: Record<string, number>[] }
type Shown = { today: Record<string, number>[] }
