/** How sure we are before a credit moves: inspection first, a second query before a credit goes back. */
import { afterEach, expect, test } from 'bun:test'
import { searchConsole } from '../../upstreams/search-console.ts'
import { serper } from '../../upstreams/serper.ts'
import { PRIVATE_KEY, PUBLIC_KEY, pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** Serper as the slot's engine; `shows` says what its results hold at the n-th query for a URL. */
async function withSerper(shows: (url: string, nth: number) => boolean) {
  const one = await setting()
  open.push(one)
  const asked = new Map<string, number>()
  const vendor = one.use(
    serper({
      now: one.now,
      api_key: 'serper-key',
      results: (query) => {
        const url = `https://${query.replace('site:', '')}`
        const nth = (asked.get(url) ?? 0) + 1
        asked.set(url, nth)
        return shows(url, nth) ? [url] : [`${url}-2`]
      },
    }),
  )
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', api_key: 'serper-key', base_url: vendor.url } },
  })
  return { ...one, vendor, asked }
}

async function connectGoogle(one: Setting, verdict: (url: string) => Record<string, unknown>, daily_quota = 2000) {
  const google = one.use(
    searchConsole({
      now: one.now,
      public_key: PUBLIC_KEY,
      client_email: 'reader@project.example',
      properties: ['sc-domain:bakery.example'],
      verdict,
      daily_quota,
    }),
  )
  const { token_uri } = google
  const service_account = { client_email: 'reader@project.example', private_key: PRIVATE_KEY, token_uri }
  await one.call('pat', 'update_integrations', {
    search_console: { service_account, properties: ['sc-domain:bakery.example'], base_url: google.url },
  })
  return google
}

const inspections = (server: { received: { path: string }[] }) =>
  server.received.filter(({ path }) => path.includes('index:inspect')).length

test('a credit goes back only after two searches in a row said no', async () => {
  const one = await withSerper(() => false)
  const { id } = await one.push(pages(1))
  await one.work()
  await one.day(1)
  await one.day(3)
  expect(one.asked.get(pages(1)[0]!)).toBe(2)
  await one.day(7, 1)
  expect((await one.job(id)).outcome.credits).toMatchObject({ reserved: 1, released: 0 })
  await one.work(1)
  expect((await one.job(id)).outcome.credits).toMatchObject({ reserved: 0, released: 1 })
  const [, , third, fourth] = await one.results(id)
  expect(third).toMatchObject({ indexed: 'no', confirms: null, day: 7, method: 'search_result', cost_usd: 0.001 })
  expect(fourth).toMatchObject({ indexed: 'no', confirms: third!.rid, day: 7, adapter: 'serper' })
  expect(fourth!.evidence).toContain('Not among the 1 result of site:')
  expect((await one.job(id)).status).toBe('done')
})

test('a yes at the second query wins, and the credit is used', async () => {
  const one = await withSerper((_, nth) => nth === 4)
  const { id } = await one.push(pages(1))
  for (const day of [0, 1, 3, 7]) await one.day(day)
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 1, released: 0 })
})

test('a second query that ends unknown moves nothing: both are asked again later', async () => {
  const one = await withSerper(() => false)
  const { id } = await one.push(pages(1))
  for (const day of [0, 1, 3]) await one.day(day)
  await one.day(7, 1)
  one.vendor.fail({ status: 400, body: { message: 'bad query' } }, 1, /search/)
  await one.work(1)
  expect((await one.job(id)).outcome.credits).toMatchObject({ reserved: 1 })
  await one.day(7.3)
  expect((await one.job(id)).outcome.credits).toMatchObject({ released: 1 })
  const verdicts = (await one.results(id)).slice(2).map(({ indexed, confirms }) => [indexed, confirms !== null])
  expect(verdicts).toEqual([
    ['no', false],
    ['unknown', true],
    ['no', false],
    ['no', true],
  ])
})

test("Google's own cause is the first answer to why a link is not indexed, with its last visit and what helps", async () => {
  const one = await withSerper(() => true)
  await connectGoogle(one, () => ({
    ...{ verdict: 'NEUTRAL', coverageState: 'Alternate page', pageFetchState: 'SUCCESSFUL', robotsTxtState: 'ALLOWED' },
    ...{ lastCrawlTime: '2026-01-02T20:34:44Z', googleCanonical: 'https://bakery.example/all-bread' },
  }))
  const { id } = await one.push(pages(1))
  for (const day of [0, 1, 3, 7]) await one.day(day)
  const last = (await one.results(id)).at(-1)!
  expect(last).toMatchObject({
    ...{ cause: 'other_canonical', google_canonical: 'https://bakery.example/all-bread' },
    ...{ crawled_at: '2026-01-02T20:34:44Z', indexed: 'no' },
  })
  const { why } = await one.call<{ why: object[] }>('ada', 'get_link', { uid: last.uid })
  expect(why[0]).toEqual({
    mark: 'cause',
    text: 'Google: it chose another page: https://bakery.example/all-bread.',
    more: 'Its last visit was on 2026-01-02, before the push. Point canonical, links and sitemap at the page that is to be found.',
  })
  expect(JSON.stringify(why)).not.toContain('The search engine declined the page.')
})

