/** The pages about suppliers say what the API says: balances, caps, usage, batches, and how well each does. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const PAGES = '/app/platform/providers'
type Batch = { id: string; job_name: string; url_count: number; state: string; tenant_id: string }

beforeAll(async () => {
  office = await pushing(1000, 500)
  browser = browserOf(office)
  await office.call('pat', 'update_crawl_settings', { cost_per_indexed_usd: 0.02, monthly_allowance: 1000 })
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 200 })
  const push = (input: object) => office.call('ada', 'submit_index_job', { preflight: false, ...input })
  await push({ name: 'Of the agency', urls: urls(60, 'own'), holdout_pct: 20 })
  await push({ name: 'Of the bakery', urls: urls(40, 'b'), tenant_id: 'ten_bakery' })
  await push({ name: 'Elsewhere', urls: ['https://quay.example/'], tenant_id: 'ten_bakery' })
  await office.work()
  for (const day of [1, 3, 7]) await office.day(day)
  await office.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'simulated', daily_cap: 5000, daily_cap_usd: 12.5 } },
  })
})
afterAll(() => office.close())

const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const visit = async (path = '') => {
  const seen = await browser.visit('pat', `${PAGES}${path}`)
  expect([path, seen.status]).toEqual([path, 200])
  return { ...seen, plain: plain(seen.main) }
}

test('usage is by client and month, as the file has it', async () => {
  const seen = await visit('/usage')
  const [northwind, bakery] = ['Northwind', 'Bakery'].map((name) =>
    plain(seen.main.split('<tr>').find((row) => row.includes(`>${name}</a>`))!),
  )
  const file = await browser.visit('pat', `${PAGES}/usage/csv?month=2026-11`)
  expect(file.headers.get('content-type')).toContain('text/csv')
  const lines = file.html
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const of = (name: string) => lines.find((cells) => cells.includes(name))!
  const at = lines[0]!.indexOf('links')
  expect([northwind, bakery]).toEqual([
    expect.stringContaining(` ${of('Northwind')[at]} `),
    expect.stringContaining(` ${of('Bakery')[at]} `),
  ])
  expect((await visit('/usage?month=2026-10')).plain).toContain('Nothing was sent in this month')
  expect(seen.main).toContain('month=2026-10')
  expect(seen.main).not.toContain('month=2026-12')
})

test('batches are found by job, client and host, and open to their links', async () => {
  const { items } = await office.call<{ items: Batch[] }>('pat', 'list_campaigns')
  const names = async (query: string) => {
    const { main } = await visit(`/batches${query}`)
    return [
      ...new Set(items.filter(({ id }) => main.includes(`/batches/${id}"`)).map(({ job_name }) => job_name)),
    ].sort()
  }
  expect(await names('')).toEqual(['Elsewhere', 'Of the agency', 'Of the bakery'])
  expect(await names('?q=AGENCY')).toEqual(['Of the agency'])
  expect(await names('?tenant_id=ten_bakery')).toEqual(['Elsewhere', 'Of the bakery'])
  expect(await names('?site=quay.example')).toEqual(['Elsewhere'])
  expect(await names('?tenant_id=ten_bakery&site=quay.example')).toEqual(['Elsewhere'])
  expect((await visit('/batches?q=nothing')).plain).toContain('No batch fits these filters')
  expect((await visit('/batches')).plain).toContain('Control group')
  const { id, url_count } = items.find(({ job_name }) => job_name === 'Of the bakery')!
  const batch = await visit(`/batches/${id}`)
  expect(batch.plain).toContain(`1–${url_count} of ${url_count}`)
  expect(batch.main).toContain('https://bakery.example/b-0')
  expect((await browser.visit('pat', `${PAGES}/batches/cam_none`)).status).toBe(404)
})

test('the scoreboard has a line for each month and supplier, with the lift against what was held out', async () => {
  const { items } = await office.call<{ items: { lift: number; indexed_rate: number }[] }>(
    'pat',
    'get_provider_scoreboard',
  )
  expect(items).toHaveLength(1)
  const { plain: text } = await visit('/scoreboard')
  expect(text).toContain(`${Math.round(items[0]!.indexed_rate * 100)}%`)
  expect(text).toMatch(new RegExp(`${Math.abs(Math.round(items[0]!.lift * 100))} points`))
})

test('to everybody else none of it is there', async () => {
  for (const path of ['/usage', '/usage/csv', '/batches', '/scoreboard'])
    expect([path, (await browser.visit('ada', `${PAGES}${path}`)).status]).toEqual([path, 404])
})
