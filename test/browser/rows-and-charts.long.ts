import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { serveGallery } from '../../scripts/gallery.ts'
import { closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'

setDefaultTimeout(600_000)

describe.skipIf(!HAS_CHROMIUM)('rows, charts and paper in Chromium', () => {
  let browser: Browser
  let page: Page
  let server: ReturnType<typeof serveGallery>
  const go = (name: string) => page.goto(new URL(name, server.url).href)

  beforeAll(async () => {
    server = serveGallery(0)
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await closePages(browser)
    await server.stop(true)
  })
  beforeEach(async () => {
    await page?.context().close()
    page = await (await browser.newContext({ viewport: { width: 1360, height: 860 } })).newPage()
  })

  test('rows are ticked one by one, all at once, and by key; the buttons wait for the first', async () => {
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await go('job-done')
    const [told, check] = [page.locator('#picked-count'), page.locator('#picked [data-most]')]
    expect([await told.textContent(), await check.isDisabled()]).toEqual(['None selected', true])
    await page.locator('tbody .pick input').first().check()
    expect([await told.textContent(), await check.isDisabled()]).toEqual(['1 selected', false])
    await page.locator('tbody .pick input').first().press('Enter')
    await page.getByLabel('Select all on this page').check()
    expect(await told.textContent()).toBe('12 selected')
    await page.locator('h1').click()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await told.textContent()).toBe('11 selected')
    expect(posts).toEqual([])
  })

  test('a row opens its job wherever it is clicked, and its menu opens nothing but itself', async () => {
    await go('jobs')
    const row = page.locator('tbody tr').nth(1)
    await row.getByRole('button').click()
    expect(await page.locator('.menu:popover-open a').first().textContent()).toBe('Open')
    expect(new URL(page.url()).pathname).toBe('/jobs')
    await page.keyboard.press('Escape')
    const href = await row.locator('a.name').getAttribute('href')
    await Promise.all([
      page.waitForURL((url) => url.pathname === href),
      row.locator('td').nth(5).click({ force: true }),
    ])
  })

  test('a row of any list opens what it names; what stands in it besides does its own', async () => {
    await go('links')
    const row = page.locator('tbody tr').nth(1)
    await row.locator('input').click()
    expect(await row.locator('input').isChecked()).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/links')
    const [own, job] = await Promise.all(
      ['a.url', 'td a:not([data-row])'].map((link) => row.locator(link).first().getAttribute('href')),
    )
    const opened = (href: string | null) => page.waitForURL((url) => url.pathname === href)
    await Promise.all([opened(job!), row.locator('td a:not([data-row])').first().click()])
    await go('links')
    await Promise.all([opened(own!), row.locator('td.when').click({ force: true })])
    await go('drawn-keys')
    const key = page.locator('tbody tr').first()
    const href = await key.locator('[data-row]').getAttribute('href')
    await Promise.all([opened(href), key.locator('td.when').last().click({ force: true })])
  })

  test('what is held back is pushed anyway by a box that a thumb finds', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await go('push-review')
    const boxes = await page
      .locator('.flag input[type=checkbox]:visible')
      .evaluateAll((all) =>
        all.map((box) => box.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
      )
    expect([boxes.length > 0, Math.min(...boxes) >= 24]).toEqual([true, true])
  })

  test('on a phone a row of the morning sheet has its act first, and Seen behind it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await go('dashboard')
    const acts = page
      .locator('.needs .acts')
      .filter({ has: page.locator('> form .btn, > .btn') })
      .first()
    const more = acts.locator('[popovertarget]')
    const [act, menu] = [await acts.locator('.btn:not(.asks)').boundingBox(), await more.boundingBox()]
    const sides = [act, menu].flatMap((box) => [box!.width, box!.height])
    expect(Math.min(...sides)).toBeGreaterThanOrEqual(24)
    expect(act!.x + act!.width).toBeLessThanOrEqual(menu!.x)
    await more.click()
    expect(await acts.getByRole('button', { name: /^Mark seen/ }).isVisible()).toBe(true)
  })

  test('the exact moment comes in sight with the row that the keyboard reaches', async () => {
    await go('jobs')
    const [row, exact] = [page.locator('tbody tr').first(), page.locator('tbody .exact').first()]
    const broad = () => exact.evaluate((span) => span.getBoundingClientRect().width)
    expect(await broad()).toBeLessThan(2)
    await page.locator('h1').click()
    await page.keyboard.press('j')
    expect(await row.locator('a.name').evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await broad()).toBeGreaterThan(80)
    expect(await exact.textContent()).toMatch(/^\(\d+ \w+ 2026, \d\d:\d\d UTC\)$/)
  })

  test('on a phone credits are given from the menu of a row, which has a rate, a price and a purse', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await go('clients-running-dry')
    const row = page.locator('tbody tr').first()
    const more = row.getByRole('button', { name: /^More for/ })
    const [whole, menu] = [(await row.boundingBox())!, (await more.boundingBox())!]
    expect(whole.height).toBeLessThan(165)
    expect(Math.min(menu.width, menu.height)).toBeGreaterThanOrEqual(24)
    expect(menu.x + menu.width).toBeLessThanOrEqual(whole.x + whole.width)
    expect(await row.locator('.cred .care').isVisible()).toBe(true)
    await more.click()
    expect(await row.getByRole('link', { name: 'Transfer credits' }).isVisible()).toBe(true)
  })

  test('the addresses of ticked rows are copied as a list, one by one as well', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const urlsBy = (attribute: 'href' | 'title') =>
      page.locator('tbody a.url').evaluateAll((links, by) => links.map((link) => link.getAttribute(by)!), attribute)
    await go('drawn-cohorts-links')
    const shown = await urlsBy('href')
    await page.locator('tbody .copy-url').nth(2).click()
    await page.waitForSelector('.toast')
    expect(await copied()).toBe(shown[2]!)
    await go('job-done')
    const urls = await urlsBy('title')
    for (const at of [0, 3]) await page.locator('tbody .pick input').nth(at).check()
    expect(await page.locator('#picked [data-most]').textContent()).toContain('Check these 2: at most 2 check credits')
    await page.getByRole('button', { name: 'Copy the list' }).click()
    await page.waitForTimeout(100)
    expect((await copied()).split('\n')).toEqual([urls[0]!, urls[3]!])
  })

  test('on paper a report has its pages with their state, and a job its days', async () => {
    await go('report')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    expect(await page.locator('details.page .page-s:visible').count()).toBe(10)
    await go('job-done')
    expect(await page.locator('.tl-days b:visible').count()).toBe(4)
    expect(await page.locator('#list td.c3 .ck').first().isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  })

  test('a month prints its cover and curve first, and its pages from the second sheet on', async () => {
    await go('month')
    const pdf = await page.pdf({ format: 'A4' })
    expect([...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length).toBeLessThanOrEqual(3)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('svg.plot').first().isVisible()).toBe(true)
    expect(await page.locator('.by').evaluate((part) => getComputedStyle(part).breakBefore)).toBe('page')
    expect(await page.locator('.more-a:visible').count()).toBe(0)
  })
})
