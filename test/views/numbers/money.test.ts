/** Credits by client: the page says what the ledger says, and what the other pages say. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readCreditUse } from '../../../src/domains/figures/index.ts'
import { DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import { UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST, START } from '../../world.ts'
import { browserOf, type Seen } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const BASE = `/app/w/${CAST.ada.tenant_id}`
const MONEY = `${BASE}/credits/clients`

beforeAll(async () => {
  office = await pushing(2000, 500)
  const push = (input: object) => office.call('ada', 'submit_index_job', { preflight: false, ...input })
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 300 })
  await push({ name: 'Own', urls: urls(60, 'own') })
  await push({ name: 'Bakery', tenant_id: 'ten_bakery', urls: urls(120, 'bakery'), smart: false })
  await push({ name: 'Drip', tenant_id: 'ten_bakery', urls: urls(40, 'drip'), drip_days: 10 })
  await push({ name: 'Checked before', urls: urls(40, 'smart'), smart: true })
  await office.work()
  for (const day of [1, 3, 7, 9]) await office.day(day)
  browser = browserOf(office)
})
afterAll(() => office.close())

const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
/** The figure that a cell begins with. */
const number = (text: string): number =>
  Number(text.split(' ')[0]!.replaceAll(',', '').replace('−', '-').replace('+', ''))
/** The cells of the rows of the table, and of the line below them. */
const cellsOf = ({ main }: Seen) => {
  const table = /<table class="table lines">.*?<\/table>/s.exec(main)![0]
  const lines = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, line]) =>
    [...line!.matchAll(/<(?:td|th)[^>]*>(.*?)<\/(?:td|th)>/gs)].map(([, cell]) =>
      plain(cell!.replace(/<(span class="sub"|small).*?<\/(span|small)>/gs, '')).trim(),
    ),
  )
  const [heads, ...rows] = lines
  return rows.map((row) => Object.fromEntries(heads!.map((head, at) => [head, row[at] ?? ''])))
}
const money = (query = '') => browser.visit('ada', `${MONEY}${query}`)
const rowOf = (seen: Seen, name: string) => cellsOf(seen).find(({ Client }) => Client!.startsWith(name))!

test('the line at the end is the sum of the rows, and what the ledger has', async () => {
  const seen = await money()
  const rows = cellsOf(seen)
  const total = rows.pop()!
  for (const name of ['Received', 'Used', 'Refunded', 'Indexed', 'Reserved', 'Available'])
    expect([name, rows.reduce((sum, row) => sum + number(row[name]!), 0)]).toEqual([name, number(total[name]!)])
  const ledger = office.db.read((tx) =>
    tx.row<{ given: number; out: number; back: number; free: number }>(
      `select sum(iif(reason in ('reserve', 'release', 'refund'), 0, iif(direction = 'in', amount, -amount))) as given,
         sum(iif(reason = 'reserve', amount, 0)) as out, sum(iif(reason in ('release', 'refund'), amount, 0)) as back,
         sum(iif(direction = 'in', amount, -amount)) as free
       from ledger where kind = 'index' and tenant_id in ('ten_northwind', 'ten_bakery')`,
    ),
  )!
  expect(number(total.Received!)).toBe(ledger.given)
  expect(number(total.Available!)).toBe(ledger.free)
  // All that ever came in is used, reserved or free.
  expect(number(total.Used!) + number(total.Reserved!) + number(total.Available!)).toBe(ledger.given)
  const text = plain(seen.main)
  expect(text).toContain(`Reserved for pushes −${ledger.out.toLocaleString('en')}`)
  expect(text).toMatch(new RegExp(`not indexed by day 7 \\+${ledger.back} `))
  expect(text).toContain(`Available after 11 November 2026 ${ledger.free.toLocaleString('en')}`)
  expect(number(total.Used!)).toBeGreaterThan(20)
  expect(number(total.Refunded!)).toBeGreaterThan(20)
})

