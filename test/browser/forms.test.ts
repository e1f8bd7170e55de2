/** Forms under the hands of a person: lists that are searched, and settings that are saved as they change. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { CAST, world } from '../world.ts'
import { CAP, closePages, complaintsOf, HAS_CHROMIUM, sharedBrowser, violations } from './chromium.ts'

const SHOP = 'https://shop.example'
const DESK = { viewport: { width: 1360, height: 860 }, timezoneId: 'America/New_York', locale: 'de-DE' }

describe.skipIf(!HAS_CHROMIUM)('forms in the browser', () => {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const address = `http://127.0.0.1:${probe.port}`
  probe.stop(true)
  const w = world({ env: { SIGNALPOST_SITE_URL: address, SIGNALPOST_ALLOW_NETWORKS: '127.0.0.1/32' } })
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
  }, CAP)
  afterAll(async () => {
    await closePages(browser)
    await server?.stop(true)
    w.close()
  })

  const rows = () => page.locator('#picker [role=option]').allInnerTexts()

  const profile = () => w.call<{ time_zone: string; locale: string; name: string }>('ada', 'get_profile')
  const until = (selector: string, words: string) =>
    page.waitForFunction(
      ([at, text]) => [...document.querySelectorAll(at!)].some((elt) => elt.textContent?.includes(text!)),
      [selector, words],
    )

  test(
    'a zone is searched by its city, shows its time, and the browser’s own comes first',
    async () => {
      await page.click('[name=time_zone]')
      expect((await rows())[0]).toMatch(/^New York\s+\d\d:\d\d$/)
      expect(await page.textContent('#picker footer')).toBe('Your browser is in New York.')
      expect(await violations(page)).toEqual([])
      // The page has the main zones, and the browser all others: none twice, in whatever way it spells it.
      for (const [words, found] of [
        ['bratis', ['Bratislava']],
        ['kolkata', ['Kolkata']],
        ['calcutta', []],
      ] as const) {
        await page.fill('#picker-search', words)
        const names = await page.locator('#picker [role=option] bdi').allInnerTexts()
        expect([words, names]).toEqual([words, [...found]])
      }
      await page.fill('#picker-search', '')
      await page.keyboard.type('tok')
      expect((await rows())[0]).toMatch(/^Tokyo\s/)
      await page.keyboard.press('Enter')
      await until('.set', 'Saved')
      expect(await page.inputValue('[name=time_zone]')).toBe('Asia/Tokyo')
      // The keyboard goes on where it was.
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('time_zone')
    },
    CAP,
  )

  test(
    'a language is opened by the keyboard, found in its own words, and left as it was by Escape',
    async () => {
      const before = await page.inputValue('[name=locale]')
      await page.click('[data-undo] [type=submit]')
      await until('.toast', 'Time zone: as before')
      expect(await profile()).toMatchObject({ time_zone: 'UTC' })
      expect(await page.inputValue('[name=time_zone]')).toBe('UTC')
      await page.focus('[name=locale]')
      await page.keyboard.press('ArrowDown')
      expect((await rows())[0]).toMatch(/^German\s+Deutsch$/)
      await page.keyboard.type('italiano')
      expect(await rows()).toHaveLength(2)
      await page.keyboard.press('Escape')
      expect(await page.inputValue('[name=locale]')).toBe(before)
      expect(await page.locator('#picker').isVisible()).toBe(false)
      expect(complaints).toEqual([])
    },
    CAP,
  )

  test(
    'a row is saved alone as it changes, says so, and Undo brings the value before back',
    async () => {
      await page.goto(`${ws}/notifications`)
      const settings = () => w.call<Record<string, unknown>>('ada', 'get_notifications', { id: CAST.ada.tenant_id })
      const { low_index, low_check, events, digest_time } = await settings()
      await page.fill('[name=low_check]', '77') // not left yet: nothing is saved
      expect(await settings()).toMatchObject({ low_check })
      await page.press('[name=low_check]', 'Enter')
      await until('.toast', 'Low credits: saved')
      expect(await settings()).toMatchObject({ low_index, low_check: 77, events, digest_time })
      expect(await page.textContent('#events-row-0 .chip')).toBe('Saved')
      expect(await page.locator('.set .chip').count()).toBe(1)
      const seconds = Number(await page.textContent('[data-seconds]'))
      await page.waitForFunction((was) => Number(document.querySelector('[data-seconds]')!.textContent) < was, seconds)
      // Another row: its notice takes the place of the one before.
      await page.selectOption('#events-events\\.plan_past_due', 'false')
      await until('.toast', 'Late plan payment: saved')
      expect(await page.locator('.toast').count()).toBe(1)
      expect(await settings()).toMatchObject({
        events: (events as string[]).filter((one) => one !== 'plan_past_due'),
        low_check: 77,
      })
      await page.click('[data-undo] [type=submit]')
      await until('.toast', 'Late plan payment: as before')
      expect(await settings()).toMatchObject({ events, low_check: 77 })
      expect(await page.inputValue('#events-events\\.plan_past_due')).toBe('true')
      expect(await page.evaluate(() => location.pathname)).toBe(`/app/w/${CAST.ada.tenant_id}/notifications`)
      expect(await violations(page)).toEqual([])
      expect(complaints).toEqual([])
    },
    CAP,
  )

  test(
    'what is refused stays in its field with the reason, and can be corrected there',
    async () => {
      await page.fill('[name=low_index]', '0')
      await page.press('[name=low_index]', 'Tab')
      await page.waitForSelector('#events-row-0 .error')
      expect(await page.inputValue('[name=low_index]')).toBe('0')
      expect(await page.getAttribute('[name=low_index]', 'aria-invalid')).toBe('true')
      await page.fill('[name=low_index]', '9')
      await page.press('[name=low_index]', 'Tab')
      await until('.toast', 'Low credits: saved')
      expect(await page.locator('#events-row-0 .error').count()).toBe(0)
    },
    CAP,
  )

  test(
    'an answer that arrives while the next field is typed in takes nothing away',
    async () => {
      await page.route('**/notifications/events', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await route.continue()
      })
      await page.fill('[name=low_index]', '31')
      await page.press('[name=low_index]', 'Tab')
      await page.fill('[name=low_check]', '4')
      await page.waitForSelector('#events-row-0 .chip:has-text("Saved")')
      await page.press('[name=low_check]', '2')
      expect(await page.inputValue('[name=low_check]')).toBe('42')
      await page.press('[name=low_check]', 'Tab')
      await page.waitForTimeout(100)
      // A change during a request waits for it, and is saved then.
      await page.fill('[name=low_index]', '32')
      await page.press('[name=low_index]', 'Tab')
      const settings = () => w.call('ada', 'get_notifications', { id: CAST.ada.tenant_id })
      for (let n = 0; n < 100 && (await settings()).low_index !== 32; n++) await page.waitForTimeout(50)
      expect(await settings()).toMatchObject({ low_index: 32, low_check: 42 })
      await page.unroute('**/notifications/events')
    },
    CAP,
  )

  test(
    'a setting of the browser is kept as it is chosen, beside the others, and the page takes its look',
    async () => {
      await page.goto(`${ws}/account`)
      await page.selectOption('[name=theme]', 'dark')
      await page.waitForSelector('html[data-theme=dark] .toast')
      await page.selectOption('[name=density]', 'compact')
      await page.waitForSelector('html[data-theme=dark][data-density=compact] .toast')
      await page.selectOption('[name=theme]', 'system')
      await page.waitForSelector('html:not([data-theme])[data-density=compact] .toast')
      expect(complaints).toEqual([])
    },
    CAP,
  )

  test(
    'the letter beside the schedule is drawn again as the schedule is chosen, before it is saved',
    async () => {
      await page.goto(`${ws}/reports/schedule`)
      await until('#letter', 'Subject')
      await until('#letter', 'None: sending is off')
      await page.selectOption('[name=mode]', 'review')
      await until('#letter', 'Drafted')
      await page.selectOption('[name=period]', 'quarter')
      await until('#letter', 'October to December 2026')
      expect(await page.getAttribute('#letter iframe', 'src')).toContain('period=quarter')
      const letter = page.frameLocator('#letter iframe')
      await letter.locator('text=October to December 2026').first().waitFor()
      // A refused choice changes nothing beside it.
      await page.fill('[name=day]', '30')
      await page.waitForTimeout(600)
      expect(await page.textContent('#letter')).toContain('October to December 2026')
      const stored = await w.call('ada', 'get_report_schedule', { id: CAST.ada.tenant_id })
      expect(stored).toMatchObject({ mode: 'off', period: 'month' })
      expect(await violations(page)).toEqual([])
      expect(complaints).toEqual([])
    },
    CAP,
  )

  test(
    'a standing push takes one field and two buttons',
    async () => {
      const pages = [1, 2, 3].map((n) => `<url><loc>${SHOP}/page-${n}</loc><lastmod>2026-11-01</lastmod></url>`)
      const source: ReturnType<typeof Bun.serve> = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: () =>
          new Response(
            `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('').replaceAll(SHOP, source.url.origin)}</urlset>`,
            { headers: { 'content-type': 'application/xml' } },
          ),
      })
      await page.goto(`${ws}/standing/new`)
      await page.fill('[name=address]', `${source.url.origin}/sitemap.xml`)
      await page.click('main button:has-text("Read source")')
      await page.click('main button:has-text("Watch source")')
      await page.waitForURL(/\/standing\/[0-9a-f-]{36}$/)
      const { items } = await w.call<{ items: object[] }>('ada', 'list_standing_pushes')
      expect(items).toMatchObject([{ address: `${source.url.origin}/sitemap.xml`, interval_minutes: 1440 }])
      await source.stop(true)
    },
    CAP,
  )

  test(
    'a schedule takes one choice, one recipient and one button',
    async () => {
      const bakery = `${address}/app/w/${CAST.vera.tenant_id}/reports/schedule`
      await page.goto(bakery)
      await page.click('.tok.add.needed')
      await page.waitForSelector('.tok:not(.add):has-text("Vera")')
      await page.selectOption('[name=mode]', 'review')
      await page.click('main button:has-text("Save schedule")')
      await until('#letter', 'October 2026')
      const id = CAST.vera.tenant_id
      expect(await w.call('ada', 'get_report_schedule', { id })).toMatchObject({ mode: 'review', day: 4, hour: 9 })
      expect(await w.call('ada', 'list_report_recipients', { id })).toMatchObject({ total: 1 })
    },
    CAP,
  )

  test(
    'asking for the API equivalent of a row sends the question alone',
    async () => {
      await page.goto(`${ws}/notifications`)
      await page.evaluate(() => {
        document.documentElement.dataset.api = 'on'
      })
      const asked: string[] = []
      page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).search))
      await page.click('#events-row-0 .asks')
      await until('#api-equivalent-lines', 'low_index')
      expect(asked).toEqual(['?same-as=api'])
      page.removeAllListeners('request')
    },
    CAP,
  )

  test(
    'without script a row has a button',
    async () => {
      const plain = await opened('/account', { javaScriptEnabled: false })
      await plain.fill('[name=name]', 'Ada Byron')
      await plain.click('#profile-row-0 button:has-text("Save")')
      expect(new URL(plain.url()).pathname).toBe(`/app/w/${CAST.ada.tenant_id}/account`)
      expect(await plain.textContent('.toast')).toContain('Name: saved.')
      expect(await profile()).toMatchObject({ name: 'Ada Byron', time_zone: 'UTC' })
    },
    CAP,
  )
})
