/**
 * Every page that the router knows, as those see it who may: a new screen is looked at as soon as the crawl reaches it.
 * Chromium opens those with most kinds of elements that no view of the gallery has, each in one of six shapes in turn. With
 * PAGES=all (`bun run test:long pages`) everybody opens all of theirs in all six.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { site } from '../../views/site.tsx'
import { reached } from '../views/addresses.ts'
import { browserOf } from '../views/browser.ts'
import { crawl, PEOPLE } from '../views/crawl.ts'
import { crawlOffice, type Office, WALKERS, type Walker } from '../views/crawl-seed.ts'
import { drawingOf, overweight, sentOf, shownScreens } from '../views/weight.ts'
import {
  CAP,
  complaintsOf,
  FOR_TESTS,
  flaws,
  HAS_CHROMIUM,
  launch,
  unringed,
  violations,
  weightOf,
} from './chromium.ts'
import { lostByFailure } from './failure.ts'
import { judge } from './judge.ts'
import { coverOf, kindsIn, kindsOfGallery } from './kinds.ts'

setDefaultTimeout(CAP)

const ALL = process.env.PAGES === 'all'
/** Opened before a change: those with most that the gallery lacks. */
const MOST_PAGES = 5
const ORIGIN = 'http://localhost:8080'
const SHAPES = [1360, 390, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
const SCREEN = { width: 1360, height: 860 }

/** So many pages are looked at at once. */
const TABS = ALL ? 3 : 1
/** And this many in one tab: what axe remembers of them is gone with it. */
const KEPT = 25
/** How long an answer is held back while a button is pressed again; several tabs at once are slow to press. */
const HELD = ALL ? 500 : 120

type Opened = { person: Walker | null; screen: string; path: string; html: string }
type Tab = { page: Page; complaints: string[]; left: number }

describe.skipIf(!HAS_CHROMIUM)('every page in Chromium', () => {
  const contexts = new Map<Walker | null, BrowserContext>()
  let office: Office
  let server: ReturnType<typeof Bun.serve>
  let browser: Browser
  const pages: Opened[] = []
  let opened: Opened[] = []
  let heaviest = { path: '', all: 0, own: 0 }
  const known = new Set([...kindsOfGallery().values()].flatMap((kinds) => [...kinds]))
  /** Judges what no view of the gallery has, and no page before. */
  const judged = judge(known)

  beforeAll(async () => {
    const seeded = await crawlOffice()
    office = seeded.office
    const walker = browserOf(office, WALKERS)
    const serve = handler(office.app, createScheduler(office.app), { web: web(office.app, site) })
    server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request, own) => serve(request, own) })
    browser = await launch(FOR_TESTS, `--host-resolver-rules=MAP localhost:8080 127.0.0.1:${server.port}`)
    const shown = shownScreens()
    const drawn = new Set<string>()
    for (const person of ALL ? PEOPLE : (['pat', null] as const)) {
      const { pages: addresses } = await crawl(office, walker, person, seeded.reports, ALL ? undefined : 2)
      const seen = new Set(ALL ? [] : pages.map(({ screen }) => screen))
      for (const screen of shown) {
        const path = [...addresses].find((address) => reached(screen, [address]))
        if (!path || seen.has(screen)) continue
        const page = await drawingOf(walker, person, path)
        if (page === null || drawn.has(page.drawing)) continue
        drawn.add(page.drawing)
        pages.push({ person, screen, path, html: page.html })
      }
      // Without motion: colours on their way from one theme to the other are neither's.
      const context = await browser.newContext({ viewport: SCREEN, reducedMotion: 'reduce' })
      const cookie = person && walker.cookies.get(person)
      if (cookie) {
        const [name, value] = cookie.split('=')
        await context.addCookies([{ name: name!, value: value!, url: ORIGIN }])
      }
      contexts.set(person, context)
    }
    // Those that lack the most in the gallery come first.
    const kinds = pages.map((one) => [one.path, kindsIn(one.html).difference(known)] as const)
    const fresh = new Map(kinds.filter(([, { size }]) => size > 0))
    const cover = new Set(coverOf(fresh, MOST_PAGES))
    // One of them has a link that replaces a part of its page, and one weighs the most.
    const part = pages.find(({ html }) => /<main[\s\S]*<a [^>]*hx-get=/.test(html))
    const heavy = pages.toSorted((a, b) => sentOf(b.html).all - sentOf(a.html).all)[0]
    opened = ALL ? pages : pages.filter(({ path }) => cover.has(path) || path === part?.path || path === heavy?.path)
    const screens = new Set(pages.map(({ screen }) => screen)).size
    console.info(`${pages.length} pages of ${screens} screens, ${opened.length} in Chromium`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop(true)
    office?.close()
  })

  /** Opens each page with somebody who may see it; what `look` finds wrong, by page. */
  async function each(look: (page: Page, opened: Opened, n: number) => Promise<string[]>): Promise<string[]> {
    const wrong: string[] = []
    const queue = opened.entries()
    const walk = async () => {
      const tabs = new Map<Walker | null, Tab>()
      for (const [n, one] of queue) {
        if (n % 10 === 0) office.clock.turn(MINUTE)
        const tab = tabs.get(one.person) ?? (await tabOf(one.person))
        tabs.set(one.person, tab)
        const { page, complaints } = tab
        await page.setViewportSize(SCREEN)
        const answer = await page.goto(ORIGIN + one.path)
        const found = answer?.status() === 200 ? await look(page, one, n) : [`${answer?.status()}`]
        const said = complaints.splice(0)
        wrong.push(...[...found, ...said].map((what) => `${one.path} (${one.person}): ${what}`))
        tab.left -= 1
        if (tab.left > 0) continue
        tabs.delete(one.person)
        await page.close()
      }
      for (const { page } of tabs.values()) await page.close()
    }
    await Promise.all(Array.from({ length: TABS }, walk))
    return wrong
  }

  async function tabOf(person: Walker | null): Promise<Tab> {
    const page = await contexts.get(person)!.newPage()
    return { page, complaints: complaintsOf(page), left: KEPT }
  }

  test('is accessible and whole: its policy kept, no complaint, one h1, nothing sideways, within its weight', async () => {
    const wrong = await each(async (page, { path }, n) => {
      const weight = await weightOf(page)
      if (weight.all > heaviest.all) heaviest = { ...weight, path }
      const found = overweight(weight)
      for (const { width, colorScheme } of ALL ? SHAPES : [SHAPES[n % SHAPES.length]!]) {
        await page.setViewportSize({ width, height: 860 })
        await page.emulateMedia({ colorScheme })
        const axe = await (ALL ? violations(page) : judged(page, colorScheme))
        found.push(...[...axe, ...(await flaws(page))].map((what) => `${width} ${colorScheme}: ${what}`))
      }
      // With the keys alone, on a desk and on a phone, where bars stay at both edges.
      for (const width of ALL ? [SCREEN.width, 390] : n % 6 === 0 ? [[390, SCREEN.width][(n / 6) % 2]!] : []) {
        await page.setViewportSize({ width, height: 860 })
        found.push(...(await unringed(page, 40)).map((what) => `${width}: ${what}`))
      }
      return found
    })
    console.info(`The heaviest: ${heaviest.path}, ${heaviest.all} bytes, ${heaviest.own} of them its own`)
    expect(wrong).toEqual([])
  })

  test('sends a form once however often its button is pressed, and keeps what it shows when an answer fails', async () => {
    const tried = new Set<string>()
    let failed = 0
    const wrong = await each(async (page) => {
      const parts = page.locator('main a[hx-get]:visible')
      const lost = (await parts.count()) > 0 ? await lostByFailure(page, parts.first()) : null
      if (lost) failed += 1
      return [...(await sentTwice(page, tried)), ...(lost ?? [])]
    })
    expect(tried.size).toBeGreaterThan(ALL ? 10 : 5)
    expect(failed).toBeGreaterThan(ALL ? 2 : 0)
    expect(wrong).toEqual([])
  })
})

