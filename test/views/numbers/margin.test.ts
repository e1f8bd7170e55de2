/** The margin page: every step follows from the one before, rows add up to it, and what is entered counts at once. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spansOf } from '../../../views/margin/waterfall.tsx'
import { pushing, urls } from '../../pushing.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const MARGIN = '/app/platform/revenue/margin'

type Margin = {
  totals: Record<string, number>
  rows: { tenant_name: string; margin_usd: number }[]
  reconciliation: { month: string; our_count: number; billed_count: number | null; note: string | null }[]
}
const margin = () => office.call<Margin>('pat', 'get_margin', { from: '2026-10-01', to: '2026-11-30' })

beforeAll(async () => {
  office = await pushing(1000, 500)
  browser = browserOf(office)
  await office.call('pat', 'update_margin_settings', { cost_per_indexed_usd: 0.02 })
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 200 })
  await office.call('ada', 'submit_index_job', { urls: urls(100, 'own'), preflight: false, smart: true })
  await office.call('ada', 'submit_index_job', { urls: urls(50, 'b'), preflight: false, tenant_id: 'ten_bakery' })
  await office.work()
  for (const day of [1, 3, 7]) await office.day(day)
})
afterAll(() => office.close())

const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const amount = (text: string): number => Number(text.replace(/[$,]/g, '').replace('−', '-'))
const visit = (query = '') => browser.visit('pat', `${MARGIN}${query}`)
const stepsOf = (main: string) =>
  Object.fromEntries(
    [...main.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, text]) => [name!, amount(text!)]),
  )
const clientsOf = (main: string): string[] =>
  [...main.matchAll(/revenue\/workspaces\/\w+"[^>]* data-row(?:="[^"]*")?>([^<]*)</g)].map(([, name]) => name!)

test('the steps lead from what credits brought to the margin that the API tells', async () => {
  const steps = stepsOf((await visit()).main)
  const { totals, rows } = await margin()
  expect(steps.Revenue!).toBeCloseTo(steps['Index credits used']! + steps['Check credits used']!, 6)
  // To the cent: a reader adds up what the page says.
  expect(steps.Margin!).toBeCloseTo(steps.Revenue! + steps['Crawl suppliers']! + steps.Checks!, 6)
  expect(steps.Margin!).toBeCloseTo(totals.margin_usd!, 6)
  expect(totals.crawl_cost_usd!).toBeGreaterThan(0)
  expect(rows.reduce((sum, row) => sum + row.margin_usd, 0)).toBeCloseTo(totals.margin_usd!, 1)
})

test('each bar of the waterfall begins where the one above ended; totals stand on zero', () => {
  const steps = [{ value: 10 }, { value: 5 }, { value: 15, total: true }, { value: -20 }, { value: -5, total: true }]
  expect(spansOf(steps)).toEqual([
    [0, 10],
    [10, 15],
    [0, 15],
    [15, -5],
    [0, -5],
  ])
})

test('a client is one row over several months, and headings sort', async () => {
  const falling = clientsOf((await visit('?period=year')).main)
  expect(falling.toSorted()).toEqual(['Bakery', 'Northwind'])
  expect(clientsOf((await visit('?period=year&sort=margin_usd&dir=asc')).main)).toEqual(falling.toReversed())
  expect(clientsOf((await visit('?sort=tenant_name')).main)).toEqual(['Bakery', 'Northwind'])
  expect(clientsOf((await visit('?period=last_month')).main)).toEqual([])
  expect((await visit('?period=last_month')).text).toContain('No link was sent or checked')
})

test('what the supplier billed is entered beside our count, and taken back by a blank', async () => {
  const month = '2026-11'
  const of = async () => (await margin()).reconciliation.find((one) => one.month === month)!
  const { our_count } = await of()
  expect(our_count).toBeGreaterThan(10)
  await browser.send('pat', `${MARGIN}/months/${month}`, { billed_count: String(our_count + 7), note: 'Invoice 1' })
  expect(await of()).toMatchObject({ billed_count: our_count + 7, note: 'Invoice 1' })
  const seen = await visit()
  expect([plain(seen.main), seen.main]).toEqual([
    expect.stringContaining('+7'),
    expect.stringContaining('Invoice 1</small>'),
  ])
  expect((await visit(`/months/${month}?period=90d`)).main).toContain(`value="${our_count + 7}"`)
  expect((await visit('/months/2019-01')).status).toBe(404)
  await browser.send('pat', `${MARGIN}/months/${month}`, { billed_count: '', note: '' })
  expect(await of()).toMatchObject({ billed_count: null, difference: null })
})

test('what it is reckoned with is saved; what is wrong is said at its field', async () => {
  const given = { tier: 'Scale', cost_per_indexed_usd: '0.03', standard_check_usd: '0.004', live_check_usd: '0.01' }
  expect((await browser.send('pat', `${MARGIN}/settings`, { ...given, monthly_allowance: '' })).status).toBe(303)
  expect(await office.call('pat', 'get_margin_settings')).toMatchObject({
    tier: 'Scale',
    cost_per_indexed_usd: 0.03,
    standard_check_usd: 0.004,
    monthly_allowance: null,
  })
  const refused = await browser.send('pat', `${MARGIN}/settings`, { ...given, standard_check_usd: '-1' })
  expect([refused.status, refused.html]).toEqual([
    422,
    expect.stringMatching(/<input[^>]*name="standard_check_usd"[^>]*aria-invalid="true"/),
  ])
})

test('to everybody else it is not there', async () => {
  for (const person of ['ada', 'vera', 'rita'] as const) expect((await browser.visit(person, MARGIN)).status).toBe(404)
})
