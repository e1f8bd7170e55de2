/** An unknown price is unknown: it makes no margin, and one that is entered later counts for what was sent before. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { priceBatches } from '../../../src/domains/providers/index.ts'
import { pushing, urls } from '../../pushing.ts'
import { browserOf } from '../../views/browser.ts'

type Margin = {
  totals: { crawl_cost_usd: number; unpriced_links: number; margin_usd: number | null }
  clients: { tenant_name: string; unpriced_links: number; margin_usd: number | null }[]
  rows: { margin_usd: number | null }[]
  unpriced: { route: string; adapter: string | null; links: number }[]
}

let office: Awaited<ReturnType<typeof pushing>>
const PAGES = '/app/platform'
const margin = () => office.call<Margin>('pat', 'get_margin')

beforeAll(async () => {
  office = await pushing(300, 100)
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 60 })
  await office.call('ada', 'submit_index_job', { urls: urls(80, 'own'), preflight: false })
  await office.work()
  await office.call('ada', 'submit_index_job', { urls: urls(50, 'b'), preflight: false, tenant_id: 'ten_bakery' })
  await office.work()
  for (const day of [1, 3, 7]) await office.day(day)
  // As if the links of the client had been sent by a supplier that publishes no price.
  office.db.write((tx) =>
    tx.run("update batches set adapter = 'indexmenow', price_usd = null where tenant_id = 'ten_bakery'"),
  )
})
afterAll(() => office.close())

const indexed = () =>
  office.db.read((tx) => tx.number("select sum(indexed_day7) from batches where tenant_id = 'ten_bakery'"))

test('there is no margin while the cost of some links is unknown', async () => {
  const { totals, clients, rows, unpriced } = await margin()
  expect(indexed()).toBeGreaterThan(5)
  expect(totals).toMatchObject({ unpriced_links: indexed(), margin_usd: null })
  expect(unpriced).toEqual([{ route: 'primary', adapter: 'indexmenow', links: indexed() }])
  const of = (name: string) => clients.find((one) => one.tenant_name === name)!
  expect(of('Bakery')).toMatchObject({ unpriced_links: indexed(), margin_usd: null })
  expect([of('Northwind').unpriced_links, of('Northwind').margin_usd]).toEqual([0, expect.any(Number)])
  expect(rows.filter(({ margin_usd }) => margin_usd === null).length).toBe(1)
})

test('every page says so, and none shows a figure', async () => {
  const browser = browserOf(office)
  const links = `${indexed()} links`
  const [page, overview, revenue] = await Promise.all(
    ['/revenue/margin', '', '/revenue'].map((path) => browser.visit('pat', `${PAGES}${path}`)),
  )
  expect(page!.text).toContain(`Cost unknown for ${links} sent with IndexMeNow.`)
  expect(page!.main).toContain('href="/app/platform/suppliers/primary"')
  expect(page!.main).toMatch(/<dt>Crawl suppliers<\/dt><dd>unknown<\/dd>.*?class="f-wait"/s)
  expect(page!.main).toContain('<dt>Margin</dt><dd>–</dd>')
  for (const seen of [page!, overview!, revenue!]) expect(seen.text).toContain(`cost unknown for ${links}`)
  const { items } = await office.call<{ items: { tenant_name: string; cost_usd: number | null }[] }>(
    'pat',
    'get_provider_usage',
  )
  expect(items.find(({ tenant_name }) => tenant_name === 'Bakery')!.cost_usd).toBeNull()
})

test('the price that is entered counts for what was sent without one, by the same supplier only', async () => {
  const price = async () => {
    await office.call('pat', 'update_margin_settings', { cost_per_indexed_usd: 0.05 })
    return priceBatches(office.app, AbortSignal.timeout(10_000))
  }
  const before = (await margin()).totals.crawl_cost_usd
  expect(await price()).toBe(0)
  const key = { adapter: 'indexmenow', api_key: 'a key of eighteen letters', base_url: 'http://127.0.0.1:1' }
  await office.call('pat', 'update_crawl_settings', { routes: { primary: key } })
  expect(await price()).toBe(1)
  const { totals, unpriced } = await margin()
  expect([totals.unpriced_links, unpriced]).toEqual([0, []])
  expect(totals.crawl_cost_usd - before).toBeCloseTo(indexed() * 0.05, 4)
  expect(totals.margin_usd).not.toBeNull()
  expect(await price()).toBe(0)
})
