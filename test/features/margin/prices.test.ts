/** The price of a client: what the agency earns, the same on Clients, the client's page and Margin. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { earnedByMonth } from '../../../src/features/margin/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { usd } from '../../../views/parts/text/format.ts'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'
import { browserOf } from '../../views/browser.ts'
import { START } from '../../world.ts'

let office: Awaited<ReturnType<typeof pushing>>
beforeEach(async () => {
  office = await pushing(300, 100)
})
afterEach(() => office.close())

type Earnings = {
  price: { usd_month: number | null; usd_credit: number | null } | null
  earned_usd: number | null
  cost_usd: number | null
  margin_usd: number | null
  unpriced_links: number
} | null

const BAKERY = { id: 'ten_bakery' }
const price = (given: object | null, person: 'ada' | 'vera' | 'pat' = 'ada') =>
  office.call(person, 'update_tenant', { ...BAKERY, price: given })
const earnings = async (person: 'ada' | 'ben' | 'pat' | 'vera' = 'ada') =>
  (await office.call<{ earnings: Earnings }>(person, 'get_tenant_overview', BAKERY)).earnings
const to = (day: number) => office.clock.set(plus(START, day * DAY))
const earned = (from: string, until: string) =>
  office.db
    .read((tx) => earnedByMonth(tx, { from: plus(from, 0), to: plus(until, 0) }))
    .map(({ month, usd }) => [month, Math.round(usd * 100) / 100])

/** As an agency that runs the install for itself. */
const runsItself = () =>
  office.db.write((tx) =>
    tx.run(
      "insert into members (tenant_id, user_id, role, created_at) values ('ten_northwind', 'usr_pat', 'owner', ?)",
      tx.now,
    ),
  )

const push = async () => {
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 60 })
  await office.call('ada', 'submit_index_job', { urls: urls(50, 'b'), preflight: false, tenant_id: 'ten_bakery' })
  await office.work()
  for (const day of [1, 3, 7]) await office.day(day)
}

test('a month pays its price, each day its part; days to come pay nothing', async () => {
  await price({ usd_month: 310 })
  to(60)
  // The client was added on 2 November, and it is 1 January now.
  expect(START.slice(0, 10)).toBe('2026-11-02')
  expect(earned('2026-11-01', '2027-01-01')).toEqual([
    ['2026-11', 299.67],
    ['2026-12', 310],
  ])
  expect(earned('2026-12-30', '2027-02-01')).toEqual([
    ['2026-12', 20],
    ['2027-01', 10],
  ])
})

test('a change holds from its day on, a correction of the same day replaces, and null ends it', async () => {
  await price({ usd_month: 3100 })
  await price({ usd_month: 310 })
  to(39)
  await price({ usd_month: 620 })
  to(49)
  await price(null)
  to(100)
  expect(earned('2026-12-01', '2026-12-11')).toEqual([['2026-12', 100]])
  expect(earned('2026-12-11', '2026-12-21')).toEqual([['2026-12', 200]])
  expect(earned('2026-12-01', '2027-02-01')).toEqual([['2026-12', 300]])
  expect((await earnings())!.price).toBeNull()
})

test('an archived client pays nothing', async () => {
  await price({ usd_month: 310 })
  to(39)
  await office.call('ada', 'update_tenant', { ...BAKERY, archived: true })
  to(100)
  expect(earned('2026-12-01', '2027-02-01')).toEqual([['2026-12', 100]])
})

test('a credit pays when it is used', async () => {
  await price({ usd_credit: 0.5 })
  await push()
  const { used } = (await office.call<{ rows: { id: string; used: number }[] }>('ada', 'get_summary')).rows.find(
    ({ id }) => id === 'ten_bakery',
  )!
  expect(used).toBeGreaterThan(5)
  expect((await earnings())!.earned_usd).toBeCloseTo(used / 2, 4)
})

test('the agency earns the price less what the used credits cost it at the operator', async () => {
  await price({ usd_month: 300 })
  await push()
  const row = (
    await office.call<{ clients: { tenant_id: string; revenue_usd: number }[] }>('pat', 'get_margin')
  ).clients.find(({ tenant_id }) => tenant_id === 'ten_bakery')!
  expect(row.revenue_usd).toBeGreaterThan(0)
  const mine = (await earnings())!
  expect(mine).toMatchObject({ price: { usd_month: 300, usd_credit: null }, cost_usd: row.revenue_usd })
  // To the cent: a reader subtracts what the page says.
  const shown = (amount: number) => Number(amount.toFixed(2))
  expect(mine.margin_usd).toBeCloseTo(shown(mine.earned_usd!) - shown(row.revenue_usd), 6)
  const { items } = await office.call<{ items: { id: string; earnings: Earnings }[] }>('ada', 'list_clients')
  expect(items.find(({ id }) => id === 'ten_bakery')!.earnings).toEqual(mine)
})