test('where a property covers the link Google itself is asked, and its no is believed at once', async () => {
  const one = await withSerper(() => true)
  const google = await connectGoogle(one, (url) => ({
    verdict: url.endsWith('page-0') ? 'PASS' : 'NEUTRAL',
    coverageState: url.endsWith('page-0') ? 'Submitted and indexed' : 'Crawled - currently not indexed',
  }))
  const { id } = await one.push([...pages(2), 'https://elsewhere.example/'])
  for (const day of [0, 1]) await one.day(day)
  expect(await one.results(id)).toMatchObject([
    { adapter: 'search_console', method: 'inspection', indexed: 'yes', evidence: 'Google says: Submitted and indexed' },
    { adapter: 'search_console', method: 'inspection', indexed: 'no', cost_usd: 0 },
    { adapter: 'serper', method: 'search_result', indexed: 'yes' },
  ])
  for (const day of [3, 7]) await one.day(day)
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 2, released: 1 })
  expect(inspections(google)).toBe(4)
  expect([...one.asked.keys()]).toEqual(['https://elsewhere.example/'])
})

test('what Search Console cannot tell is asked of the slot’s engine', async () => {
  const one = await withSerper(() => true)
  const google = await connectGoogle(one, () => ({ verdict: 'VERDICT_UNSPECIFIED' }))
  const { id } = await one.push(pages(2))
  await one.work()
  google.fail({ status: 403, body: { error: { message: 'no access' } } }, 1, /inspect/)
  await one.day(1)
  expect((await one.results(id)).map(({ adapter, indexed }) => [adapter, indexed])).toEqual([
    ['serper', 'yes'],
    ['serper', 'yes'],
  ])
})

test('the quota of a property holds back a quarter, tells the job when it goes on, and goes on by itself; what waits for a day is asked elsewhere', async () => {
  const one = await withSerper(() => true)
  const google = await connectGoogle(one, () => ({ verdict: 'PASS' }))
  await one.call('pat', 'update_integrations', { search_console: { reserve_pct: 99.9 } })
  const { id } = await one.push(pages(5))
  for (const day of [0, 1]) await one.day(day)
  expect(inspections(google)).toBe(2)
  const { note } = await one.job(id)
  expect(note).toBe(
    'Checks wait for Search Console (sc-domain:bakery.example): 2 a day are used, 0 left. Goes on at 2026-11-04 08:00 UTC; all done by about 2026-11-05 08:00 UTC.',
  )
  await one.day(1.5)
  expect(inspections(google)).toBe(2)
  await one.day(2)
  expect(inspections(google)).toBe(4)
  await one.day(2.01)
  expect(inspections(google)).toBe(4)
  expect(one.asked.size).toBe(1)
  expect((await one.job(id)).note).toBeNull()
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 5 })
})

test('a 429 of Search Console pauses the whole property, and its checks wait', async () => {
  const one = await withSerper(() => true)
  const google = await connectGoogle(one, () => ({ verdict: 'PASS' }))
  const { id } = await one.push(pages(30))
  await one.work()
  google.fail({ status: 429, body: { error: { message: 'Quota exceeded' } } }, 30, /inspect/)
  await one.day(1)
  const first = inspections(google)
  expect(first).toBeLessThanOrEqual(30)
  await one.work(5)
  expect(inspections(google)).toBe(first)
  expect((await one.job(id)).note).toStartWith('Checks wait for Search Console (sc-domain:bakery.example)')
  google.heal()
  await one.day(1.02)
  await one.day(1.03)
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 30 })
  expect((await one.job(id)).note).toBeNull()
})

test('a cap in USD stops orders for the day, and new ones are refused with 429', async () => {
  const one = await withSerper(() => true)
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { daily_cap_usd: 0.005, cost_usd: 0.001 } },
  })
  const check = (n: number) => one.call<{ id: string }>('ada', 'check_index', { urls: pages(n) })
  await expect(check(6)).rejects.toMatchObject({ code: 'daily_cap' })
  const { id } = await check(5)
  await one.work()
  expect((await one.job(id)).status).toBe('done')
  await expect(check(1)).rejects.toMatchObject({ code: 'daily_cap' })
  const { id: pushed } = await one.push(pages(7))
  await one.work()
  await one.day(1)
  expect((await one.job(pushed)).outcome.credits).toMatchObject({ consumed: 5, reserved: 2 })
  expect((await one.job(pushed)).note).toContain('the budget of the day is spent')
  await one.day(2)
  expect((await one.job(pushed)).outcome.credits).toMatchObject({ consumed: 7 })
})

test('a refused key holds the queue back, and a new one sets it going at once', async () => {
  const one = await withSerper(() => true)
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { api_key: 'mistyped-key' } } })
  const { id } = await one.call<{ id: string }>('ada', 'check_index', { urls: pages(3) })
  await one.work(3)
  expect(one.vendor.received.filter(({ path }) => path === '/search')).toHaveLength(3)
  expect((await one.job(id)).status).toBe('checking')
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { api_key: 'serper-key' } } })
  await one.work(1)
  expect((await one.job(id)).status).toBe('done')
})
