/** Where a platform admin arrives: what it says is what the pages say to which it leads. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const HOME = '/app/platform'

beforeAll(async () => {
  office = await pushing(1000, 500)
  browser = browserOf(office)
  await office.call('pat', 'update_margin_settings', { cost_per_indexed_usd: 0.02 })
  await office.call('ada', 'create_credit_request', { pack: 'try' })
  await office.call('ada', 'submit_index_job', { urls: urls(100, 'own'), preflight: false, smart: true })
  await office.work()
  await office.day(1)
  await office.call('ada', 'submit_index_job', { urls: urls(40, 'more'), preflight: false })
  await office.work()
})
afterAll(() => office.close())

const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const see = async (path = '') => plain((await browser.visit('pat', HOME + path)).main)

test('a platform admin arrives at the overview, and to others there is none', async () => {
  expect((await browser.visit('pat', HOME)).main).toContain('<h1>Overview</h1>')
  for (const who of ['ada', 'vera'] as const) expect((await browser.visit(who, HOME)).status).toBe(404)
})

test('each number of the overview leads to a page that there is', async () => {
  const { main } = await browser.visit('pat', HOME)
  const doors = [...main.matchAll(/<a [^>]*href="(\/app\/[^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
  expect(doors.length).toBeGreaterThan(20)
  for (const href of new Set(doors)) expect([href, (await browser.visit('pat', href)).status]).toEqual([href, 200])
})

test('users, workspaces, margin and requests are those of their lists', async () => {
  const [overview, users, workspaces, margin] = [
    await see(),
    await see('/users'),
    await see('/workspaces'),
    await see('/revenue/margin'),
  ]
  const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1]!.replaceAll(',', ''))
  expect(number(overview, /Users ([\d,]+)/)).toBe(number(users, /–[\d,]+ of ([\d,]+)/))
  expect(number(overview, /Workspaces ([\d,]+)/)).toBe(number(workspaces, /–[\d,]+ of ([\d,]+)/))
  const earned = /Margin, 30 days (\S+)/.exec(overview)![1]!
  expect(earned).not.toBe('$0.00')
  expect(margin).toContain(`Margin ${earned}`)
  expect(overview).toContain('requests the pack Try')
  expect(number(overview, /Requests for packs (\d+)/)).toBe(1)
})

test('however many ask for a pack, they are counted as their list counts them', async () => {
  office.db.write((tx) => {
    for (let n = 0; n < 60; n++)
      tx.run(
        `insert into credit_requests (id, tenant_id, pack, status, price_cents, index_credits, check_credits, requested_by, created_at)
         values (?, 'ten_northwind', 'try', 'pending', 900, 100, 10, 'Ada', ?)`,
        `request-${n}`,
        tx.now,
      )
    return null
  })
  expect(await see()).toContain('Requests for packs 61')
  expect(await see('/revenue/packs')).toContain('of 61')
  office.db.write((tx) => void tx.run("delete from credit_requests where id glob 'request-*'"))
})

test('what left today is counted today alone', async () => {
  expect(await see()).toMatch(/Links sent today 40 in 1 batch, \d+ checks? answered/)
  await office.day(2)
  expect(await see()).toContain('Links sent today 0 in 0 batches')
})

test('plans stand with what they cost and who is on them, and where they are changed', async () => {
  const plans = await see('/revenue/plans')
  for (const { name } of office.app.catalog.plans) expect(plans).toContain(name)
  expect(plans).toContain('SIGNALPOST_CATALOG')
  expect((await browser.visit('ada', `${HOME}/revenue/plans`)).status).toBe(404)
  const roots = office.db.read((tx) => tx.number('select count(*) from tenants where parent_id is null'))
  const { main } = await browser.visit('pat', `${HOME}/revenue/plans`)
  const agencies = [...main.matchAll(/<td class="num">(\d+)<\/td><\/tr>/g)].map(([, n]) => Number(n))
  expect(agencies.reduce((sum, n) => sum + n, 0)).toBe(roots)
  expect((await browser.visit('pat', `/app/w/${CAST.ada.tenant_id}`)).html).toContain(`href="${HOME}/revenue/plans"`)
})
