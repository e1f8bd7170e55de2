/** Where the documentation is, and where it is not. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
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

test('the reference describes the operations of a subject, and those that a search finds', async () => {
  const shown = async (query: string) => (await browser.visit('ada', `/docs${query}`)).main
  const { summary } = submitIndexJob
  const all = await shown('')
  expect([all.includes('submit_index_job'), all.includes(summary)]).toEqual([true, false])
  const subject = /<h2>([^<]+)<\/h2>(?:(?!<h2>)[\s\S])*>submit_index_job</.exec(all)![1]
  for (const query of [`?subject=${subject}`, '?q=submit_index_job']) {
    const part = await shown(query)
    expect([query, part.includes(summary), part.includes('>create_webhook<')]).toEqual([query, true, false])
  }
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