test('periods side by side lead from what was free before to what was free after', async () => {
  const caller = { path: '/ten_northwind/', tenant_id: 'ten_northwind', platform: false } as never
  const of = async (from: number, to: number) => {
    const days = UTC_DAYS.moments(dayOf(plus(START, from * DAY)), dayOf(plus(START, (to - 1) * DAY)))
    return (await readCreditUse((work) => office.db.read((tx) => work(tx, caller) as never) as never, UTC_DAYS, days))
      .total
  }
  const [before, first, second, all] = [await of(-30, 0), await of(0, 3), await of(3, 10), await of(0, 10)]
  expect([before.given, before.closing]).toEqual([0, first.opening])
  expect(first.closing).toBe(second.opening)
  for (const name of ['given', 'used', 'returned', 'back', 'indexed', 'checks_used'] as const)
    expect([name, first[name] + second[name]]).toEqual([name, all[name]])
  expect(second.used).toBeGreaterThan(0)
  expect(all.closing).toBe(all.available)
})

test('a row says what the pages of the client and Today say', async () => {
  const [seen, clients] = [await money(), await browser.visit('ada', `${BASE}/clients`)]
  const { numbers } = await office.call<{ numbers: Record<string, number> }>('ada', 'get_today')
  expect(cellsOf(seen).at(-1)!.Refunded).toBe(String(numbers.credits_returned))
  expect(cellsOf(seen).at(-1)!.Indexed).toBe(String(numbers.indexed_30d))
  const [free] = rowOf(seen, 'Bakery').Available!.split(' ')
  expect(plain(clients.main.split('<tr>').find((row) => row.includes('/ten_bakery"'))!)).toContain(` ${free} `)
  const credits = await browser.visit('ada', '/app/w/ten_bakery/credits')
  const [, until] = /Credits last until \w+ (\d+ \w+)/.exec(plain(credits.main))!
  expect(rowOf(seen, 'Bakery').Available).toBe(`${free} until ${until}`)
})

test('its headings sort, what is not known last', async () => {
  const names = async (query: string) => cellsOf(await money(query)).map(({ Client }) => Client!.split(' ')[0])
  expect(await names('?sort=used&dir=desc')).toEqual(['Bakery', 'Northwind', 'Total'])
  expect(await names('?sort=used&dir=asc')).toEqual(['Northwind', 'Bakery', 'Total'])
  await office.call('ada', 'create_sub_tenant', { name: 'Aaa', kind: 'client' })
  expect(await names('?sort=runway_days&dir=desc')).toEqual([expect.anything(), expect.anything(), 'Aaa', 'Total'])
  expect(await names('?sort=name&dir=asc')).toEqual(['Aaa', 'Bakery', 'Northwind', 'Total'])
})

test('the act of a row opens the panel that transfers what the client lacks', async () => {
  const [, href, amount] = /<a class="btn small" href="([^"]*transfer=ten_bakery)">Transfer ([\d,]+)</.exec(
    (await money()).main,
  )!
  const { rows } = await office.call<{ rows: { id: string; lacks: number }[] }>('ada', 'get_summary')
  expect(number(amount!)).toBe(rows.find(({ id }) => id === 'ten_bakery')!.lacks)
  const { main } = await browser.visit('ada', href!)
  expect(plain(main)).toContain(`${amount} 30 days`)
})

test('old addresses lead to the page and its panels', async () => {
  const moved = async (path: string) => (await browser.visit('ada', `${BASE}${path}`)).location
  expect(await moved('/money?period=month')).toBe(`${MONEY}?period=month`)
  expect(await moved('/money/expected')).toBe(`${MONEY}?panel=expected`)
  expect(await moved('/money/lines?move=given&tenant_id=ten_bakery')).toBe(`${MONEY}?panel=given&client=ten_bakery`)
})

test('it is for those who fund clients, and nobody sees the money of another', async () => {
  expect((await browser.visit('ben', MONEY)).status).toBe(403)
  expect((await browser.visit('ben', BASE)).html).not.toContain(`${MONEY}"`)
  expect((await browser.visit('vera', '/app/w/ten_bakery/credits/clients')).status).toBe(403)
  expect((await browser.visit('ada', '/app/w/ten_bakery/credits/clients')).status).toBe(404)
  expect((await browser.visit('rita', MONEY)).status).toBe(404)
  const rival = await browser.visit('rita', '/app/w/ten_rival/credits/clients')
  expect([rival.status, rival.html]).toEqual([200, expect.not.stringContaining('Bakery')])
})
