/** A pack from the wish to the refund, on the pages of both sides. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { reserve } from '../../../src/domains/credits/index.ts'
import { CAST, callerOf, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  w = world()
  browser = browserOf(w)
})
afterEach(() => w.close())

const HOME = `/app/w/${CAST.ada.tenant_id}`
const REQUESTS = '/app/platform/revenue/packs'

/** Asks for the pack on the page, and finds it among what waits. */
async function asked(): Promise<string> {
  await browser.send('ada', `${HOME}/credits/buy`, { pack: 'try', note: 'For <b>spring</b>' })
  const { main } = await browser.visit('pat', REQUESTS)
  return /href="(\/app\/platform\/revenue\/packs\/[\w-]+)\?/.exec(main)![1]!
}

test('whoever looks after a workspace asks, the operator finds it in the navigation and approves', async () => {
  expect((await browser.visit('ada', `${HOME}/credits/buy`)).text).toContain('Request pack')
  const page = await asked()
  expect((await browser.visit('pat', `/app/w/${CAST.pat.tenant_id}`)).html).toContain('Revenue')
  const { text, main } = await browser.visit('pat', page)
  for (const words of ['Northwind', '$9', '50 index, 100 check']) expect(text).toContain(words)
  expect(main).toContain('For &lt;b&gt;spring')
  expect(await browser.send('pat', `${page}/approve`)).toMatchObject({ status: 303, location: page })
  expect((await browser.visit('ada', `${HOME}/credits/buy`)).text).toContain('Approved')
  expect(await w.call('ada', 'get_credits')).toMatchObject({ index: { available: 50 } })
})

test('before a refund the operator sees what is available, reserved and handed on; after it what is owed', async () => {
  const page = await asked()
  await browser.send('pat', `${page}/approve`)
  await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 12 })
  w.db.write((tx) =>
    reserve(tx, callerOf('ada'), { tenant_id: CAST.ada.tenant_id, kind: 'index', amount: 7, job_id: 'job' }),
  )
  const text = (await browser.visit('pat', page)).text.replace(/\s+/g, ' ')
  for (const words of ['at once 31', 'checks 7', 'clients 12', '50 index credits']) expect(text).toContain(words)
  await browser.send('pat', `${page}/refund`, { note: 'Bought twice' })
  const after = await browser.visit('pat', page)
  for (const words of ['31 index, 100 check', '19 index, 0 check', 'Bought twice']) expect(after.text).toContain(words)
  expect((await browser.visit('ada', `${HOME}/credits/buy`)).text).toContain('19 index credits')
})

test('a no keeps its note; a second answer is refused in words on the same page', async () => {
  const page = await asked()
  await browser.send('pat', `${page}/decline`, { note: 'Open invoice' })
  expect((await browser.visit('ada', `${HOME}/credits/buy`)).text).toContain('Declined')
  expect((await browser.visit('pat', `${page}`)).text).toContain('Open invoice')
  expect((await browser.send('pat', `${page}/approve`)).status).toBe(409)
  expect((await browser.visit('pat', `${REQUESTS}?status=declined`)).text).toContain('Try')
})

test('to everybody else the pages of the install are not there, and members ask for no pack', async () => {
  const page = await asked()
  for (const path of [REQUESTS, page]) expect((await browser.visit('ada', path)).status).toBe(404)
  for (const act of ['approve', 'decline', 'refund'])
    expect((await browser.send('ada', `${page}/${act}`)).status).toBe(404)
  expect((await browser.visit('ada', HOME)).html).not.toContain('Revenue')
  expect((await browser.visit('ben', `${HOME}/credits/buy`)).text).not.toContain('Request pack')
  expect((await browser.send('ben', `${HOME}/credits/buy`, { pack: 'try' })).status).toBe(403)
})
