/** The main pages bear real data: the torture agency at the widths of a desk and of phones, in both themes. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { WHOLE } from '../long/whole.ts'
import { AGENCY, type TortureAgency, tortureAgency } from '../torture/agency.ts'
import { TORTURE_PAGES } from '../torture/pages.ts'
import { CAST, type Person } from '../world.ts'
import { CAP, closePages, complaintsOf, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'
import { crowding } from './crowding.ts'

setDefaultTimeout(CAP)

const ALL_SHAPES = [1360, 390, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
/** A theme moves nothing. Before a change each page has one of these in turn; the long run has all six. */
const IN_TURN = [
  { width: 320, colorScheme: 'dark' },
  { width: 1360, colorScheme: 'light' },
] as const

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop(true)
  return probe.port
}

describe.skipIf(!HAS_CHROMIUM)('the torture agency in Chromium', () => {
  const address = `http://127.0.0.1:${freePort()}`
  const contexts = new Map<Person | null, BrowserContext>()
  let agency: TortureAgency
  let browser: Browser
  let server: ReturnType<typeof Bun.serve>

  beforeAll(async () => {
    const big = WHOLE ? 10_000 : 2_000
    agency = await tortureAgency({ big, env: { SIGNALPOST_SITE_URL: address } })
    const { app } = agency
    const serve = handler(app, createScheduler(app), { web: web(app, site) })
    const port = Number(new URL(address).port)
    server = Bun.serve({ hostname: '127.0.0.1', port, fetch: (request, own) => serve(request, own) })
    browser = await sharedBrowser()
    for (const who of ['ada', 'vera', 'pat', null] as const) {
      const context = await browser.newContext({ viewport: { width: 1360, height: 860 } })
      contexts.set(who, context)
      if (who === null) continue
      const { token } = await openSession(app, CAST[who].id, { ip: null, user_agent: null })
      await context.addCookies([{ name: sessionCookieName(app.config), value: token, url: address }])
    }
  })
  afterAll(async () => {
    await closePages(browser)
    await server?.stop(true)
    agency?.close()
  })

  async function opened(name: string): Promise<Page> {
    const { who, path, before } = TORTURE_PAGES[name]!
    const page = await contexts.get(who)!.newPage()
    const answer = await page.goto(address + path(agency))
    if (answer?.status() !== 200) throw new Error(`${name}: ${answer?.status()} at ${page.url()}`)
    await before?.(page)
    return page
  }

  test.each(Object.keys(TORTURE_PAGES))(
    '%s: nothing is crowded out, cut, broken or wider than the screen',
    async (name) => {
      const page = await opened(name)
      const complaints = complaintsOf(page)
      const wrong: string[] = []
      const shapes = WHOLE ? ALL_SHAPES : [IN_TURN[Object.keys(TORTURE_PAGES).indexOf(name) % 2]!]
      for (const { width, colorScheme } of shapes) {
        await page.setViewportSize({ width, height: 860 })
        await page.emulateMedia({ colorScheme })
        wrong.push(...(await crowding(page)).map((what) => `${width} ${colorScheme}: ${what}`))
      }
      await page.close()
      expect([...wrong, ...complaints]).toEqual([])
    },
  )

  test('a cell shows its card on focus, above all else, and a chart its values by arrows', async () => {
    const page = await opened('results')
    await page.setViewportSize({ width: 1360, height: 860 })
    const cell = page.locator('a[data-card]').nth(3)
    await cell.focus()
    const card = page.locator('.tip:popover-open')
    await card.waitFor()
    expect(await card.locator('a').last().getAttribute('href')).toContain('/cohorts/links?')
    await page.keyboard.press('Tab')
    expect(await card.locator('a:focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await card.count()).toBe(0)
    await page.goto(`${address}${AGENCY}/clients/${agency.ids[3]}`)
    const shown = page.locator('.axis .tip:visible b').first()
    await page.locator('.axis .col').last().focus()
    const last = await shown.textContent()
    await page.keyboard.press('ArrowLeft')
    expect(await shown.textContent()).not.toBe(last)
    expect(await page.locator('.axis .col[tabindex="0"]').count()).toBe(1)
    await page.close()
  })

  test('a notice lies in the right half of the top row, over no title and no crumbs', async () => {
    const page = await contexts.get('ada')!.newPage()
    await page.goto(`${address}${AGENCY}/clients?transfer=${agency.ids[0]}&amount=25`)
    await page.locator('#panel .btn.primary').click()
    await page.waitForSelector('.toast')
    await page.waitForLoadState('networkidle')
    for (const path of [null, `${AGENCY}/clients/${agency.ids[0]}`, TORTURE_PAGES.push!.path(agency), AGENCY]) {
      if (path) await page.goto(address + path)
      const lies = await page.evaluate(() => {
        const box = document.querySelector('#toasts')!
        const blank = document.querySelector<HTMLTemplateElement>('#toast-blank')!
        if (!box.firstElementChild) box.append(blank.content.firstElementChild!.cloneNode(true))
        const toast = document.querySelector('.toast')!
        toast.querySelector('p')!.textContent =
          '25 index credits transferred to a client with a long name. The rest stays.'
        const { left, bottom } = toast.getBoundingClientRect()
        return [...document.querySelectorAll('main h1, .crumbs, .topline, .client-name')]
          .flatMap((part) => {
            const range = document.createRange()
            range.selectNodeContents(part)
            const under = [...range.getClientRects()].some(
              (line) => line.top < bottom - 2 && line.right > left && line.left < innerWidth,
            )
            const clipped = part.getBoundingClientRect()
            return under && clipped.right > left && clipped.top < bottom - 2 ? [part.className || part.tagName] : []
          })
          .concat(left < innerWidth / 2 ? 'the left half' : [])
      })
      expect([path, lies]).toEqual([path, []])
    }
    await page.close()
  })

  test('a table that is cut off says so by a shade at that edge, and by none where nothing is cut', async () => {
    const page = await opened('credits-clients')
    /** The colours of the first and the last two pixels of the table, in the middle of its height. */
    const edges = async () => {
      const box = (await page.locator('main .scroll').first().boundingBox())!
      const shot = await page.screenshot({ clip: { ...box, height: 3, y: box.y + 8 } })
      return page.evaluate(async (png) => {
        const image = await createImageBitmap(new Blob([Uint8Array.fromBase64(png)]))
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
        canvas.drawImage(image, 0, 0)
        return [1, image.width - 2].map((x) => canvas.getImageData(x, 1, 1, 1).data[0]! < 250)
      }, shot.toString('base64'))
    }
    expect(await edges()).toEqual([false, false])
    await page
      .locator('main .scroll table')
      .first()
      .evaluate((table) => {
        table.style.minWidth = '1600px'
      })
    expect(await edges()).toEqual([false, true])
    await page
      .locator('main .scroll')
      .first()
      .evaluate((part) => part.scrollTo(9999, 0))
    expect(await edges()).toEqual([true, false])
    await page.close()
  })

  test('what a brand fills and draws is of its colour: areas, tanks and bars of credits', async () => {
    const colours = async (name: string, parts: string) => {
      const page = await opened(name)
      const found = await page.locator(parts).evaluateAll((all) =>
        all.map((one) => {
          const { fill, stroke } = getComputedStyle(one)
          const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
          canvas.fillStyle = one.matches('.s-run, .s-line') ? stroke : fill
          canvas.fillRect(0, 0, 1, 1)
          return [...canvas.getImageData(0, 0, 1, 1).data]
        }),
      )
      await page.close()
      return found
    }
    const drawn = [
      ...(await colours('today', '.f-area, .s-line, .lead .fuel rect:last-child')),
      ...(await colours('credits', '.f-tank, .s-run')),
      ...(await colours('client', '.f-area, .facts .fuel rect:last-child')),
    ]
    expect(drawn.length).toBeGreaterThan(8)
    for (const [red = 0, green = 0, blue = 0] of drawn) expect([red >= green, green > blue]).toEqual([true, true])
  })
})
