import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { serveGallery } from '../../scripts/gallery.ts'
import { gallery } from '../gallery/index.tsx'
import { letterGallery } from '../gallery/letters.tsx'
import { buried, CAP, closePages, complaintsOf, HAS_CHROMIUM, sharedBrowser, unringed, violations } from './chromium.ts'
import { lostByFailure } from './failure.ts'
import { judge } from './judge.ts'
import { coverOf, kindsOfGallery } from './kinds.ts'

setDefaultTimeout(CAP)

const DESK = { viewport: { width: 1360, height: 860 } }
const WIDTHS = [1360, 390, 320]
const THEMES = ['light', 'dark'] as const
/** A page again, without rows or with its form refused. */
const AGAIN = /^drawn-.*-(none|refused)$/
/** In the long run every view is judged by all rules in every shape. */
const ALL = process.env.PAGES === 'all'
/** Before a change: those with most kinds of elements that no view before has. */
const MOST_VIEWS = 6

describe.skipIf(!HAS_CHROMIUM)('in Chromium', () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let server: ReturnType<typeof serveGallery>
  let complaints: string[] = []
  const at = (name: string) => new URL(name, server.url).href

  beforeAll(async () => {
    server = serveGallery(0)
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await closePages(browser)
    await server.stop(true)
  })
  /** Most tests share what the browser has loaded; each has a page of its own. */
  let common: BrowserContext | undefined
  beforeEach(async () => {
    if (context !== common) await context.close()
    leave()
    common ??= await browser.newContext(DESK)
    await common.clearCookies()
    await open(common)
  })
  /** Nobody waits: a page that closes on its way to another hangs in one of 50 times; its context closes nevertheless. */
  const leave = () => void page?.close().catch(() => {})

  /** In place of the page that the test has. */
  async function reopen(options: Parameters<Browser['newContext']>[0]) {
    leave()
    await open(await browser.newContext({ ...DESK, ...options }))
  }

  async function open(anew: BrowserContext) {
    context = anew
    page = await context.newPage()
    page.setDefaultTimeout(120_000)
    // A view that stays open for long asks for parts that only the product serves.
    complaints = complaintsOf(page)
  }

  /** How much wider the page is than the window. */
  const sideways = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

  /** Tables that have to be moved sideways to be read, and lose what a row is of: a heat map's names stay in sight. */
  const cutTables = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main .scroll')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .filter(
          (part) => ![...part.querySelectorAll('tbody th')].some((th) => getComputedStyle(th).position === 'sticky'),
        )
        .map((table) => `${table.getAttribute('aria-label')} is cut by ${table.scrollWidth - table.clientWidth} px`),
    )

  /** Folds that show nothing when they are opened. */
  const emptyFolds = () =>
    page.evaluate(() => {
      const closed = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open], [name])')]
      for (const one of closed) one.open = true
      const isSeen = (part: Element) => part.checkVisibility() && part.getBoundingClientRect().height > 0
      const empty = [...document.querySelectorAll('main details[open]')]
        .filter((one) => one.checkVisibility() && one.children.length > 1 && ![...one.children].slice(1).some(isSeen))
        .map((one) => `“${one.querySelector('summary')?.textContent}” opens on nothing`)
      for (const one of closed) one.open = false
      return empty
    })

  // Each in one theme, the next in the other; `PAGES=all` has both.
  test('each kind of element is accessible; no policy violation, no sideways scroll', async () => {
    // Without motion: colours on their way from one theme to the other are neither's.
    await reopen({ viewport: { width: 390, height: 860 }, reducedMotion: 'reduce' })
    const wrong: string[] = []
    const judged = judge()
    const kinds = kindsOfGallery((name) => ALL || !AGAIN.test(name))
    const cover = coverOf(kinds, ALL ? undefined : MOST_VIEWS)
    const all = gallery.map(({ name }) => name).filter((name) => cover.includes(name) || !AGAIN.test(name))
    const names = ALL ? all : cover
    for (const [n, name] of names.entries()) {
      await page.setViewportSize({ width: 390, height: 860 })
      await page.goto(at(name))
      wrong.push(...(await cutTables()).map((what) => `${name}: ${what}`))
      wrong.push(...(await emptyFolds()).map((what) => `${name}: ${what}`))
      for (const width of ALL ? WIDTHS : [WIDTHS[n % WIDTHS.length]!]) {
        await page.setViewportSize({ width, height: 860 })
        // A refused field has been scrolled to, and what lies under the bar then can be scrolled out from under it.
        await page.evaluate(() => scrollTo(0, 0))
        if (await sideways()) wrong.push(`${name} ${width}: ${await sideways()} px sideways`)
        for (const colorScheme of ALL ? THEMES : [THEMES[n % 2]!]) {
          await page.emulateMedia({ colorScheme })
          const found = await (ALL ? violations(page) : judged(page, colorScheme))
          wrong.push(...found.map((what) => `${name} ${width} ${colorScheme}: ${what}`))
        }
        wrong.push(...(await buried(page)).map((what) => `${name} ${width}: ${what}`))
      }
    }
    expect(wrong).toEqual([])
    expect(complaints).toEqual([])
  })

  test('the portal asks about the address that was typed, and a row of it about its own', async () => {
    await page.goto(at('portal-empty'))
    expect(await buried(page)).toEqual([])
    const press = async (control: string) => {
      const asked = page.waitForRequest((request) => request.isNavigationRequest())
      const { x, y, width, height } = (await page.locator(control).first().boundingBox())!
      await page.mouse.click(x + width / 2, y + height / 2)
      return new URL((await asked).url()).searchParams.get('u')
    }
    await page.locator('#u').fill('hazel.example/typed')
    expect(await press('.ask-f button')).toBe('hazel.example/typed')
    await page.waitForURL(/[?]u=/)
    await page.goto(at('portal-empty'))
    const rows = await page.locator('.asked .cover').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
    expect(rows.length).toBeGreaterThan(1)
    expect(await press('.asked .row')).toBe(new URL(rows[0]!).searchParams.get('u'))
  })

  test('acts on ticked rows are in sight from the first tick, at both widths', async () => {
    for (const name of ['jobs', 'links', 'job-done']) {
      await page.goto(at(name))
      for (const width of [1360, 390]) {
        await page.setViewportSize({ width, height: 860 })
        const acts = page.locator('#picked')
        expect([name, width, await acts.isVisible()]).toEqual([name, width, false])
        await page.locator('td.pick input').first().check()
        const { y, height } = (await acts.boundingBox())!
        expect([name, width, y + height <= (width < 761 ? 860 - 56 : 860)]).toEqual([name, width, true])
        await page.locator('td.pick input').first().uncheck()
      }
    }
  })

  test('every letter is as wide as the screen, and at most 560 pixels', async () => {
    for (const [n, { name }] of (ALL ? letterGallery : letterGallery.filter((_, n) => n % 10 === 0)).entries())
      for (const width of ALL ? WIDTHS : [WIDTHS[n % WIDTHS.length]!]) {
        await page.setViewportSize({ width, height: 860 })
        await page.goto(at(name))
        const sheet = await page.evaluate(() => document.querySelector('table table')!.clientWidth)
        expect([name, width, await sideways()]).toEqual([name, width, 0])
        expect([name, width, sheet]).toEqual([name, width, Math.min(560, width - 16)])
      }
  })

  test('what has the focus is seen on a phone: fields of dates, and what would lie under a bill', async () => {
    await reopen({ viewport: { width: 390, height: 844 } })
    const wrong: string[] = []
    for (const name of [
      'links',
      'push-review',
      ...(ALL ? ['suppliers-compared', 'drawn-platform-suppliers-fallback', 'check-bill'] : []),
    ]) {
      await page.goto(at(name))
      wrong.push(...(await unringed(page, 80)).map((what) => `${name}: ${what}`))
    }
    expect(wrong).toEqual([])
  })

  test('what opens over a page is accessible in both themes at every width: palette, confirm', async () => {
    // Without motion: colours on their way from one theme to the other are neither's.
    await reopen({ reducedMotion: 'reduce' })
    const opens = { palette: '[data-do=palette]', confirm: 'a[data-word]' }
    for (const [id, control] of Object.entries(opens)) {
      await page.goto(at('parts'))
      await page.evaluate((by) => document.querySelector<HTMLElement>(by)!.click(), control)
      await page.locator(`#${id}[open]`).waitFor()
      for (const [n, width] of WIDTHS.entries())
        for (const colorScheme of ALL ? THEMES : [THEMES[n % 2]!]) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          // Before a change at the widest in the light, and at the next in the dark.
          const found = ALL || n < 2 ? await violations(page) : []
          expect([id, width, colorScheme, ...found]).toEqual([id, width, colorScheme])
          expect([id, width, await sideways()]).toEqual([id, width, 0])
        }
    }
    expect(complaints).toEqual([])
  })

  test('the palette opens by key, narrows, and goes where Enter says; it opens again after Back', async () => {
    await page.goto(at('jobs'))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('results')
    expect(await page.locator('#palette [role=option]:visible').allTextContents()).toEqual(['Results'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/cohorts')
    await page.goBack()
    await page.keyboard.press('Control+k')
    expect(await page.locator('#palette').getAttribute('open')).not.toBeNull()
    await page.keyboard.press('Escape')
    expect(await page.locator('#palette').getAttribute('open')).toBeNull()
    expect(complaints).toEqual([])
  })

  test('the empty palette has the last pages of the tab, the newest first, and none after a page without it', async () => {
    const last = () => page.locator('#palette-last [role=option]:visible')
    for (const name of ['jobs', 'drawn-clients', 'drawn-notifications']) await page.goto(at(name))
    await page.keyboard.press('Control+k')
    expect(await last().evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '/drawn-clients',
      '/jobs',
    ])
    expect(await page.locator('#palette [aria-label="Go to"] [role=option]:visible').count()).toBe(0)
    await page.keyboard.type('pushes')
    expect(await last().count()).toBe(0)
    expect(await page.locator('#palette [aria-label="Go to"] [role=option]:visible').count()).toBeGreaterThan(0)
    await page.goto(at('sign-in'))
    await page.goto(at('jobs'))
    await page.keyboard.press('Control+k')
    expect(await last().count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('shortcuts move through rows and pages, and are quiet while one types', async () => {
    await page.goto(at('jobs'))
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Guest posts · wave 1')
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('q')
    await page.keyboard.type('njk?')
    expect(await page.locator('#q').inputValue()).toBe('njk?')
    await page.locator('h1').click()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL('**/clients')
  })

  test('a confirm asks first: Escape and Cancel send nothing, the button sends one POST', async () => {
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
    await page.goto(at('jobs'))
    const row = page.locator('tbody tr', { has: page.locator('.menu .danger') }).first()
    const remove = {
      async click() {
        await row.getByRole('button').first().click()
        await page.locator('.menu:popover-open .danger').click()
      },
    }
    await remove.click()
    expect(await page.locator('#confirm h2').textContent()).toBe('Delete this push?')
    expect(await page.locator('#confirm .points li').allTextContents()).toContain(
      'Credits already used are not affected.',
    )
    expect(await page.locator('#confirm .text').textContent()).toBe('This cannot be undone.')
    await page.keyboard.press('Escape')
    // What opened it lies in a menu that has closed meanwhile: the button of the menu has the focus again.
    await page.waitForFunction(() => document.activeElement?.hasAttribute('popovertarget'))
    await remove.click()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(posts).toEqual([])
    await remove.click()
    await page.getByRole('button', { name: 'Delete push' }).click()
    await page.waitForURL('**/delete')
    expect(posts).toHaveLength(1)
    expect(posts[0]).toMatch(/^\/app\/w\/northwind\/jobs\/.*\/delete$/)
  })

  test('a word that has to be typed holds the button back', async () => {
    await page.goto(at('parts'))
    await page.locator('a[data-word]').click()
    const go = page.locator('#confirm .go')
    expect(await go.isDisabled()).toBe(true)
    await page.locator('#confirm input').fill('bakery')
    expect(await go.isDisabled()).toBe(true)
    await page.locator('#confirm input').fill('Bakery')
    expect(await go.isDisabled()).toBe(false)
    // Enter is the act itself, not the question how a program does it.
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.keyboard.press('Enter')
    expect(new URL((await sent).url()).search).toBe('')
  })

  test('theme and density are kept in cookies that the server can read', async () => {
    await page.goto(at('jobs'))
    const before = await page
      .locator('tbody tr')
      .first()
      .evaluate((row) => row.clientHeight)
    for (const name of ['Light or dark', 'Compact rows']) {
      if (!(await page.locator('#person:popover-open').count())) await page.locator('.side .me').click()
      await page.getByRole('button', { name }).click()
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(233, 238, 235)')
    expect(
      await page
        .locator('tbody tr')
        .first()
        .evaluate((row) => row.clientHeight),
    ).toBeLessThan(before)
    const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))
    expect(cookies).toMatchObject({ theme: 'dark', density: 'compact' })
  })

  test('the screening streams in while one types; the button says what it will do', async () => {
    await page.goto(at('push'))
    expect(await page.locator('#go').textContent()).toBe('Review push')
    await page.locator('#urls').pressSequentially('https://bakery.example/a https://bakery.example/blog/old-offer')
    await page.getByText('Push 1 link').waitFor()
    expect(await page.locator('#preflight .flag li').count()).toBe(2)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('urls')
    await page.locator('input[name=push_anyway]').check()
    await page.getByText('Push 2 links').waitFor()
    expect(await page.locator('input[name=push_anyway]').isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })

  test('three quick submits are one POST', async () => {
    const posts: string[] = []
    await page.route('**/push', async (route) => {
      posts.push(route.request().postData() ?? '')
      await new Promise((done) => setTimeout(done, 300))
      await route.fulfill({ status: 200, contentType: 'text/html', body: 'sent' })
    })
    await page.goto(at('push-review'))
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('button[value=push]')!
      for (let i = 0; i < 3; i++) button.click()
    })
    await page.waitForURL('**/push')
    expect(posts).toHaveLength(1)
    const sent = new URLSearchParams(posts[0])
    expect(sent.get('step')).toBe('push')
    expect(sent.getAll('push_anyway')).toEqual(['https://bakery.example/blog/old-offer'])
    expect(sent.get('smart')).toBe('true')
    expect(sent.has('pre_check')).toBe(false)
  })

  test('a job under way moves its own bar: the same element, and no change on 304', async () => {
    await page.goto(at('job-sending'))
    await page.evaluate(() => {
      Object.assign(document.querySelector('#job-progress')!, { mine: 'yes' })
    })
    await page.waitForFunction(() => Number(document.querySelector<HTMLProgressElement>('#job-progress')?.value) > 40)
    expect(await page.locator('#job-progress').evaluate((bar) => 'mine' in bar)).toBe(true)
    await page.locator('#job-live').evaluate((live) => live.setAttribute('data-status', 'preflight'))
    await page.waitForEvent('load') // its next stage has other actions and links, so the page comes again
    const asked = page.waitForRequest('**/gallery/progress')
    expect(Object.keys((await asked).headers())).toContain('hx-ptag')
    expect(complaints).toEqual([])
  })

  test('a sorted list changes in place: the address follows, the focus stays, Back brings the old one', async () => {
    await page.goto(at('app/w/northwind/jobs'))
    await page.locator('main').evaluate((main) => main.setAttribute('data-mine', 'yes'))
    await page.locator('#sort-name').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/jobs?sort=name&dir=asc&page_size=15')
    await page.waitForFunction(() => document.activeElement?.id === 'sort-name')
    expect(await page.locator('main').getAttribute('data-mine')).toBe('yes')
    await page.goBack()
    await page.waitForURL('**/jobs')
    expect(await page.locator('main').count()).toBe(1)
    expect(await page.locator('dialog#palette').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('a failed answer leaves the page as it was, and its message names the request', async () => {
    await page.goto(at('jobs'))
    expect(await lostByFailure(page, page.locator('main a[hx-get]:visible').first())).toEqual([])
  })

  test('a search goes into the address without blank fields', async () => {
    await page.goto(at('app/w/northwind/jobs'))
    await page.locator('#q').pressSequentially('rye')
    await page.waitForURL((url) => url.searchParams.get('q') === 'rye')
    expect(new URL(page.url()).searchParams.has('status')).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('q')
  })

  test('a toast stands above the page and goes when dismissed', async () => {
    await page.goto(at('parts'))
    const toast = page.locator('#toasts .toast')
    expect(await toast.isVisible()).toBe(true)
    expect(await toast.textContent()).toContain('<b>more</b>')
    await toast.getByRole('button').click()
    expect(await page.locator('#toasts').isVisible()).toBe(false)
  })

  test.each([
    [1360, 860],
    [390, 844],
  ])(
    'at %p px a toast covers nothing that can be acted on, also where the page is scrolled, and stays while in use',
    async (width, height) => {
      await reopen({ viewport: { width, height } })
      /** Controls that lie beneath a toast, and where the first one below it stands. */
      const beneath = () =>
        page.evaluate(() => {
          const [toast] = [...document.querySelectorAll('.toast')].map((one) => one.getBoundingClientRect())
          const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')].filter(
            // On a phone it lies over the bar at the top, for its six seconds.
            (one) => one.checkVisibility() && !one.closest('.toast, .phone-top'),
          )
          const hit = controls.filter((one) => {
            const { top, bottom, left, right } = one.getBoundingClientRect()
            const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
            return toast && on?.closest('.toast') && top < toast.bottom && bottom > toast.top
          })
          return { shown: toast !== undefined, hit: hit.map((one) => one.outerHTML.slice(0, 100)) }
        })
      const say = () => page.evaluate(() => dispatchEvent(new CustomEvent('say', { detail: 'It is done. '.repeat(8) })))
      for (const name of ALL ? ['jobs', 'drawn-clients', 'job-done', 'push-review'] : ['push-review']) {
        await page.goto(at(name))
        await say()
        expect([name, await beneath()]).toEqual([name, { shown: true, hit: [] }])
      }
      await page.goto(at('jobs'))
      const place = () => page.evaluate(() => document.querySelectorAll('[data-row]')[6]!.getBoundingClientRect().top)
      await page.evaluate(() => scrollTo(0, 200))
      const before = await place()
      await say()
      expect(await place()).toBe(before)
    },
  )

  test('a toast waits for the pointer and the focus, moves nothing, and an error stays', async () => {
    await page.clock.install()
    await page.goto(at('jobs'))
    const place = () => page.evaluate(() => document.querySelector('h1')!.getBoundingClientRect().top)
    await page.evaluate(() => dispatchEvent(new CustomEvent('say', { detail: 'Saved.' })))
    const toast = page.locator('#toasts .toast')
    await toast.hover()
    await page.clock.runFor(30_000)
    expect(await toast.isVisible()).toBe(true)
    await toast.getByRole('button').focus()
    await page.mouse.move(5, 700)
    await page.clock.runFor(30_000)
    expect(await toast.isVisible()).toBe(true)
    const before = await place()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(7_000)
    expect([await toast.isVisible(), await place()]).toEqual([false, before])
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('htmx:error', { detail: {} })))
    await page.clock.runFor(60_000)
    expect(await page.locator('#toasts .toast.bad').isVisible()).toBe(true)
  })

  test('the first refused field has the focus', async () => {
    await page.goto(at('setup-account-422'))
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email')
    expect(await page.locator('#workspace').inputValue()).toBe(`A&amp;B <i>"x"'`)
  })

  test('a bar of a day tells its number under the pointer', async () => {
    await page.goto(at('drawn-platform-errors-id'))
    expect(await page.locator('svg.days g > title').first().textContent()).toMatch(/^\d+ Oct( 2026)?: \d+ times?$/)
  })

  test('without JavaScript every form is whole and nothing that needs a script is shown', async () => {
    await reopen({ javaScriptEnabled: false })
    await page.goto(at('push-review'))
    expect(await page.locator('.js-only:visible').count()).toBe(0)
    expect(await page.locator('button[value=push]').isVisible()).toBe(true)
    await page.goto(at('app/w/northwind/jobs'))
    expect(await page.locator('#sort-name').getAttribute('href')).toContain('sort=name')
    await page.locator('#q').fill('rye')
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(new URL(page.url()).searchParams.get('q')).toBe('rye')
  })
})
