/** The page that connects AI apps, as a person sees it while an app calls for the first time. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { type House, house } from '../../doors/house.ts'
import { rpc } from '../../doors/mcp/rpc.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST } from '../../world.ts'

const PAGE = `/app/w/${CAST.ada.tenant_id}/connect`
const CALLS = `${PAGE}/calls`

let h: House
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  h = house()
  browser = browserOf(h)
})
afterEach(() => h.close())

test('waits for the first call, and shows it when it comes: when, and of which app', async () => {
  const before = await browser.visit('ada', PAGE)
  expect(before.text).toContain('Waiting for the first call.')
  const tag = /hx-ptag="(\w+)"/.exec(before.html)![1]!
  expect(before.html).toContain(`hx-get="${CALLS}"`)
  expect((await browser.visit('ada', CALLS, { 'hx-ptag': tag })).status).toBe(304)
  await rpc(h, 'ada', 'tools/list', {}, { client: 'Desk <b>1</b>' })
  const after = await browser.visit('ada', CALLS, { 'hx-ptag': tag })
  expect([after.status, after.headers.get('hx-ptag') === tag]).toEqual([200, false])
  expect(after.html).toContain('Desk &lt;b&gt;1')
  expect(after.html).toContain('has called.')
  expect((await browser.visit('ada', PAGE)).text).toContain('has called.')
})

test('nothing is drawn anew while nothing moves, but for how long ago the call was', async () => {
  await rpc(h, 'ada', 'tools/list', {}, { client: 'Desk' })
  const first = await browser.visit('ada', CALLS)
  expect(first.html).toContain('just now')
  const again = async (ms: number) => {
    h.clock.turn(ms)
    return await browser.visit('ada', CALLS, { 'hx-ptag': first.headers.get('hx-ptag')! })
  }
  expect((await again(5 * SECOND)).status).toBe(304)
  const later = await again(5 * MINUTE)
  expect([later.status, later.html.includes('5 min ago')]).toEqual([200, true])
})

test('tells of no call of somebody else, nor of one that was refused', async () => {
  await rpc(h, 'ada', 'tools/list', {}, { client: 'Desk' })
  await rpc(h, null, 'tools/list', {}, { client: 'Stranger', headers: { 'x-api-key': 'ipk_nonsense' } })
  const { text } = await browser.visit('ben', PAGE)
  expect(text).toContain('Waiting for the first call.')
  expect((await browser.visit('ada', PAGE)).text).not.toContain('Stranger')
})

test('by key, it leads whoever may make keys to where they are made', async () => {
  const { text, html } = await browser.visit('ada', `${PAGE}?by=key`)
  expect(html).toContain(`/app/w/${CAST.ada.tenant_id}/keys`)
  expect(text).toContain('Claude Desktop')
  const viewer = await browser.visit('vera', `/app/w/${CAST.vera.tenant_id}/connect?by=key`)
  expect(viewer.text).toContain('Ask an admin of this workspace for a key.')
})

test('an own domain, which is none of MCP, has no such page and does not lead to it', async () => {
  h.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  const host = { host: 'seo.northwind.example' }
  expect((await browser.visit('ada', PAGE, host)).status).toBe(404)
  expect((await browser.visit('ada', CALLS, host)).status).toBe(404)
  const own = `/app/w/${CAST.ada.tenant_id}`
  const keys = await browser.visit('ada', `${own}/keys`, host)
  expect([keys.status, keys.html.includes('/connect')]).toEqual([200, false])
  expect((await browser.visit('ada', `${own}/keys`)).html).toContain('/connect')
  expect((await browser.visit('ada', `${own}/integrations`, host)).location).toBe(`${own}/keys`)
  expect((await browser.visit('ada', `${own}/integrations`)).location).toBe(`${own}/connect`)
})
