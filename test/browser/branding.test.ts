/** The white label as it is typed: the page shows it in its own colours, under the whole policy, without a reload. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { judgeAccent } from '../../views/brand.ts'
import { site } from '../../views/site.tsx'
import { CAST, world } from '../world.ts'
import { CAP, closePages, complaintsOf, HAS_CHROMIUM, sharedBrowser, violations } from './chromium.ts'

describe.skipIf(!HAS_CHROMIUM)('branding, as it is typed', () => {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const address = `http://127.0.0.1:${probe.port}`
  probe.stop(true)
  const w = world({ env: { SIGNALPOST_SITE_URL: address } })
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let server: ReturnType<typeof Bun.serve>
  let complaints: string[]

  beforeAll(async () => {
    const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
    const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
    const around = { requestIP: () => null, timeout: () => {} }
    const port = Number(new URL(address).port)
    server = Bun.serve({ hostname: '127.0.0.1', port, fetch: (request) => serve(request, around) })
    browser = await sharedBrowser()
    context = await browser.newContext({ viewport: { width: 1360, height: 860 } })
    await context.addCookies([{ name: sessionCookieName(w.app.config), value: token, url: address }])
    page = await context.newPage()
    complaints = complaintsOf(page)
    await page.goto(`${address}/app/w/${CAST.ada.tenant_id}/branding`)
  }, CAP)
  afterAll(async () => {
    await closePages(browser)
    await server?.stop(true)
    w.close()
  })

  const ownColour = () => getComputedStyle(document.documentElement).getPropertyValue('--accent')
  const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
  const drawnIn = (selector: string, colour: string) =>
    page.waitForFunction(
      ([at, wanted]) => getComputedStyle(document.querySelector(at!)!).color === wanted,
      [selector, colour],
    )

  test(
    'colour and name stand in both themes at once, and the page keeps its own',
    async () => {
      const own = await page.evaluate(ownColour)
      for (const accent of ['#facc15', '#c2316b']) {
        await page.fill('#brand-accent', accent)
        for (const theme of ['light', 'dark'] as const)
          await drawnIn(`.previewed[data-theme=${theme}] .linked`, rgb(judgeAccent(accent, theme).used))
      }
      await page.fill('#brand-from_name', 'Tidewater & Co')
      await page.waitForSelector('.previewed[data-theme=dark] >> text=Tidewater & Co')
      expect(await page.evaluate(ownColour)).toBe(own)
      // What is typed stays under the cursor.
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('brand-from_name')
      expect(await violations(page)).toEqual([])
      expect(complaints).toEqual([])
    },
    CAP,
  )

  test(
    'an emptied colour is the product’s again',
    async () => {
      await page.fill('#brand-accent', '')
      await drawnIn('.previewed[data-theme=light] .linked', rgb('#0a6b48'))
      await page.waitForSelector('text=No colour of your own')
      expect(complaints).toEqual([])
    },
    CAP,
  )
})
