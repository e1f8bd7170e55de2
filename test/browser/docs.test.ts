/** `/docs` as people use it: they search, read, and try a call with a session or with a key. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createKey } from '../../src/domains/keys/index.ts'
import { manualHref, manualTopics } from '../../src/doors/docs/manual.ts'
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { web } from '../../src/doors/pages/web.ts'
import { type RunningServer, serve } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { inLongRun, WHOLE } from '../long/whole.ts'
import { CAST, callerOf, type World, world } from '../world.ts'
import { CAP, closePages, HAS_CHROMIUM, sharedBrowser, violations } from './chromium.ts'

setDefaultTimeout(CAP)

describe.skipIf(!HAS_CHROMIUM)('the documentation in Chromium', () => {
  let w: World
  let running: RunningServer
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const complaints: string[] = []
  const elsewhere: string[] = []

  beforeAll(async () => {
    const port = freePort()
    const base = `http://127.0.0.1:${port}`
    w = world({ env: { SIGNALPOST_LISTEN: `127.0.0.1:${port}`, SIGNALPOST_SITE_URL: base } })
    running = serve(w.app, { web: web(w.app, site) })
    browser = await sharedBrowser()
    context = await browser.newContext({ viewport: { width: 1360, height: 860 } })
    page = await context.newPage()
    page.setDefaultTimeout(120_000)
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => request.url().startsWith(base) || elsewhere.push(request.url()))
  })
  afterAll(async () => {
    await closePages(browser)
    await running?.stop()
    expect([complaints, elsewhere]).toEqual([[], []])
  })

  const go = (path: string) => page.goto(running.address + path)
  const signIn = async () => {
    const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
    await context.addCookies([{ name: sessionCookieName(w.app.config), value: token, url: running.address }])
  }
  const answer = async () => {
    await page.waitForSelector('[data-try-answer] pre')
    const [status, text] = await page.locator('[data-try-answer] > *').allTextContents()
    return { status, ...JSON.parse(text!) }
  }

  inLongRun('every page of it is under the policy of all pages, and leads nowhere that is not there', async () => {
    const open = ['/docs']
    const seen = new Set(open)
    for (let path = open.pop(); path; path = open.pop()) {
      const response = await fetch(running.address + path)
      expect([path, response.status]).toEqual([path, 200])
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue
      const policy = response.headers.get('content-security-policy')
      expect([path, policy === contentSecurityPolicy()]).toEqual([path, true])
      for (const [, href] of (await response.text()).matchAll(/<a [^>]*href="(\/(?:docs|openapi)[^"#]*)/g))
        if (!seen.has(href!)) open.push([...seen.add(href!)].at(-1)!)
    }
    // The reference, recipes, webhooks, the manual and its topics, and two files.
    expect(seen.size).toBe(w.app.operations.length + manualTopics.length + 6)
    expect((await fetch(`${running.address}/docs/operations/bogus`)).status).toBe(404)
  })

  const shown = WHOLE ? manualTopics : (['install'] as const)
  const themes = WHOLE ? (['light', 'dark'] as const) : (['light'] as const)
  test.each(themes)('the manual fits a phone, and passes axe in the %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    for (const path of [manualHref(), ...shown.map((topic) => manualHref(topic))])
      for (const width of [1360, 390]) {
        await page.setViewportSize({ width, height: 860 })
        await go(path)
        const found = WHOLE ? await violations(page) : []
        expect([path, width, found]).toEqual([path, width, []])
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width])
      }
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize({ width: 1360, height: 860 })
  })

  inLongRun(
    'a search narrows while one types, by words of names, addresses and fields; the address keeps it',
    async () => {
      await go('/docs')
      await page.keyboard.press('/')
      await page.waitForFunction(() => document.activeElement?.id === 'q')
      await page.keyboard.type('drip_days')
      await page.waitForURL('**/docs?q=drip_days')
      const names = () => page.locator('.operations a').allTextContents()
      await page.waitForFunction(() => document.querySelectorAll('.operations a').length < 10)
      expect(await names()).toContain('submit_index_job')
      await go('/docs?q=ledger+reverse')
      expect(await names()).toEqual(['reverse_ledger_entry'])
      await go('/docs?q=%3Cb%3Enothing')
      expect(await page.textContent('#list')).toContain('No operation has all of these words')
    },
  )

  inLongRun('a call without a session or a key is refused, and says what to do', async () => {
    await go('/docs/operations/get_me')
    await page.click('form[data-try] button')
    expect(await answer()).toMatchObject({ status: '401', ok: false, error: { code: 'unauthorized' } })
  })

  test('a pasted key calls, and stays in the tab for the next page', async () => {
    const { secret } = w.db.write((tx) =>
      createKey(tx, callerOf('ada'), { tenant_id: CAST.ada.tenant_id, name: 'Pasted', role: 'member' }),
    )
    await go('/docs/operations/get_me')
    await page.fill('#try-key', secret)
    await page.keyboard.press('Enter')
    expect(await answer()).toMatchObject({ status: '200', data: { role: 'member', key: { name: 'Pasted' } } })
    await go('/docs/operations/list_jobs')
    expect(await page.inputValue('#try-key')).toBe(secret)
    await page.fill('#try-page_size', '3')
    await page.click('form[data-try] button')
    expect(await answer()).toMatchObject({ status: '200', data: { items: [], page_size: 3 } })
    const other = await (await browser.newContext()).newPage()
    await other.goto(`${running.address}/docs/operations/list_jobs`)
    expect(await other.inputValue('#try-key')).toBe('')
    await page.evaluate(() => sessionStorage.clear())
  })

  test('who is signed in calls as themselves: reads, changes, is told what is wrong', async () => {
    await signIn()
    await go('/docs/operations/get_tenant')
    expect(await page.textContent('form[data-try]')).toContain('Without one, the call is yours')
    await page.fill('#try-id', 'ten_bakery')
    await page.click('form[data-try] button')
    expect(await answer()).toMatchObject({ status: '200', data: { name: 'Bakery' } })

    await go('/docs/operations/update_tenant')
    await page.fill('#try-id', 'ten_bakery')
    await page.fill('#try-body', '{"name": "Bread & <b>cake</b>"}')
    await page.click('form[data-try] button')
    expect(await answer()).toMatchObject({ status: '200', data: { name: 'Bread & <b>cake</b>' } })
    expect(await page.locator('[data-try-answer] b').count()).toBe(0)

    await page.fill('#try-body', '{"name": 4}')
    await page.click('form[data-try] button')
    await page.waitForSelector('[data-try-answer] p:text-is("422")')
    expect(await answer()).toMatchObject({ status: '422', error: { details: { issues: [{ path: 'name' }] } } })
  })

  inLongRun('a call is copied whole, and reads without JavaScript', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await go('/docs/operations/submit_index_job')
    await page.click('#call-curl ~ button')
    await page.waitForSelector('.toast')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toStartWith(`curl -sS '${running.address}/api/v1/jobs' \\\n`)
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await plain.goto(`${running.address}/docs?q=submit_index`)
    await plain.click('text=submit_index_job')
    expect(await plain.locator('form[data-try]').isVisible()).toBe(false)
    expect(await plain.textContent('#call-curl')).toBe(copied)
  })
})

function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port!
}
