/** A page says that it waits, once that takes longer than a blink; what asks by itself says nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { CAST, world } from '../world.ts'
import { closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'

const HOME = `/app/w/${CAST.ada.tenant_id}`

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop(true)
  return probe.port
}

describe.skipIf(!HAS_CHROMIUM)('the bar at the top', () => {
  const address = `http://127.0.0.1:${freePort()}`
  const w = world({ env: { SIGNALPOST_SITE_URL: address } })
  let browser: Browser
  let page: Page
  let server: ReturnType<typeof Bun.serve>

  beforeAll(async () => {
    const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
    const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
    const around = { requestIP: () => null, timeout: () => {} }
    const port = Number(new URL(address).port)
    server = Bun.serve({ hostname: '127.0.0.1', port, fetch: (request) => serve(request, around) })
    browser = await sharedBrowser()
    const context = await browser.newContext({ reducedMotion: 'no-preference' })
    await context.addCookies([{ name: sessionCookieName(w.app.config), value: token, url: address }])
    page = await context.newPage()
  }, 600_000)
  afterAll(async () => {
    await closePages(browser)
    await server?.stop(true)
    w.close()
  })

  /** Answers to these wait until the returned function is called. */
  async function held(pattern: RegExp): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(pattern, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const bar = () =>
    page.evaluate(() => {
      const { content, animationName, animationDelay } = getComputedStyle(document.body, '::after')
      return { drawn: content !== 'none', animation: animationName, delay: animationDelay }
    })
  const shows = () => page.waitForFunction(() => getComputedStyle(document.body, '::after').opacity === '1')

  test('shows while a list is sorted, after 200 ms, and goes with the answer', async () => {
    await page.goto(`${address}${HOME}/members`)
    expect((await bar()).drawn).toBe(false)
    const answer = await held(/\/members\?/)
    await page.click('#sort-name')
    await page.waitForSelector('.htmx-request', { state: 'attached' })
    expect(await bar()).toEqual({ drawn: true, animation: 'waits', delay: '0.2s' })
    await shows()
    answer()
    await page.waitForFunction(() => getComputedStyle(document.body, '::after').content === 'none')
  }, 600_000)

  test('does not show while a page asks by itself', async () => {
    await page.goto(`${address}${HOME}/connect`)
    const answer = await held(/\/connect\/calls/)
    await page.waitForSelector('[hx-trigger^="every"].htmx-request', { state: 'attached' })
    expect((await bar()).drawn).toBe(false)
    answer()
  }, 600_000)

  test('does not move where movement is not wanted', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${address}${HOME}/clients`)
    const answer = await held(/\/clients\?q/)
    await page.fill('input[name=q]', 'bak')
    await page.waitForSelector('.htmx-request', { state: 'attached' })
    expect(await bar()).toEqual({ drawn: true, animation: 'shows', delay: '0.2s' })
    answer()
  }, 600_000)
})