test('where the agency runs the install, its margin on all screens is the price less the cost of suppliers', async () => {
  runsItself()
  await office.call('pat', 'update_margin_settings', { cost_per_indexed_usd: 0.04 })
  await price({ usd_month: 300, usd_credit: 0.1 })
  await push()
  type Row = Record<'price_revenue_usd' | 'revenue_usd' | 'index_revenue_usd' | 'crawl_cost_usd' | 'margin_usd', number>
  const { clients } = await office.call<{ clients: (Row & { tenant_id: string })[] }>('pat', 'get_margin', {
    from: '2026-10-11',
  })
  const row = clients.find(({ tenant_id }) => tenant_id === 'ten_bakery')!
  expect(row.crawl_cost_usd).toBeGreaterThan(0)
  const { earned_usd, margin_usd, cost_usd } = (await earnings('pat'))!
  expect([row.revenue_usd, row.price_revenue_usd, row.index_revenue_usd]).toEqual([earned_usd!, earned_usd!, 0])
  expect(row.margin_usd).toBeCloseTo(margin_usd!, 3)
  expect(cost_usd).toBeGreaterThan(0)
  // What suppliers cost is for platform admins alone.
  expect(await earnings('ada')).toMatchObject({ earned_usd, cost_usd: null, margin_usd: null, unpriced_links: 0 })
})

test('Clients, the page of the client and Margin show the same earnings and margin', async () => {
  runsItself()
  await office.call('pat', 'update_margin_settings', { cost_per_indexed_usd: 0.04 })
  let browser = browserOf(office)
  const page = '/app/w/ten_northwind/clients'
  const at = `${page}/ten_bakery`
  expect((await browser.visit('pat', at)).text).toContain('Not entered, so no margin is known')
  expect((await browser.send('pat', `${at}/price`, { usd_month: '300', usd_credit: '0.1' })).status).toBe(303)
  await office.call('ada', 'submit_index_job', { urls: urls(20, 'own'), preflight: false })
  await push()
  browser = browserOf(office)
  const { earned_usd, margin_usd } = (await earnings('pat'))!
  const [earned, margin] = [usd(earned_usd!), usd(margin_usd!)]
  const [list, client, install] = await Promise.all(
    [page, at, '/app/platform/revenue/margin'].map((path) => browser.visit('pat', path)),
  )
  expect(list!.main).toContain(`<span class="fig">${earned}</span><small class="sub2">margin ${margin}</small>`)
  expect(client!.text).toContain('$300 a month, $0.10 a credit')
  expect(client!.text).toMatch(new RegExp(`${literal(earned)} in 30 days, \\$[\\d.]+ cost: +${literal(margin)} margin`))
  expect(install!.text).toContain(`${earned} revenue, by its price`)
  expect(install!.text.match(/by credits used/g)).toEqual(['by credits used'])
  expect(install!.main).toContain(`<b>${margin}</b>`)
  // Staff and the client's own people see none of it.
  for (const person of ['ben', 'vera'] as const) {
    const seen = await browser.visit(person, person === 'ben' ? page : '/app/w/ten_bakery')
    expect([person, seen.status, seen.text.includes(earned)]).toEqual([person, 200, false])
  }
  expect((await browser.send('pat', `${at}/price`, { usd_month: '-3', usd_credit: '' })).status).toBe(422)
  expect((await browser.send('pat', `${at}/price`, { usd_month: '', usd_credit: '' })).status).toBe(303)
  expect((await earnings('pat'))!.price).toBeNull()
})

const literal = (text: string): string => text.replace(/[$.]/g, '\\$&')

test('a client without any link earns its price in Margin, too', async () => {
  runsItself()
  await price({ usd_month: 300 })
  to(10)
  const { clients, totals } = await office.call<{ clients: object[]; totals: { price_revenue_usd: number } }>(
    'pat',
    'get_margin',
  )
  expect(clients).toMatchObject([{ tenant_name: 'Bakery', links_sent: 0, price_revenue_usd: 110, margin_usd: 110 }])
  expect(totals.price_revenue_usd).toBe(110)
})

test('admins above a client set and read its price, nobody else', async () => {
  await price({ usd_month: 300 })
  expect(await earnings('ben')).toBeNull()
  expect(await earnings('vera')).toBeNull()
  expect(
    (await refusal(office.call('ada', 'update_tenant', { id: 'ten_northwind', price: { usd_month: 1 } }))).code,
  ).toBe('conflict')
  office.db.write((tx) => tx.run("update members set role = 'owner' where user_id = 'usr_vera'"))
  expect((await refusal(price({ usd_month: 0 }, 'vera'))).code).toBe('forbidden')
  expect((await earnings())!.price).toEqual({ usd_month: 300, usd_credit: null })
  expect((await refusal(price({ usd_month: -1 }))).details.issues).toMatchObject([{ path: 'price.usd_month' }])
})
