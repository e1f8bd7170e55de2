/** The month's reports of all clients, made and handed on from one page. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { siteOf, sitesOf } from '../../../../src/domains/branding/index.ts'
import { clientMonths } from '../../../../src/features/reports/months/client-months.ts'
import { monthUrl, monthUrls } from '../../../../src/features/reports/months/month-addresses.ts'
import { seedOwnDomain } from '../../../domains/branding/seed.ts'
import { pushing, urls } from '../../../pushing.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST, type Person } from '../../../world.ts'

const NORTHWIND = CAST.ada.tenant_id
const BAKERY = CAST.vera.tenant_id
const PAGE = `/app/w/${NORTHWIND}/reports/clients`

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let florist: string
let quiet: string

beforeAll(async () => {
  office = await pushing(500, 500)
  const client = async (name: string) =>
    (await office.call<{ id: string }>('ada', 'create_sub_tenant', { name, kind: 'client' })).id
  florist = await client('Florist')
  quiet = await client('Quiet')
  for (const [tenant_id, n] of [
    [BAKERY, 30],
    [florist, 12],
  ] as const) {
    await office.call('ada', 'allocate_credits', { tenant_id, amount: 50 })
    await office.call('ada', 'submit_index_job', {
      tenant_id,
      urls: urls(n, 'page', `${tenant_id.replace('_', '-')}.example`),
      preflight: false,
    })
  }
  for (const day of [0, 1, 3, 7]) await office.day(day)
  browser = browserOf(office)
})
afterAll(() => office.close())

const plain = (html: string): string =>
  html
    .replace(/<textarea.*?<\/textarea>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const show = async (path = PAGE, person: Person = 'ada') => {
  const seen = await browser.visit(person, path)
  return { ...seen, plain: plain(seen.main) }
}
const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row]) => plain(row!).trim())

test('each client that pushed stands there with the numbers of its own report', async () => {
  const { main } = await show()
  const rows = rowsOf(main)
  expect(rows.length).toBe(2)
  for (const [id, name] of [
    [BAKERY, 'Bakery'],
    [florist, 'Florist'],
  ] as const) {
    const report = (await show(`/app/w/${id}/reports/2026-11`)).plain
    const [, gained, total, visible] =
      /(\d+) new pages in Google\. (\d+) pages were pushed\..*? (\d+) are in Google now/.exec(report)!
    expect(rows.find((row) => row.startsWith(name))).toContain(`1 ${visible} of ${total} +${gained} Not shared`)
  }
})

test('a comment and the sharing are one act, and the address stands in the row', async () => {
  const words = { month: '2026-11', id: florist, comment: 'Found <again>.', share: 'true', state: 'unshared', q: 'flo' }
  expect((await browser.send('ada', PAGE, words)).location).toBe(`${PAGE}?month=2026-11&state=unshared&q=flo`)
  const rows = rowsOf((await show()).main)
  // What there is to do comes first.
  expect(rows.map((row) => row.split(' ')[0])).toEqual(['Bakery', 'Florist'])
  expect(rows[1]).toContain('Found &lt;again&gt;.')
  expect(rows[1]).toContain('Shared Not opened yet')
  const url = office.db.read((tx) => monthUrl(tx, office.app, florist, '2026-11'))!
  expect((await show()).main).toContain(`href="${url}"`)
  const headers = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin' }
  await browser.raw(`${new URL(url).pathname}/shown`, { method: 'POST', headers })
  expect(rowsOf((await show()).main)[1]).toContain('Opened 1 time')
  // Nothing was sent that was not typed: the contact is whoever shared it.
  expect((await browser.visit(null, new URL(url).pathname)).html).toContain(CAST.ada.email)
})

test('filters leave what they say, and what is left can be told apart from nothing', async () => {
  expect(rowsOf((await show(`${PAGE}?state=shared`)).main).length).toBe(1)
  expect((await show(`${PAGE}?state=unopened`)).plain).toContain('No report of the month is like that.')
  expect(rowsOf((await show(`${PAGE}?q=BAK`)).main)[0]).toStartWith('Bakery')
  expect((await show(`${PAGE}?month=2026-10`)).plain).toContain('No client pushed anything in October 2026.')
  expect((await show(`${PAGE}?month=2027-01`)).status).toBe(404)
  expect((await show(`${PAGE}?month=x`)).status).toBe(422)
  expect((await show()).main).not.toContain(quiet)
})

test('all that are not shared are shared at once, once that was asked', async () => {
  expect((await show(`${PAGE}/share?month=2026-11`)).plain).toContain('Share 1 report of November 2026?')
  expect((await browser.send('ada', `${PAGE}/share?month=2026-11`)).status).toBe(303)
  const found = office.db.read((tx) => clientMonths(tx, `/${NORTHWIND}/`, '2026-11'))
  expect(found.map(({ state }) => state)).toEqual(['shared', 'shared'])
})

test('who makes no reports is not shown it; a client has none below', async () => {
  expect((await show(PAGE, 'ben')).status).toBe(403)
  expect((await browser.send('ben', PAGE, { id: florist, month: '2026-11', share: 'true' })).status).toBe(403)
  expect((await show(`/app/w/${BAKERY}/reports/clients`)).status).toBe(404)
  expect((await browser.send('rita', PAGE, { id: florist, month: '2026-11' })).status).toBe(404)
  expect((await show(`/app/w/${BAKERY}/reports`)).main).not.toContain('reports/clients')
  expect((await show(`/app/w/${NORTHWIND}/reports`)).main).toContain(PAGE)
})

test('addresses are those that each report has by itself, under own domains too', () => {
  office.db.write((tx) => {
    seedOwnDomain(tx, NORTHWIND, 'seo.northwind.test')
    seedOwnDomain(tx, florist, 'seo.florist.example')
    return null
  })
  office.db.read((tx) => {
    const all = clientMonths(tx, `/${NORTHWIND}/`, '2026-11')
    const urls = monthUrls(tx, office.app, all, '2026-11')
    for (const { tenant_id } of all) expect(urls.get(tenant_id)).toBe(monthUrl(tx, office.app, tenant_id, '2026-11')!)
    const paths = [`/${NORTHWIND}/`, ...all.map(({ path }) => path)]
    const sites = sitesOf(tx, office.app, paths)
    for (const path of paths) expect(sites.get(path)).toBe(siteOf(tx, office.app, path.split('/').at(-2)!))
    expect(new Set(sites.values()).size).toBe(2)
    return null
  })
})

test('the file of a shared report can be had by anybody, ten times a minute', async () => {
  const address = new URL(office.db.read((tx) => monthUrl(tx, office.app, BAKERY, '2026-11'))!).pathname
  const seen: number[] = []
  for (let n = 0; n < 12; n++) seen.push((await browser.visit(null, `${address}/csv`)).status)
  expect(seen).toEqual([...Array(10).fill(200), 429, 429])
  const refused = await browser.visit(null, `${address}/csv`)
  expect(refused.headers.get('retry-after')).toBe('6')
  expect(refused.text).toContain('This file can be had 10 times a minute')
  // The agency's own, and another's, are theirs.
  const own = await show(`/app/w/${BAKERY}/reports/2026-11/csv`)
  expect(own.headers.get('content-disposition')).toContain('filename="bakery-2026-11.csv"')
  expect(own.status).toBe(200)
  office.clock.turn(60_000)
  expect((await browser.visit(null, `${address}/csv`)).status).toBe(200)
})

test('list_client_months has the same rows, and counts nothing where figures are not asked for', async () => {
  type Row = { name: string; pages: { total: number } | null; state: string }
  const list = (input: Record<string, unknown>) =>
    office.call<{ items: Row[]; month: string; unshared: number }>('ada', 'list_client_months', input)
  const { items, month, unshared } = await list({ month: '2026-11' })
  expect([month, unshared, items.length]).toEqual(['2026-11', 0, 2])
  expect(items.find(({ name }) => name === 'Florist')?.pages?.total).toBe(12)
  expect((await list({ month: '2026-11', figures: false })).items.map(({ pages }) => pages)).toEqual([null, null])
})
