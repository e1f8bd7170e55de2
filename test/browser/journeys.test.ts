/**
 * What people come for, from the first start of the compiled binary on: done in Chromium by what stands on the pages, with
 * a mail server, a crawl supplier, an IndexNow engine and a client's website on loopback. No address is typed but those
 * that somebody was handed: on the console, in a letter, as a report. All of it takes the long run.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { DAY, systemClock } from '../../src/kernel/time/clock.ts'
import { CAN_TURN, until } from '../e2e/appliance.ts'
import { site } from '../e2e/site.ts'
import { WHOLE } from '../long/whole.ts'
import { indexNow } from '../upstreams/indexnow.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { speedyIndex } from '../upstreams/speedyindex.ts'
import { CAP, closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'
import { type Install, newInstall, PASSWORD, setUp, somebody } from './install.ts'

setDefaultTimeout(CAP)

const SUPPLIER_KEY = 'the key that the supplier gave'
const VERA = 'vera@bakery.example'
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

describe.skipIf(!HAS_CHROMIUM || !WHOLE)('journeys through the binary', () => {
  const people: Awaited<ReturnType<typeof somebody>>[] = []
  let one: Install
  let browser: Browser
  let ada: Awaited<ReturnType<typeof somebody>>
  let web: ReturnType<typeof site>
  let mail: Awaited<ReturnType<typeof smtpServer>>
  let engine: ReturnType<typeof indexNow>
  let supplier: ReturnType<typeof speedyIndex>

  beforeAll(async () => {
    web = site()
    mail = await smtpServer()
    engine = indexNow({ now: systemClock.now })
    supplier = speedyIndex({ now: systemClock.now, api_key: SUPPLIER_KEY, balance: { indexer: 9000, checker: 9000 } })
    one = await newInstall({ SIGNALPOST_INDEXNOW_ENDPOINT: engine.endpoint })
    browser = await sharedBrowser()
    ada = await person()
  })
  afterAll(async () => {
    await closePages(browser)
    await one?.close()
    web?.stop()
    mail?.stop()
    engine?.stop()
    supplier?.stop()
  })

  async function person(options: Parameters<typeof somebody>[1] = {}) {
    const somebodyNew = await somebody(browser, options)
    people.push(somebodyNew)
    return somebodyNew
  }
  const pages = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${web.url}/${name}-${i}`)
  const numberAfter = (text: string, words: string): number =>
    Number(new RegExp(`${words}\\s*([\\d,]+)`).exec(text)?.[1]?.replaceAll(',', ''))
  /** Pastes a list as one does from a sheet, and waits for the bill. */
  async function paste(urls: string[], button: string, by = ada) {
    await by.fill('Links, one per line', urls.join('\n'))
    await by.page.locator('main').getByRole('button', { name: button }).waitFor()
  }

  /** Opens the list behind a button of the menu. */
  const opens = (name: RegExp) => ada.page.getByRole('button', { name }).filter({ visible: true }).first().click()

  /** Some days later: who was away for long signs in again. */
  async function comesBack() {
    await ada.page.reload()
    if ((await ada.page.getByRole('button', { name: 'Sign in' }).count()) === 0) return
    await ada.fill('E-mail', 'ada@northwind.example')
    await ada.fill('Password', PASSWORD)
    await ada.press('Sign in')
  }

  test('from the address on the console to the first push', async () => {
    await setUp(ada, one)
    await ada.follow('Do this later')
    await ada.follow('Do this later')
    await ada.press('Use the simulated one')
    await ada.sees('Simulated: nothing is sent', '#toasts')
    await ada.press('Use the simulated one')
    await ada.sees('Signalpost is ready', '#toasts')
    await ada.follow('New push', 'nav')
    await paste(pages('first', 12), 'Push 12 links')
    await ada.fill('Name', 'First push')
    await ada.press('Push 12 links')
    await ada.sees('First push', 'h1')
    await ada.sees('Waiting')
    expect(ada.effort()).toEqual({ clicks: 7, fields: 6 })
  })

  test.skipIf(!CAN_TURN)('a week later the first push is finished', async () => {
    for (const days of [1, 2, 4]) {
      one.clock.turn(days * DAY)
      await comesBack()
      await one.tick(ada.page)
    }
    await ada.follow('Pushes', 'nav')
    await ada.follow('First push')
    await ada.sees('Complete')
    expect(await ada.text()).toMatch(/Indexed in Google\d+ of 12/)
  })

  test('letters go out once a mail server is set, and a try proves it', async () => {
    await opens(/Northwind/)
    await ada.follow('Operator')
    await ada.follow('System', 'nav')
    await ada.follow('E-mail')
    await ada.fill('Mail server', '127.0.0.1')
    await ada.fill('Port', String(mail.port))
    await ada.choose('Encryption', 'Not encrypted, for a server on this machine')
    await ada.fill('Sender address', 'post@northwind.example')
    await ada.press('Save mail server')
    await ada.press('Send test e-mail')
    await until('the letter', async () => mail.received.some(({ to }) => to.includes('ada@northwind.example')))
    await ada.follow(/^Back to/, 'nav')
  })

  test('an agency adds a client, invites, gives credits, pushes and shares; the client reads it on a phone', async () => {
    ada.effort()
    await ada.follow('Clients', 'nav')
    await ada.follow('Add client')
    await ada.fill('Name', 'Bakery')
    await ada.fill('Credits', '40')
    await ada.fill('Person', VERA)
    await ada.press('Add client')
    await ada.sees('Bakery', 'h1')
    expect(ada.effort()).toEqual({ clicks: 3, fields: 3 })
    await ada.follow('New push', 'main')
    await paste(pages('bakery', 20), 'Push 20 links')
    await ada.fill('Name', 'Bread pages')
    await ada.press('Push 20 links')
    await ada.sees('Bread pages', 'h1')
    await ada.press('Share report')
    const report = await ada.page.inputValue('#share-url')

    const letter = await until('the letter to Vera', async () =>
      mail.received
        .findLast(({ to }) => to.includes(VERA))
        ?.data.replace(/=\r\n/g, '')
        .replaceAll('=3D', '='),
    )
    const vera = await person(PHONE)
    await vera.open(/https?:\/\/\S+\/welcome\?token=\w+/.exec(letter)![0])
    await vera.fill('Password', PASSWORD)
    await vera.press('Set password and sign in')
    await vera.follow(/Links/, 'nav')
    await vera.follow(/^Pushes/)
    await vera.follow(/^Bread pages/)
    await vera.sees('Bread pages', 'h1')
    expect(await vera.page.locator('main form[method=post]').count()).toBe(0)

    const reader = await person(PHONE)
    await reader.open(report)
    await reader.sees('Bread pages', '.kicker')
    await reader.sees('Northwind', '.doc-top')
    expect(await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  test('a purse that is too small is filled from the agency in the act of pushing', async () => {
    await ada.follow('Clients', 'nav')
    await ada.follow('New push', 'nav')
    await ada.page.click('.change > summary')
    await ada.fill('For', 'Bakery')
    await paste(pages('more', 45), 'Transfer 25 and push 45')
    ada.effort()
    await ada.press('Transfer 25 and push 45')
    await ada.sees('Waiting')
    expect(ada.effort()).toEqual({ clicks: 1, fields: 0 })
    await ada.follow('Clients', 'nav')
    const row = ada.page.locator('main tr', { hasText: 'Bakery' }).first()
    await row.getByRole('img', { name: 'Links pushed in 30 days: 65 waiting' }).waitFor()
    expect(await row.locator('.cred .fig').textContent()).toBe('0')
  })

  test('an IndexNow site is verified after a first try that failed', async () => {
    await ada.follow('Settings', 'nav')
    await ada.follow('IndexNow sites')
    await ada.fill('Site', web.url)
    await ada.press('Add site')
    web.files.set(new URL(await ada.page.inputValue('[id^=key-url-]')).pathname, 'nothing like it')
    await ada.press('Verify')
    await ada.sees('nothing like it')
    await ada.sees('The file contains something other than the key.')
    web.files.set(
      new URL(await ada.page.inputValue('[id^=key-url-]')).pathname,
      await ada.page.inputValue('input[id^=key-]:not([id^=key-url])'),
    )
    await ada.press('Verify')
    await ada.sees('Verified')
    await ada.follow('New push', 'nav')
    await paste(pages('pinged', 3), 'Push 3 links')
    await ada.press('Push 3 links')
    await ada.sees('Waiting')
    await until('the ping', async () => {
      await one.tick(ada.page)
      return engine.urls().length === 3
    })
  })

  test('a supplier is connected, tested, and sent to', async () => {
    await opens(/Northwind/)
    await ada.follow('Operator')
    await ada.follow('Suppliers', 'nav')
    await ada.follow('Simulated')
    await ada.choose('Supplier', 'SpeedyIndex')
    await ada.fill('API key', 'not the key')
    await ada.fill('Base address', supplier.url)
    await ada.press('Save and test')
    expect(await ada.text()).toContain('key')
    await ada.fill('API key', SUPPLIER_KEY)
    await ada.press('Save and test')
    expect(await ada.text('#toasts')).toMatch(/9,?000/)
    await ada.follow(/^Back to/, 'nav')
    await ada.follow('New push', 'nav')
    await paste(pages('real', 2), 'Push 2 links')
    await ada.press('Push 2 links')
    await ada.sees('Waiting')
    expect(supplier.tasks.at(-1)!.urls).toEqual(pages('real', 2))
  })

  test('a push of 1,200 links reserves what its bill said', async () => {
    await ada.follow('Credits', 'nav')
    const before = numberAfter(await ada.text(), 'This workspace')
    await ada.follow('New push', 'nav')
    await paste(pages('many', 1200), 'Push 1,200 links')
    expect(await ada.text('#quote')).toContain('Credits reserved1,200')
    await ada.press('Push 1,200 links')
    await ada.follow('Credits', 'nav')
    expect(before - numberAfter(await ada.text(), 'This workspace')).toBe(1200)
  })

  test('no page complained on the way', () => {
    expect(people.flatMap(({ complaints }) => complaints)).toEqual([])
  })
})
