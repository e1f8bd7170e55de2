/** The manual in the product: its pages, what leads to them, and where they are not. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { manualHref, manualText, manualTopics } from '../../../src/doors/docs/manual.ts'
import { MANUAL_OF, MANUAL_OF_STATUS } from '../../../views/docs/manual-of.tsx'
import { Markdown } from '../../../views/docs/markdown.tsx'
import { anchorsOf } from '../../docs/manual-text.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { type House, house } from '../../doors/house.ts'
import { browserOf } from '../browser.ts'

let h: House
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  h = house()
  browser = browserOf(h)
})
afterEach(() => h.close())

test('the list leads to every page, and each page shows its text', async () => {
  const { html } = await browser.visit(null, manualHref())
  for (const topic of manualTopics) expect(html).toContain(`href="${manualHref(topic)}"`)
  for (const topic of manualTopics) {
    const page = await browser.visit(null, manualHref(topic))
    expect([topic, page.status]).toEqual([topic, 200])
    const ids = [...page.html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id!)
    expect(ids).toEqual(anchorsOf(manualText(topic)).slice(1))
    expect(page.html).not.toContain('<!--')
  }
  expect((await browser.visit(null, `${manualHref()}/nothing`)).status).toBe(404)
})

test('ten screens of the operator and more lead to the page and the heading that explain them', async () => {
  expect(Object.keys(MANUAL_OF).length).toBeGreaterThanOrEqual(10)
  for (const [under, [topic, anchor]] of Object.entries(MANUAL_OF)) {
    const { status, html } = await browser.visit('pat', `/app/platform${under}`)
    expect([under, status, html.includes(`href="${manualHref(topic, anchor)}"`)]).toEqual([under, 200, true])
    if (anchor) expect([anchor, anchorsOf(manualText(topic)).includes(anchor)]).toEqual([anchor, true])
  }
})

test('a page that says what failed leads the operator to its heading, and nobody else', async () => {
  for (const [topic, anchor] of Object.values(MANUAL_OF_STATUS))
    expect([anchor, anchorsOf(manualText(topic)).includes(anchor)]).toEqual([anchor, true])
  const shown = async (...visit: Parameters<typeof browser.visit>) => {
    const { status, html } = await browser.visit(...visit)
    return [status, html.includes(`href="${manualHref(...MANUAL_OF_STATUS[404]!)}"`)]
  }
  expect(await shown('pat', '/app/nothing')).toEqual([404, true])
  expect(await shown(null, `${manualHref()}/nothing`)).toEqual([404, true])
  expect(await shown('ada', '/app/nothing')).toEqual([404, false])
  h.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  expect(await shown(null, `${manualHref()}/nothing`, { host: 'seo.northwind.example' })).toEqual([404, false])
})

test('an own domain, which does not name the product, has no manual', async () => {
  h.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  for (const path of [manualHref(), manualHref('install')])
    expect((await browser.visit('ada', path, { host: 'seo.northwind.example' })).status).toBe(404)
})

test('markup in a text stays text, and an address that is code leads nowhere', () => {
  const text =
    '# T\n\n<script>alert(1)</script> <b onclick=x>b</b> `<i>` [a](javascript:alert(1)) ![p](https://x.example/p.png)\n'
  const html = String(Markdown({ text, section: 't' }))
  expect(html).not.toMatch(/<(script|b|i|img)\b/)
  expect(html).not.toContain('href="javascript')
  expect(html).toContain('&lt;script')
})