/** Presses a button of each form of a page three times while the first answer is on its way; none is let through. */
async function sentTwice(page: Page, tried: Set<string>): Promise<string[]> {
  const sent = new Map<string, number>()
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const { pathname, search } = new URL(route.request().url())
    sent.set(pathname + search, (sent.get(pathname + search) ?? 0) + 1)
    await Bun.sleep(HELD)
    await route.fulfill({ status: 204 })
  })
  const actions = await page.evaluate(
    async ([known, held]) => {
      const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
      const pressed: string[] = []
      const forms = [...document.querySelectorAll<HTMLFormElement>('form[method=post][action]')]
      const buttons = forms.flatMap((form) =>
        [...form.elements]
          .filter((one) => one instanceof HTMLButtonElement)
          // One that is there without script alone cannot be pressed.
          .filter((one) => one.type === 'submit' && !one.disabled && !one.formMethod && !one.matches('.no-script')),
      )
      // What Enter presses in each form, and one of those that only ask how a program does the same.
      const first = buttons.filter((one, at) => one.form !== buttons[at - 1]?.form)
      const asks = buttons.filter((one) => one.matches('.asks') && !first.includes(one)).slice(0, 1)
      for (const button of [...first, ...asks]) {
        const form = button.form!
        const to = new URL(button.getAttribute('formaction') ?? form.getAttribute('action')!, location.href)
        const action = to.pathname + to.search
        // A passkey answers before its form goes.
        if (form.closest('dialog, [data-passkey]') || known.includes(action) || pressed.includes(action)) continue
        form.noValidate = true
        pressed.push(action)
        for (let i = 0; i < 3; i++) {
          button.click()
          await pause(20)
        }
        await pause(held + 30)
      }
      return pressed
    },
    [[...tried], HELD] as const,
  )
  await page.unrouteAll({ behavior: 'wait' })
  for (const action of actions) tried.add(action)
  return actions.filter((action) => sent.get(action) !== 1).map((action) => `${sent.get(action) ?? 0} POST ${action}`)
}
