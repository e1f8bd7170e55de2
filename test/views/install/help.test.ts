/** Help for the people of a workspace and readers of a portal: paragraphs beside forms, and pages. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { manualSection, manualText } from '../../../src/doors/docs/manual.ts'
import { helpAnchors, helpOf, TEAM } from '../../../views/docs/help-of.ts'
import { anchorsOf } from '../../docs/manual-text.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { type House, house } from '../../doors/house.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let h: House
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  h = house()
  browser = browserOf(h)
})
afterEach(() => h.close())

test('every heading that a form names is a heading of the page, with a paragraph', () => {
  const anchors = anchorsOf(manualText(TEAM))
  for (const anchor of helpAnchors) {
    expect([anchor, anchors.includes(anchor)]).toEqual([anchor, true])
    expect(manualSection(TEAM, anchor)!.text.length).toBeGreaterThan(80)
  }
  expect(manualSection(TEAM, 'no-such-heading')).toBe(null)
})

test('the address of a form leads to its own heading, and not to that of a longer or shorter address', () => {
  expect(helpOf('/app/w/ten_a/standing/hooks/1/secret')).toEqual({ base: '/app/w/ten_a', anchor: 'deploy-hooks' })
  expect(helpOf('/app/w/ten_a/standing/9')?.anchor).toBe('standing-pushes')
  expect(helpOf('/app/w/ten_a/clients', 'hosts')?.anchor).toBe('indexnow-sites')
  for (const other of ['/app/w/ten_a/clients/1', '/app/platform/clients', '/portal/x/ask', '/app/w/ten_a'])
    expect([other, helpOf(other)]).toEqual([other, null])
})

test('the button opens a named popover without a script, which leads to the paragraph on its page', async () => {
  const { html } = await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}/keys`)
  const [, id] = /<button[^>]*popovertarget="(help-[^"]+)"[^>]*aria-label="Help: API keys"/.exec(html)!
  expect(html).toMatch(new RegExp(`id="${id}" popover="auto" role="dialog" aria-label="API keys"`))
  const [, to] = /href="([^"]*\/help\/team#api-keys)"/.exec(html)!
  const page = await browser.visit('ada', to!.split('#')[0]!)
  expect(page.html).toContain('<h2 id="api-keys"')
})

test('an agency and a client each have their page, in the menu of the person, without the name of the product', async () => {
  for (const [who, topic] of [
    ['ada', 'team'],
    ['vera', 'client'],
  ] as const) {
    const base = `/app/w/${CAST[who].tenant_id}`
    expect((await browser.visit(who, `${base}/account`)).html).toContain(`href="${base}/help/${topic}"`)
    const { html } = await browser.visit(who, `${base}/help/${topic}`)
    expect(html.slice(html.indexOf('<main'), html.indexOf('</main>'))).not.toMatch(/signalpost|operator|supplier/i)
  }
  expect((await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}/help/install`)).status).toBe(404)
})

test('the pages are served at an own domain too, where the manual is not', async () => {
  h.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  const { status, html } = await browser.visit('ada', '/app/w/ten_northwind/help/team', {
    host: 'seo.northwind.example',
  })
  expect(status).toBe(200)
  expect(html).not.toContain('/docs/manual')
})
