/**
 * The first run step by step with real suppliers: the compiled binary on an empty folder, a mail server, a crawl supplier
 * and a check engine on loopback. Each says what is wrong before it takes the right answer, and nothing is read elsewhere.
 * A change is judged by the same steps over HTTP (`test/views/setup.test.ts`) and by the first of the journeys.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { DAY, systemClock } from '../../src/kernel/time/clock.ts'
import { CAN_TURN, until } from '../e2e/appliance.ts'
import { site } from '../e2e/site.ts'
import { WHOLE } from '../long/whole.ts'
import { serper } from '../upstreams/serper.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { speedyIndex } from '../upstreams/speedyindex.ts'
import { CAP, closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'
import { type Install, newInstall, setUp, somebody } from './install.ts'

setDefaultTimeout(CAP)

const SUPPLIER_KEY = 'the key that the supplier gave'
const ENGINE_KEY = 'the key that the engine gave'

const inLongRun = WHOLE ? describe.skipIf(!HAS_CHROMIUM) : (_name: string, _tests: () => void): void => {}

inLongRun('the first run, with real suppliers', () => {
  let one: Install
  let browser: Browser
  let ada: Awaited<ReturnType<typeof somebody>>
  let web: ReturnType<typeof site>
  let mail: Awaited<ReturnType<typeof smtpServer>>
  let supplier: ReturnType<typeof speedyIndex>
  let engine: ReturnType<typeof serper>

  beforeAll(async () => {
    web = site()
    mail = await smtpServer()
    const { now } = systemClock
    supplier = speedyIndex({ now, api_key: SUPPLIER_KEY, balance: { indexer: 9000, checker: 9000 } })
    engine = serper({ now, api_key: ENGINE_KEY, balance: 2400, results: () => pages })
    one = await newInstall()
    browser = await sharedBrowser()
    ada = await somebody(browser)
  })
  afterAll(async () => {
    await closePages(browser)
    await one?.close()
    web?.stop()
    mail?.stop()
    supplier?.stop()
    engine?.stop()
  })

  let pages: string[] = []
  const open = () => ada.page.getByRole('region', { name: 'Set up this install' }).getByRole('link').allTextContents()

  test('the account, then the address: why people would not reach it safely', async () => {
    await setUp(ada, one)
    await ada.press('Check address')
    await ada.sees('HTTPS')
    await ada.follow('Do this later')
  })

  test('mail, by a letter that arrives', async () => {
    await ada.fill('Mail server', '127.0.0.1')
    await ada.fill('Port', '1')
    await ada.choose('Encryption', 'Not encrypted, for a server on this machine')
    await ada.fill('Sender address', 'post@northwind.example')
    await ada.press('Save and send a test')
    await ada.sees('The test was not sent.')
    await ada.fill('Port', String(mail.port))
    await ada.press('Save and send a test')
    await ada.sees('Test e-mail sent to ada@northwind.example', '#toasts')
    await until('the letter', async () => mail.received.some(({ to }) => to.includes('ada@northwind.example')))
  })

  test('a crawl supplier: a wrong key is told, and not used; the right one shows its balance', async () => {
    await ada.sees('Crawl supplier', 'h1')
    await ada.choose('Supplier', 'SpeedyIndex')
    await ada.fill('API key', 'not the key')
    await ada.fill('Base address', supplier.url)
    await ada.press('Save and test for free')
    await ada.sees('its test failed, so it is not in use yet')
    await ada.fill('API key', SUPPLIER_KEY)
    await ada.press('Save and test for free')
    await ada.sees('SpeedyIndex: 9000 indexer credits', '#toasts')
  })

  test('a check engine in the same way; then the install says what is left', async () => {
    await ada.sees('Check engine', 'h1')
    await ada.choose('Supplier', 'Serper')
    await ada.fill('API key', 'not the key')
    await ada.fill('Base address', engine.url)
    await ada.press('Save and test')
    await ada.sees('its test failed, so it is not in use yet')
    await ada.follow('Do this later')
    expect(await open()).toEqual(['Check it', 'Connect one', 'Add one', 'Push some', 'Add one', 'See how'])
    await ada.follow('Connect one')
    await ada.fill('API key', ENGINE_KEY)
    await ada.press('Save and test')
    await ada.sees('Serper: 2400 credits left; a test question was answered. Signalpost is ready', '#toasts')
    expect(await open()).toEqual(['Check it', 'Add one', 'Push some', 'Add one', 'See how'])
    // Its test asks one question.
    expect(engine.received.filter(({ path }) => path === '/search')).toHaveLength(1)
  })

  test('the first push goes there', async () => {
    await ada.follow('Push some')
    pages = Array.from({ length: 3 }, (_, i) => `${web.url}/page-${i}`)
    await ada.fill('Links, one per line', pages.join('\n'))
    await ada.page.locator('main').getByRole('button', { name: 'Push 3 links' }).waitFor()
    await ada.fill('Name', 'First push')
    await ada.press('Push 3 links')
    await ada.sees('Waiting')
    await until('the order', async () => supplier.tasks.length > 0)
    expect(supplier.tasks.at(-1)!.urls).toEqual(pages)
  })

  test.skipIf(!CAN_TURN)('a day later it comes back indexed', async () => {
    one.clock.turn(DAY)
    await ada.page.reload()
    await until('the looks', async () => {
      await one.tick(ada.page)
      await ada.page.reload()
      return /in Google[^–]*3 of 3 100%/.test(await ada.text())
    })
  })

  test('no page complained on the way', () => {
    expect(ada.complaints).toEqual([])
  })
})
