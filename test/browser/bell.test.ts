/** The bell and the help beside a form, by the keys of a keyboard. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { CAST, START, world } from '../world.ts'
import { closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop(true)
  return probe.port
}

describe.skipIf(!HAS_CHROMIUM)('beside the pages', () => {
  const address = `http://127.0.0.1:${freePort()}`
  const base = `${address}/app/w/${CAST.ada.tenant_id}`
  const w = world({ env: { SIGNALPOST_SITE_URL: address } })
  let browser: Browser
  let page: Page
  let server: ReturnType<typeof Bun.serve>

  beforeAll(async () => {
    w.db.write((tx) =>
      tx.run(
        "insert into page_questions (id, tenant_id, url, text, email, asked_at) values ('q1', 'ten_bakery', 'https://bakery.example/rye', 'Why?', 'r@bakery.example', ?)",
        START,
      ),
    )
    const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
    const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
    const around = { requestIP: () => null, timeout: () => {} }
    server = Bun.serve({
      hostname: '127.0.0.1',
      port: Number(new URL(address).port),
      fetch: (request) => serve(request, around),
    })
    browser = await sharedBrowser()
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 } })
    await context.addCookies([{ name: sessionCookieName(w.app.config), value: token, url: address }])
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await closePages(browser)
    await server.stop(true)
    w.close()
  })

  test('Enter opens the list of the bell, which leads to what happened; all is marked by its button', async () => {
    await page.goto(`${base}/account`)
    const bell = page.locator('.side .bell')
    await bell.focus()
    await page.keyboard.press('Enter')
    const item = page.locator('#bell .bell-list > a')
    await item.waitFor()
    expect(await item.getAttribute('href')).toBe(`/app/w/${CAST.vera.tenant_id}/today`)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bell.png` })
    await page.keyboard.press('Escape')
    expect(await item.isVisible()).toBe(false)
    await bell.click()
    await page.locator('#bell button').first().click()
    await page.waitForURL(`${base}/bell`)
    expect(await page.locator('.side .bell .n').count()).toBe(0)
  }, 120_000)

  test('Enter opens the paragraph beside a form, Tab reaches its link, and Escape returns to the button', async () => {
    await page.goto(`${base}/keys`)
    const help = page.locator('form .icon-btn.q').last()
    await help.focus()
    await page.keyboard.press('Enter')
    const paragraph = page.locator('.menu.help:popover-open')
    await paragraph.waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toEndWith('/help/team#api-keys')
    await page.keyboard.press('Escape')
    expect(await paragraph.count()).toBe(0)
    expect(await help.evaluate((button) => button === document.activeElement)).toBe(true)
  }, 120_000)
})
