/** The compiled binary on an empty folder, as somebody meets it who has just downloaded it: it says where to begin. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { killed, listening, turnedClock, until } from '../e2e/appliance.ts'
import { binary } from '../e2e/binary.ts'
import { complaintsOf } from './chromium.ts'

export type Install = Awaited<ReturnType<typeof newInstall>>
type Somebody = Awaited<ReturnType<typeof somebody>>

export const PASSWORD = 'a long sentence of my own'

/** Ada makes the first account, of the agency Northwind, at the address on the console. */
export async function setUp(ada: Somebody, { setup_url }: Install): Promise<void> {
  await ada.open(setup_url)
  await ada.fill('Agency name', 'Northwind')
  await ada.fill('Your name', 'Ada')
  await ada.fill('E-mail', 'ada@northwind.example')
  await ada.fill('Password', PASSWORD)
  await ada.press('Create account')
}

/** Runs it, as `host`. Its clock can be turned where libfaketime is installed. */
export async function newInstall(env: Record<string, string> = {}, host = '127.0.0.1') {
  const program = await binary()
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-journey-'))
  const clock = turnedClock(join(folder, 'clock'))
  const port = freePort()
  const address = `http://${host}:${port}`
  const process = Bun.spawn([program, 'serve'], {
    cwd: folder,
    env: {
      ...clock.env,
      TZ: 'UTC',
      SIGNALPOST_DATA_DIR: join(folder, 'data'),
      SIGNALPOST_LISTEN: `127.0.0.1:${port}`,
      SIGNALPOST_SITE_URL: address,
      SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8',
      SIGNALPOST_INDEXNOW_ENDPOINT: 'http://127.0.0.1:1/indexnow',
      ...env,
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const { log } = await listening(process)
  const said = await until('the one-time address', async () => log.find((line) => line.includes('setup_url')))
  /** Calls the API with the session of a page. */
  const call = async (page: Page, method: string, path: string, data: object) => {
    const headers = { origin: address, 'sec-fetch-site': 'same-origin' }
    const answer = await page.request.fetch(`${address}/api/v1${path}`, { method, headers, data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return ((await answer.json()) as { data: { id: string } }).data
  }
  return {
    address,
    clock,
    /** Where the console says that the install is set up. */
    setup_url: (JSON.parse(said) as { setup_url: string }).setup_url,
    call,
    /** Makes what is due happen now: by itself it would, within a minute. */
    tick: (page: Page) => call(page, 'POST', '/billing/tick', {}),
    async close() {
      await killed(process)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}

/** Somebody at a browser: does only what the pages show, by the words that stand there. */
export async function somebody(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const done = { clicks: 0, fields: 0 }
  const settled = async (act: () => Promise<unknown>) => {
    done.clicks++
    await Promise.all([page.waitForNavigation(), act()])
  }
  return {
    page,
    /** What was clicked and filled since this was asked last. */
    effort: () => {
      const { clicks, fields } = done
      Object.assign(done, { clicks: 0, fields: 0 })
      return { clicks, fields }
    },
    complaints: complaintsOf(page),
    /** Opens an address that was handed over: in a letter, on the console, by somebody else. */
    open: (address: string) => page.goto(address),
    /** Follows a link, of the navigation or of the page. */
    follow: (name: string | RegExp, within = 'body') =>
      settled(() =>
        page.locator(within).getByRole('link', { name, exact: true }).filter({ visible: true }).first().click(),
      ),
    press: (name: string | RegExp, within = 'main') =>
      settled(() =>
        page.locator(within).getByRole('button', { name, exact: true }).filter({ visible: true }).first().click(),
      ),
    /** A section may have the name of a field in it. */
    fill: (label: string | RegExp, text: string, within = 'main') => {
      done.fields++
      return page
        .locator(within)
        .getByLabel(label, { exact: true })
        .and(page.locator('input, textarea, select'))
        .first()
        .fill(text)
    },
    choose: (label: string | RegExp, option: string | RegExp, within = 'main') =>
      page
        .locator(within)
        .getByLabel(label, { exact: true })
        .first()
        .selectOption(typeof option === 'string' ? { label: option } : { label: String(option) }),
    tick: (label: string | RegExp, within = 'main') => page.locator(within).getByLabel(label).first().check(),
    text: async (selector = 'main') => ((await page.textContent(selector)) ?? '').replace(/\s+/g, ' ').trim(),
    /** Waits until the words stand there. */
    sees: (words: string | RegExp, selector = 'main') =>
      page.locator(selector).filter({ hasText: words }).first().waitFor({ state: 'visible' }),
  }
}
