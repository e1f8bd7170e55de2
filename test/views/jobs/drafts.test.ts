/** A person says yes or no to an order of a key, on the page that its refusal names. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import { refusal } from '../../refusal.ts'
import { CAST, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
let page: string
const HOME = `/app/w/${CAST.ada.tenant_id}`
beforeEach(async () => {
  w = world()
  browser = browserOf(w)
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await w.call('pat', 'adjust_credits', { tenant_id: CAST.ada.tenant_id, amount: 50, reason: 'for tests' })
  page = await asked(3)
})
afterEach(() => w.close())

/** The page of an order that waits: one of a client's, asked for by a key of the agency. */
async function asked(links: number): Promise<string> {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Bot', approval_above: 1 })
  const bot = w.db.read((tx) => callerOfKey(tx, secret))!.caller
  const urls = Array.from({ length: links }, (_, i) => `https://bakery.example/<b>${i}`)
  const { details } = await refusal(w.call(bot, 'submit_index_job', { urls, name: 'Autumn' }))
  return new URL(String(details.approve_url)).pathname
}

test('what waits stands in the navigation, in the list, and whole on its page', async () => {
  expect((await browser.visit('ada', HOME)).html).toContain('To approve')
  const list = await browser.visit('ben', `${HOME}/drafts`)
  expect(list.text).toContain('Push: 3 links')
  const { text, main } = await browser.visit('ben', page)
  for (const word of ['3 credits', 'Bot', 'Autumn', 'Approve and start']) expect(text).toContain(word)
  expect(main).not.toContain('<b>0')
})

test('what was asked for is said in the words of the form', async () => {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Bot', approval_above: 1 })
  const bot = w.db.read((tx) => callerOfKey(tx, secret))!.caller
  const order = { urls: ['https://bakery.example/1', 'https://bakery.example/2'], tenant_id: CAST.ada.tenant_id }
  const { details } = await refusal(
    w.call(bot, 'submit_index_job', { ...order, indexnow_force: true, preflight: false, drip_days: 3 }),
  )
  const { text, main } = await browser.visit('ben', new URL(String(details.approve_url)).pathname)
  for (const word of ['Resend to IndexNow Yes', 'Pre-flight No']) expect(text.replace(/\s+/g, ' ')).toContain(word)
  for (const name of ['indexnow_force', 'drip_days', 'tenant_id', CAST.ada.tenant_id])
    expect([name, main.replaceAll(HOME, '').includes(name)]).toEqual([name, false])
})

test('links of another client in what waits are named before the yes', async () => {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Bot', approval_above: 1 })
  const bot = w.db.read((tx) => callerOfKey(tx, secret))!.caller
  await w.call('ada', 'add_indexnow_site', { tenant_id: 'ten_bakery', host: 'bakery.example' })
  const made = { name: 'Kestrel', kind: 'client', parent_id: CAST.ada.tenant_id }
  const { id: tenant_id } = await w.call<{ id: string }>('ada', 'create_sub_tenant', made)
  await w.call('ada', 'allocate_credits', { tenant_id, amount: 10 })
  const urls = ['https://bakery.example/1', 'https://bakery.example/2']
  const { details } = await refusal(w.call(bot, 'submit_index_job', { urls, tenant_id }))
  const { text } = await browser.visit('ben', `${HOME}/drafts/${details.draft_id}`)
  expect(text).toContain('2 links are on a host of Bakery. Kestrel pays, and its reports leave them out.')
  expect((await browser.visit('ben', page)).text).not.toContain('on a host of')
})

test('a yes orders, leads to the job, and leaves nothing waiting', async () => {
  const { status, location } = await browser.send('ben', `${page}/approve`)
  expect([status, location]).toEqual([303, expect.stringMatching(/\/jobs\/[\w-]+$/)])
  expect((await browser.visit('ben', location!)).text).toContain('Autumn')
  expect((await browser.visit('ben', page)).text).toContain('Open push')
  expect((await browser.visit('ada', HOME)).html).not.toContain('To approve')
})

test('a yes is to the number that the page showed', async () => {
  expect((await browser.visit('ben', page)).html).toContain('<input type="hidden" name="credits" value="3"')
  const refused = await browser.send('ben', `${page}/approve`, { credits: '2' })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('The order needs 3 credits now')])
})

test('a no keeps its note, and orders nothing', async () => {
  expect((await browser.send('ben', `${page}/decline`, { note: 'Later' })).location).toBe(`${HOME}/drafts`)
  const { text } = await browser.visit('ben', page)
  expect(text).toContain('Later')
  expect(text).not.toContain('Approve and start')
  expect((await w.call<{ total: number }>('ada', 'list_jobs')).total).toBe(0)
})

test('a yes that cannot be followed is refused in words, and the order waits on', async () => {
  const large = await asked(40)
  const urls = Array.from({ length: 20 }, (_, i) => `https://bakery.example/${i}`)
  await w.call('ada', 'submit_index_job', { urls })
  const refused = await browser.send('ada', `${large}/approve`)
  expect([refused.status, refused.location ?? refused.text]).toEqual([402, expect.stringContaining('40 index credits')])
  expect((await browser.visit('ada', large)).text).toContain('Approve and start')
})

test('strangers see neither the page nor that there is one', async () => {
  expect((await browser.visit('rita', page)).status).toBe(404)
  expect((await browser.send('rita', `${page}/approve`)).status).toBe(404)
})
