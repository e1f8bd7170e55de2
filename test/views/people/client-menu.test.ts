/** The words around every page of a client's own people: their role, their menu, and nothing of their agency's plan. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CAST, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeAll(() => {
  w = world()
  browser = browserOf(w)
})
afterAll(() => w.close())

const HOME = `/app/w/${CAST.vera.tenant_id}`

test('a client reads Overview, Pages, Reports and Credits, and is a viewer', async () => {
  const { html } = await browser.visit('vera', HOME)
  const menu = html.match(/<nav[^>]*aria-label="Main"[\s\S]*?<\/nav>/)![0].replace(/<[^>]+>/g, ' ')
  expect(menu.split(/\s+/).filter(Boolean)).toEqual(['Overview', 'Pages', 'Reports', 'Credits'])
  expect(html).toContain('Viewer')
  expect(html).not.toContain('Search or do')
  expect((await browser.visit('ada', HOME)).html).toContain('Search or do')
  expect(html.toLowerCase()).not.toContain('client_viewer')
})

test('its lists are titled as in its menu; those of the agency are not', async () => {
  const titles: Record<string, string> = {
    links: 'Pages',
    jobs: 'Sent',
    checks: 'Checked',
    standing: 'Sent by itself',
    cohorts: 'By week',
  }
  for (const [path, title] of Object.entries(titles)) {
    const { html } = await browser.visit('vera', `${HOME}/${path}`)
    expect([path, /<h1[^>]*>([^<]*)/.exec(html)![1]!.trim()]).toEqual([path, title])
    expect((await browser.visit('ada', `/app/w/ten_northwind/${path}`)).html).not.toContain(`<h1>${title}</h1>`)
  }
})

test('the plan of its agency is not on its pages', async () => {
  const plans = w.app.db.read((tx) => tx.rows<{ plan: string }>('select distinct plan from tenant_plans'))
  expect(plans.length).toBeGreaterThan(0)
  for (const path of ['', '/credits', '/credits/buy', '/account']) {
    const { text } = await browser.visit('vera', HOME + path)
    expect({ path, named: /agency[ _](free|pro|scale|starter)/i.test(text) || / is on /.test(text) }).toEqual({
      path,
      named: false,
    })
  }
})

test('an address that is stopped says whom to ask, in the name of the agency; nothing leads to the manual', async () => {
  const share = { id: CAST.vera.tenant_id, month: '2026-10' }
  const { url } = await w.call<{ url: string }>('ada', 'share_month_report', share)
  await w.call('ada', 'unshare_month_report', share)
  const { pathname } = new URL(url)
  const stopped = await browser.visit(null, pathname)
  expect(stopped.status).toBe(410)
  expect(stopped.text).toContain('This report is not shared any more. Ask Northwind for it.')
  const mistyped = await browser.visit(null, `${pathname.slice(0, -3)}aaa`)
  expect(mistyped.status).toBe(404)
  expect(mistyped.text).toContain('it is not shared any more. Ask who sent you the address.')
  for (const { html } of [stopped, mistyped]) expect(html).not.toMatch(/docs\/manual|Go to Today/)
})
