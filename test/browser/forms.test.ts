/** Forms under the hands of a person: lists that are searched, and settings that are saved as they change. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { CAST, world } from '../world.ts'
import { closePages, complaintsOf, HAS_CHROMIUM, sharedBrowser, violations } from './chromium.ts'

const DESK = { viewport: { width: 1360, height: 860 }, timezoneId: 'America/New_York', locale: 'de-DE' }

describe.skipIf(!HAS_CHROMIUM)('forms in the browser', () => {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const address = `http://127.0.0.1:${probe.port}`
  probe.stop(true)
  const w = world({ env: { SIGNALPOST_SITE_URL: address } })
  const ws = `${address}/app/w/${CAST.ada.tenant_id}`
  let browser: Browser
  let page: Page
  let server: ReturnType<typeof Bun.serve>
  let complaints: string[]
  let token: string

  async function opened(path: string, more: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext({ ...DESK, ...more })
    await context.addCookies([{ name: sessionCookieName(w.app.config), value: token, url: address }])
    const one = await context.newPage()
    await one.goto(`${ws}${path}`)
    return one
  }

  beforeAll(async () => {
    token = (await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })).token
    const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
    const around = { requestIP: () => null, timeout: () => {} }
    const port = Number(new URL(address).port)
    server = Bun.serve({ hostname: '127.0.0.1', port, fetch: (request) => serve(request, around) })
    browser = await sharedBrowser()
    page = await opened('/account')
    complaints = complaintsOf(page)
  }, 600_000)
  afterAll(async () => {
    await closePages(browser)
    await server?.stop(true)
    w.close()
  })

  const rows = () => page.locator('#picker [role=option]').allInnerTexts()

  test('a zone is searched by its city, shows its time, and the browser’s own comes first', async () => {
    await page.click('[name=time_zone]')
    expect((await rows())[0]).toMatch(/^New York\s+\d\d:\d\d$/)
    expect(await page.textContent('#picker footer')).toBe('Your browser is in New York.')
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('tok')
    expect((await rows())[0]).toMatch(/^Tokyo\s/)
    await page.keyboard.press('Enter')
    expect(await page.inputValue('[name=time_zone]')).toBe('Asia/Tokyo')
    // The keyboard goes on where it was.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('time_zone')
  }, 600_000)

  test('a language is opened by the keyboard, found in its own words, and left as it was by Escape', async () => {
    const before = await page.inputValue('[name=locale]')
    await page.focus('[name=locale]')
    await page.keyboard.press('ArrowDown')
    expect((await rows())[0]).toMatch(/^German\s+Deutsch$/)
    await page.keyboard.type('italiano')
    expect(await rows()).toHaveLength(2)
    await page.keyboard.press('Escape')
    expect(await page.inputValue('[name=locale]')).toBe(before)
    expect(await page.locator('#picker').isVisible()).toBe(false)
    expect(complaints).toEqual([])
  }, 600_000)
})
