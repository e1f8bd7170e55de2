/** The tree of all workspaces, for whoever runs the install: what it tells, and what can be done there. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const PAGE = '/app/platform/workspaces'

beforeAll(async () => {
  office = await pushing(1000, 500)
  browser = browserOf(office)
  await office.call('ada', 'create_sub_tenant', { name: 'Harbour', kind: 'team' })
  await office.call('ada', 'submit_index_job', { urls: urls(30), preflight: false })
  await office.work()
})
afterAll(() => office.close())

const plain = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const visit = async (path = '') => {
  const seen = await browser.visit('pat', `${PAGE}${path}`)
  expect([path, seen.status]).toEqual([path, 200])
  return seen
}
const send = (path: string, form: Record<string, string>) => browser.send('pat', `${PAGE}${path}`, form)
const namesIn = (html: string): string[] =>
  [...html.matchAll(/<a class="name"[^>]*>\s*([^<]*?)\s*</g)].map(([, name]) => name!)
const rowOf = (html: string, name: string): string =>
  plain(html.split('<tr>').find((row) => new RegExp(`<a class="name"[^>]*>\\s*${name}\\s*<`).test(row)) ?? '')

test('every workspace of the install stands in its tree, and is found by its name', async () => {
  const { main } = await visit()
  expect(namesIn(main).toSorted()).toEqual(['Bakery', 'Harbour', 'Northwind', 'Platform', 'Rival'])
  const northwind = namesIn(main).indexOf('Northwind')
  expect(
    namesIn(main)
      .slice(northwind + 1, northwind + 3)
      .toSorted(),
  ).toEqual(['Bakery', 'Harbour'])
  expect(namesIn((await visit('?q=BAKE')).main)).toEqual(['Bakery'])
  expect(namesIn((await visit('?kind=team')).main)).toEqual(['Harbour'])
  expect(namesIn((await visit('?sort=name&dir=desc')).main)[0]).toBe('Rival')
  expect((await visit('?q=nobody')).text).toContain('No workspace fits')
})

test('a row tells what the pages of the workspace tell', async () => {
  const { index } = await office.call<{ index: { available: number; reserved: number } }>('ada', 'get_credits', {
    tenant_id: CAST.ada.tenant_id,
  })
  const members = await browser.visit('pat', `/app/w/${CAST.ada.tenant_id}/members`)
  const people = /1–\d+ of (\d+)/.exec(members.text)![1]
  const { main } = await visit()
  expect(rowOf(main, 'Northwind')).toContain(` ${index.available} ${people} people `)
  expect(rowOf(main, 'Bakery')).toContain('of Northwind')
  const page = plain((await visit(`?open=${CAST.ada.tenant_id}`)).main)
  expect(page).toContain(`Index credits ${index.available}, ${index.reserved} reserved`)
  expect(page).toContain(`People ${people}`)
  expect(page).toContain('Workspaces below 2')
  expect((await browser.visit('pat', `${PAGE}/ten_bakery`)).location).toBe(`${PAGE}?open=ten_bakery`)
})

test('credits are given once for one click, and taken no further than they go', async () => {
  const before = office.credits().index.available
  const form = { amount: '250', kind: 'index', reason: 'Goodwill', idempotency_key: 'one-click' }
  for (let i = 0; i < 2; i++) expect((await send(`/${CAST.ada.tenant_id}/credits`, form)).status).toBe(303)
  expect(office.credits().index.available).toBe(before + 250)
  const refused = await send(`/${CAST.ada.tenant_id}/credits`, {
    amount: '99999',
    way: 'back',
    kind: 'index',
    reason: 'Too much',
  })
  expect([refused.status, refused.html]).toEqual([402, expect.stringContaining('value="99999"')])
  const blank = await send(`/${CAST.ada.tenant_id}/credits`, { amount: '5', kind: 'index', reason: '' })
  expect([blank.status, blank.html]).toEqual([422, expect.stringMatching(/name="reason"[^>]*aria-invalid="true"/)])
  expectBooksToBalance(office.db)
})

test('an agency is put on a plan, with the credits of a month when they are wanted', async () => {
  const before = office.credits().index.available
  const form = {
    plan: 'agency_pro',
    status: 'active',
    interval: 'month',
    grant_period: 'true',
    ref: 'Invoice 1',
    note: '',
  }
  expect((await send(`/${CAST.ada.tenant_id}/plan`, form)).status).toBe(303)
  expect(rowOf((await visit()).main, 'Northwind')).toContain('Agency Pro')
  expect(office.credits().index.available).toBeGreaterThan(before)
  expect((await visit('?open=ten_bakery')).main).not.toContain('Change plan')
  expect((await send('/ten_bakery/plan', form)).status).toBe(409)
  await send(`/${CAST.ada.tenant_id}/plan`, { plan: 'agency_pro', status: 'past_due', interval: 'month' })
  expect(rowOf((await visit()).main, 'Northwind')).toContain('Payment late')
})

test('a tree is suspended and comes back with all that stands in it', async () => {
  expect((await visit('/ten_rival/archive')).text).toContain('Archive Rival?')
  expect((await send(`/${CAST.ada.tenant_id}/archive`, {})).status).toBe(303)
  expect(namesIn((await visit()).main)).not.toContain('Bakery')
  const { main } = await visit('?include_archived=true')
  expect([rowOf(main, 'Northwind'), rowOf(main, 'Bakery')]).toEqual([
    expect.stringContaining('Archived'),
    expect.stringContaining('Hidden with Northwind'),
  ])
  const hidden = await visit('?open=ten_bakery')
  expect(hidden.main).not.toContain('/app/w/ten_bakery"')
  expect((await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}`)).status).not.toBe(200)
  expect((await send(`/${CAST.ada.tenant_id}/restore`, {})).status).toBe(303)
  expect(namesIn((await visit()).main)).toContain('Bakery')
  expect((await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}`)).status).toBe(200)
})

test('an empty one is deleted by its name alone', async () => {
  const { id } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Made by mistake' })
  expect((await send(`/${id}/delete`, { confirm: 'made' })).status).toBe(422)
  expect(namesIn((await visit()).main)).toContain('Made by mistake')
  await send(`/${id}/delete`, { confirm: 'Made by mistake' })
  expect(namesIn((await visit('?include_archived=true')).main)).not.toContain('Made by mistake')
})

test('to everybody else it is not there', async () => {
  for (const path of ['', '/ten_bakery', '/ten_bakery/archive'])
    expect([path, (await browser.visit('ada', `${PAGE}${path}`)).status]).toEqual([path, 404])
  expect((await browser.send('ada', `${PAGE}/ten_bakery/credits`, { amount: '5', reason: 'x' })).status).toBe(404)
})

test('a workspace is looked at as its admin sees it, from its page', async () => {
  const { html } = await visit('?open=ten_bakery')
  expect(html).toContain('href="/app/platform/view/ten_bakery"')
  expect(await browser.send('pat', '/app/platform/view/ten_bakery', { reason: 'ticket 81' })).toMatchObject({
    status: 303,
    location: '/app/w/ten_bakery',
  })
  expect((await browser.visit('pat', '/app/w/ten_bakery')).text).toContain('Leave')
})
