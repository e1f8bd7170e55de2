import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Hook } from '../../../src/features/standing/index.ts'
import { type Watching, watching } from '../../features/standing/watching.ts'
import { browserOf } from '../browser.ts'

let w: Watching
let browser: ReturnType<typeof browserOf>
beforeAll(async () => {
  w = await watching()
  browser = browserOf(w)
})
afterAll(() => w.stop())

const BASE = '/app/w/ten_northwind/standing/hooks'
const hooks = async () => (await w.call<{ items: Hook[] }>('ada', 'list_deploy_hooks')).items

test('a deploy hook is added, shown once, changed, rotated and deleted, page by page', async () => {
  const push = w.create({}, { path: '/feed.xml' })
  expect((await browser.visit('ada', BASE)).text).toContain('No deploy hook yet')
  expect((await browser.visit('ada', `${BASE}/new`)).main).toContain(`value="${push.id}"`)
  const refused = await browser.send('ada', BASE, {
    mode: 'address',
    name: 'Blog',
    standing_push_id: 'none',
    settle_seconds: '60',
  })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('needed where the address alone')])
  const form = { mode: 'github', name: 'Shop', standing_push_id: push.id, settle_seconds: '90' }
  const made = await browser.send('ada', BASE, form)
  expect([made.status, made.main]).toEqual([200, expect.stringMatching(/\/hooks\/deploy\/spd_\w{38}/)])
  expect(made.text).toContain('Choose “Let me select individual events”')
  const [hook] = await hooks()
  const page = await browser.visit('ada', `${BASE}/${hook!.id}`)
  expect(page.text).toContain('A call runs “Shop”, 90 seconds after it.')
  expect(page.main).not.toMatch(/spd_\w{38}|sph_\w{38}/)
  const rules = { name: 'Shop', standing_push_id: push.id, settle_seconds: '0', cap_day: '50' }
  expect((await browser.send('ada', `${BASE}/${hook!.id}`, rules)).status).toBe(303)
  expect((await browser.visit('ada', `${BASE}/${hook!.id}`)).text).toContain('at once: at most 50 links a day')
  const rotated = await browser.send('ada', `${BASE}/${hook!.id}/rotate`, {})
  expect(rotated.main).toMatch(/spd_\w{38}/)
  await browser.send('ada', `${BASE}/${hook!.id}/pause`, { paused: 'true' })
  expect((await hooks())[0]!.paused).toBe(true)
  expect((await browser.visit('ben', BASE)).status).toBe(403)
  await browser.send('ada', `${BASE}/${hook!.id}/delete`, {})
  expect(await hooks()).toEqual([])
})
