/** Where the documentation is, and where it is not. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { seedOwnDomain } from '../domains/branding/seed.ts'
import { type House, house } from '../doors/house.ts'
import { CAST } from '../world.ts'
import { browserOf } from './browser.ts'

const KEYS = `/app/w/${CAST.ada.tenant_id}/keys`
const PAGES = ['/docs', '/docs/recipes', '/docs/webhooks', '/docs/operations/get_me']

let h: House
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  h = house()
  browser = browserOf(h)
})
afterEach(() => h.close())

test('the page of keys leads to it, and whoever is signed in is told that no key is needed', async () => {
  expect((await browser.visit('ada', KEYS)).html).toContain('href="/docs"')
  expect((await browser.visit('ada', PAGES.at(-1)!)).text).toContain('Without one, the call is yours')
})

test('the address of the former explorer leads to the reference', async () => {
  const { status, location } = await browser.visit(null, '/docs/explorer')
  expect([status, location]).toEqual([303, '/docs'])
})

test('an own domain, which does not name the product, has none of it and does not lead to it', async () => {
  h.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  const host = { host: 'seo.northwind.example' }
  for (const path of PAGES) {
    expect((await browser.visit('ada', path)).status).toBe(200)
    expect([path, (await browser.visit('ada', path, host)).status]).toEqual([path, 404])
  }
  const keys = await browser.visit('ada', KEYS, host)
  expect([keys.status, keys.html.includes('/docs')]).toEqual([200, false])
})
