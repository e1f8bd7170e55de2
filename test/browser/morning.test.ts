/** The morning sheet by its keys, in a browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { CAST, START, world } from '../world.ts'
import { CAP, closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'

const DASHBOARD = `/app/w/${CAST.ada.tenant_id}`

/** The server must know its own address before it listens. */
function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop(true)
  return probe.port
}

describe.skipIf(!HAS_CHROMIUM)('the morning sheet', () => {
  const address = `http://127.0.0.1:${freePort()}`
  const w = world({ env: { SIGNALPOST_SITE_URL: address } })
  let browser: Browser
  let page: Page
  let server: ReturnType<typeof Bun.serve>

  beforeAll(async () => {
    w.db.write((tx) => {
      for (const host of ['a', 'b', 'c'])
        tx.run(
          `insert into indexnow_sites (id, tenant_id, host, scheme, key, status, failing_since, created_at, updated_at)
           values (?1, 'ten_bakery', ?1 || '.bakery.example', 'https', '0123456789abcdef0123456789abcdef', 'failing', ?2, ?2, ?2)`,
          host,
          START,
        )
      return null
    })
    const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
    const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
    const around = { requestIP: () => null, timeout: () => {} }
    server = Bun.serve({
      hostname: '127.0.0.1',
      port: Number(new URL(address).port),
      fetch: (request) => serve(request, around),
    })
    browser = await sharedBrowser()
    const context = await browser.newContext()
    await context.addCookies([{ name: sessionCookieName(w.app.config), value: token, url: address }])
    page = await context.newPage()
  }, CAP)
  afterAll(async () => {
    await closePages(browser)
    await server?.stop(true)
    w.close()
  })

  test(
    'j and k go through it, e marks as seen and goes on with the next, Enter opens the case',
    async () => {
      await page.goto(address + DASHBOARD)
      const rows = page.locator('#morning > .needs [data-row]')
      const own = await rows.filter({ hasText: 'bakery.example' }).count()
      expect(own).toBe(3)
      const focused = () => page.evaluate(() => document.querySelector('[data-row]:focus')?.textContent ?? '')
      while (!(await focused()).includes('b.bakery.example')) await page.keyboard.press('j')
      const before = await rows.count()
      await page.keyboard.press('e')
      await page.locator('[data-row]:focus', { hasText: 'c.bakery.example' }).waitFor()
      expect(await rows.count()).toBe(before - 1)
      expect(await page.textContent('#seen summary')).toBe('1 seen')
      await page.keyboard.press('k')
      expect(await focused()).toContain('a.bakery.example')
      await Promise.all([page.waitForURL(/\/indexnow\/a$/), page.keyboard.press('Enter')])
      await page.goto(address + DASHBOARD)
      expect(await page.textContent('#seen summary')).toBe('1 seen')
    },
    CAP,
  )
})
