/** The ledger as people read it: every line, what it belongs to, and the undoing of what was given by mistake. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
beforeEach(async () => {
  w = await pushing(100, 50)
  browser = browserOf(w)
})
afterEach(() => w.close())

const NORTHWIND = `/app/w/${CAST.ada.tenant_id}/credits`
const BAKERY = `/app/w/${CAST.vera.tenant_id}/credits`

/** The page of the newest line of a reason. */
async function lineOf(who: 'ada' | 'vera', list: string, word: string): Promise<string> {
  const { main } = await browser.visit(who, `${list}/ledger`)
  return new RegExp(`href="(${list}/[\\w-]+)"[^>]*><b>${word}`).exec(main)![1]!
}

test('a mistaken gift is undone from its line, once, and both sides read why', async () => {
  await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/clients/ten_bakery/credits`, { amount: '30', kind: 'index' })
  const line = await lineOf('ada', NORTHWIND, '[^<]* transferred')
  expect((await browser.visit('ada', line)).text).toContain('Reverse 30 credits')
  const { status, location } = await browser.send('ada', `${line}/reverse`, { note: 'Meant for <b>Rival</b>' })
  expect([status, location!.startsWith(NORTHWIND)]).toEqual([303, true])
  expect((await browser.visit('ada', location!)).main).toContain('Meant for &lt;b&gt;Rival')
  expect((await browser.visit('ada', line)).text).not.toContain('Reverse 30')
  expect(await w.call('ada', 'get_credits')).toMatchObject({ index: { available: 100 } })
  expect((await browser.visit('vera', `${BAKERY}/ledger`)).text).toContain('reversed 30 index credits')
})

test('who received a gift, and what a job spent, is offered no undoing; a refusal is words on the page', async () => {
  await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 30 })
  const received = await lineOf('vera', BAKERY, '[^<]* transferred')
  expect((await browser.visit('vera', received)).text).not.toContain('Reverse')
  expect((await browser.send('vera', `${received}/reverse`)).status).toBe(403)
  await w.call('ada', 'submit_index_job', { urls: urls(4, 'spent'), preflight: false, name: 'Menu' })
  const spent = await lineOf('ada', NORTHWIND, '[^<]* pushed')
  const { text, main } = await browser.visit('ada', spent)
  expect(text).not.toContain('Reverse')
  for (const words of ['4 index credits out', 'Not settled yet', 'Menu']) expect(text).toContain(words)
  expect(main).toMatch(/href="\/app\/w\/ten_northwind\/jobs\/[\w-]+"/)
})

test('a line outlives the job that it names', async () => {
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(2, 'gone'), name: 'Soon gone' })
  const line = await lineOf('ada', NORTHWIND, '[^<]* pushed')
  expect((await browser.visit('ada', line)).main).toContain(`/jobs/${id}`)
  await w.call('ada', 'cancel_job', { id })
  await w.call('ada', 'delete_job', { id })
  const { status, main } = await browser.visit('ada', line)
  expect([status, main.includes('/jobs/')]).toEqual([200, false])
})

test('the list narrows by kind, direction and words', async () => {
  await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 3, note: 'Easter' })
  const { text } = await browser.visit('ada', `${NORTHWIND}/ledger?q=easter&kind=index&direction=out`)
  expect(text).toContain('Easter')
  expect((await browser.visit('ada', `${NORTHWIND}/ledger?kind=check&q=easter`)).text).toContain('No line fits')
})

test('the operator alone adjusts, with a reason, never below nothing', async () => {
  expect((await browser.visit('ada', NORTHWIND)).text).not.toContain('Adjust credits')
  expect((await browser.send('ada', `${NORTHWIND}/adjust`, { amount: '5', reason: 'Mine' })).status).toBe(403)
  const refused = await browser.send('pat', `${NORTHWIND}/adjust`, { amount: '-500', kind: 'index', reason: 'Abuse' })
  expect(refused.status).toBe(402)
  expect(
    await browser.send('pat', `${NORTHWIND}/adjust`, { amount: '5', kind: 'index', reason: 'Outage' }),
  ).toMatchObject({ status: 303, location: NORTHWIND })
  expect((await browser.visit('ada', NORTHWIND)).text).toContain('Outage')
  expect(await w.call('ada', 'get_credits')).toMatchObject({ index: { available: 105 } })
})

test('refunds of a day with one cause are one sentence, opened to their lines', async () => {
  for (const name of ['Guides', 'Menus', 'Shops'])
    await w.call('ada', 'submit_index_job', { urls: urls(20, name), preflight: false, name })
  for (const day of [0, 1, 3, 7, 9]) await w.day(day)
  browser = browserOf(w)
  const { main } = await browser.visit('ada', `${NORTHWIND}/ledger`)
  const { items } = await w.call<{ items: { reason: string; amount: number }[] }>('ada', 'list_ledger', {})
  const lines = items.filter(({ reason }) => reason === 'release')
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  expect(lines.length).toBeGreaterThan(1)
  expect(main).toContain(`<b>${sum} links were not indexed by day 7</b>`)
  expect(main.match(/not indexed by day 7/g)).toHaveLength(1)
  for (const { amount } of lines) expect(main).toContain(`<span class="num">+${amount}</span>`)
  expect(main.match(/<b>Ada pushed 20 links<\/b>/g)).toHaveLength(3)
})

test('a refused transfer shows the list as it was searched, however the address of the list looks', async () => {
  const path = `/app/w/${CAST.ada.tenant_id}/clients`
  const refused = async (back: string) => {
    const began = performance.now()
    const { status, main } = await browser.send('ada', `${path}/ten_bakery/credits`, {
      amount: '0',
      kind: 'index',
      back,
    })
    return { status, main, ms: performance.now() - began }
  }
  expect(await refused(`${path}?q=Bak?ery`)).toMatchObject({ status: 422, main: expect.stringContaining('Bak?ery') })
  const [plain, hostile] = [await refused(`?q=${'x'.repeat(60_000)}`), await refused(`${'?'.repeat(60_000)}\n`)]
  expect(hostile.ms / plain.ms).toBeLessThan(10)
})

test('each row has the balance after its last line, in both orders, so that the amounts add up to it', async () => {
  for (const name of ['Guides', 'Menus'])
    await w.call('ada', 'submit_index_job', { urls: urls(20, name), preflight: false, name })
  for (const day of [0, 1, 3]) await w.day(day)
  await w.call('ada', 'submit_index_job', { urls: urls(5, 'between'), preflight: false, name: 'Between' })
  await w.day(7)
  for (const dir of ['asc', 'desc']) {
    browser = browserOf(w)
    const { main } = await browser.visit(
      'ada',
      `${NORTHWIND}/ledger?kind=index&sort=created_at&dir=${dir}&page_size=200`,
    )
    const rows = [
      ...main.matchAll(/<td class="num moved-by"[^>]*><b[^>]*>([+−][\d,]+)<\/b>.*?<td class="num"[^>]*>(-?[\d,]+)</gs),
    ].map(([, moved, after]) => [Number(moved!.replace('−', '-').replace('+', '')), Number(after)] as const)
    expect(main).toContain('not indexed by day 7')
    expect(rows.length).toBeGreaterThan(4)
    const oldest = dir === 'asc' ? rows : rows.toReversed()
    oldest.reduce((before, [moved, after]) => {
      expect([dir, before + moved]).toEqual([dir, after])
      return after
    }, 0)
  }
})
