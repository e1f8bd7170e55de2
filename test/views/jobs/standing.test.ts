import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { StandingPush } from '../../../src/features/standing/index.ts'
import { HOUR } from '../../../src/kernel/time/clock.ts'
import { pages, urlset, type Watching, watching } from '../../features/standing/watching.ts'
import { browserOf } from '../browser.ts'

let w: Watching
let browser: ReturnType<typeof browserOf>
beforeAll(async () => {
  w = await watching()
  browser = browserOf(w)
  w.web.put('/sitemap.xml', urlset(w.web.origin, pages(30)))
})
afterAll(() => w.stop())

const BASE = '/app/w/ten_northwind/standing'

test('a source is added, runs, holds a flood and is decided on, page by page', async () => {
  expect((await browser.visit('ada', BASE)).text).toContain('No source is watched yet')
  const found = await browser.send('ada', `${BASE}/new`, { address: w.web.at('/sitemap.xml') })
  expect([found.status, found.text]).toEqual([200, expect.stringContaining('learns these links and pushes nothing')])
  const form = {
    address: w.web.at('/sitemap.xml'),
    name: 'Shop',
    interval: '60',
    only: 'new',
    again_after_days: '7',
    exclude: '/old/**',
    budget_month: '500',
  }
  expect((await browser.send('ada', BASE, form)).status).toBe(303)
  const { items } = await w.call<{ items: StandingPush[] }>('ada', 'list_standing_pushes')
  const { id, rules } = items[0]!
  expect(rules).toMatchObject({ only: 'new', exclude: ['/old/**'], budget_month: 500, cap_day: null })
  await w.run()
  w.web.put('/sitemap.xml', urlset(w.web.origin, [...pages(30), ...pages(120, '2026-11-01', 500)]))
  w.clock.turn(HOUR)
  await w.run()
  const held = await browser.visit('ada', `${BASE}/${id}`)
  expect(held.text).toContain('New links, except /old/** are pushed every hour: at most 500 index credits a month')
  expect(held.text).toContain('120 links wait for your decision')
  const today = await browser.visit('ada', '/app/w/ten_northwind')
  expect(today.text).toContain('“Shop” holds 120 links for your decision')
  expect(today.main).toContain(`href="${BASE}/${id}"`)
  const { held_run } = await w.call<StandingPush>('ada', 'get_standing_push', { id })
  await browser.send('ada', `${BASE}/${id}/release`, { run_id: held_run!.id, act: 'learn' })
  expect((await browser.visit('ada', `${BASE}/${id}`)).text).not.toContain('your decision')
  expect((await browser.visit('ada', '/app/w/ten_northwind')).text).not.toContain('for your decision')
  expect((await browser.visit('ada', BASE)).text).toContain('Shop')
  expect((await browser.send('ada', `${BASE}/new`, { address: w.web.at('/none.xml') })).status).toBe(422)
  const starry = await browser.send('ada', BASE, { address: w.web.at('/sitemap.xml'), exclude: '/*'.repeat(11) })
  expect([starry.status, starry.text]).toEqual([422, expect.stringContaining('has more than 10 stars. Use fewer.')])
})

test('a push that paused itself is a case on Today, one that a person paused is none', async () => {
  w.web.put('/gone.xml', urlset(w.web.origin, pages(3)))
  const push = w.create({}, { path: '/gone.xml' })
  await w.run()
  w.web.put('/gone.xml', () => new Response('gone', { status: 410 }))
  for (let n = 0; n < 3; n++) await w.turn(push, HOUR)
  expect(w.row(push).paused_why).toBe('gone')
  const paused = 'The standing push “Shop” is paused'
  expect((await browser.visit('ada', '/app/w/ten_northwind')).text).toContain(paused)
  expect((await browser.visit('ada', `${BASE}/${push.id}`)).text).toContain('Add the new address as a source')
  await browser.send('ada', `${BASE}/${push.id}/pause`, { paused: 'false' })
  await browser.send('ada', `${BASE}/${push.id}/pause`, { paused: 'true' })
  expect((await browser.visit('ada', '/app/w/ten_northwind')).text).not.toContain(paused)
})
