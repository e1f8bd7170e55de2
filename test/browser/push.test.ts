/** New push as a person meets it: pages that hang, a purse that is too small, a session that ends, a list too long. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Response as Answer, Browser, Page } from 'playwright-core'
import { boot } from '../../src/boot.ts'
import { createSetupLink } from '../../src/domains/accounts/index.ts'
import { grant, take } from '../../src/domains/credits/index.ts'
import { web } from '../../src/doors/pages/web.ts'
import { type RunningServer, serve } from '../../src/doors/server.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { site } from '../../views/site.tsx'
import { expectBooksToBalance } from '../books.ts'
import { inLongRun, WHOLE } from '../long/whole.ts'
import { CAP, closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'

setDefaultTimeout(CAP)

const PASSWORD = 'a long sentence of my own'
/** More than one turn of the screening; the long run has more than a thousand. */
const MANY = WHOLE ? 1200 : 200
const KEPT = WHOLE ? 5000 : 500

describe.skipIf(!HAS_CHROMIUM)('a push in the browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-push-'))
  const hits: string[] = []
  const held = Promise.withResolvers<void>()
  const pages = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request): Promise<Response> {
      const { pathname } = new URL(request.url)
      hits.push(pathname)
      if (pathname === '/sitemap.xml')
        return new Response(
          `<urlset>${['/page-7', '/page-8'].map((path) => `<url><loc>${at(path)}</loc></url>`).join('')}</urlset>`,
        )
      if (pathname.startsWith('/hang')) await held.promise
      const head = pathname.startsWith('/hidden') ? '<meta name="robots" content="noindex">' : ''
      if (pathname.startsWith('/gone')) return new Response(null, { status: 404 })
      if (pathname.startsWith('/moved'))
        return new Response(null, { status: 301, headers: { location: pathname.replace('moved', 'page') } })
      const text = `<!doctype html><title>${pathname}</title>${head}<p>${'A page with a few words. '.repeat(40)}`
      return new Response(text, { headers: { 'content-type': 'text/html' } })
    },
  })
  const at = (path: string): string => `http://127.0.0.1:${pages.port}${path}`
  const list = (name: string, count: number) => Array.from({ length: count }, (_, i) => at(`/${name}-${i}`))
  let app: App
  let running: RunningServer
  let browser: Browser
  let page: Page
  let ws = ''

  beforeAll(async () => {
    const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const { port } = probe
    probe.stop(true)
    const base = `http://127.0.0.1:${port}`
    const { config } = readConfig({
      SIGNALPOST_DATA_DIR: join(folder, 'data'),
      SIGNALPOST_LISTEN: `127.0.0.1:${port}`,
      SIGNALPOST_SITE_URL: base,
      SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8',
      SIGNALPOST_INDEXNOW_ENDPOINT: 'http://127.0.0.1:9/indexnow',
      SIGNALPOST_LOG_LEVEL: 'error',
    })
    app = boot(config)
    running = serve(app, { web: web(app, site) })
    browser = await sharedBrowser()
    page = await (await browser.newContext({ viewport: { width: 1360, height: 860 } })).newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(createSetupLink(app)!)
    await page.fill('[name=workspace]', 'Northwind')
    await page.fill('[name=name]', 'Ada')
    await page.fill('[name=email]', 'ada@northwind.example')
    await page.fill('[name=password]', PASSWORD)
    await submit('main button[type=submit]')
    for (let step = 0; step < 2; step++) await Promise.all([page.waitForNavigation(), page.click('text=Do this later')])
    for (let step = 0; step < 2; step++) await submit('button:has-text("Use the simulated one")')
    ws = new URL(page.url()).pathname
    const root = ws.split('/').at(-1)!
    app.db.write((tx) => {
      tx.run(
        "insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values ('bakery', ?, ?, 'client', 'Bakery', ?, ?)",
        root,
        `/${root}/bakery/`,
        tx.now,
        tx.now,
      )
      tx.run("insert into purses (tenant_id, kind) values ('bakery', 'index'), ('bakery', 'check')")
      grant(tx, { tenant_id: 'bakery', kind: 'index', amount: 96, reason: 'adjustment', actor: 'test' })
      return null
    })
  })
  afterAll(async () => {
    held.resolve()
    await closePages(browser)
    await running?.stop()
    await pages.stop(true)
    rmSync(folder, { recursive: true, force: true })
  })

  // A list that was not pushed comes back with its client.
  afterEach(() =>
    page.evaluate(() => {
      for (const store of [sessionStorage, localStorage]) store.clear()
    }),
  )

  const submit = (button: string) => Promise.all([page.waitForNavigation(), page.click(button)])
  const go = () => page.goto(`${running.address}${ws}/push`)
  const text = async (selector: string) => ((await page.textContent(selector)) ?? '').replace(/\s+/g, ' ').trim()
  const until = (selector: string, words: string) =>
    page.waitForFunction(
      ([where, sought]) => document.querySelector(where!)?.textContent?.includes(sought!),
      [selector, words],
      { polling: 50 },
    )
  /** Typing a long list into a field letter by letter is not what is tested here. */
  const paste = (urls: string[]) =>
    page.evaluate((value) => {
      const area = document.querySelector<HTMLTextAreaElement>('[name=urls]')!
      area.value = value
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }, urls.join('\n'))
  const purses = () =>
    app.db.read((tx) =>
      tx.rows<{ available: number; reserved: number }>(
        "select available, reserved from purses where kind = 'index' order by tenant_id = 'bakery'",
      ),
    )

  inLongRun('a page that hangs holds up neither the others nor the bill', async () => {
    await go()
    await paste([...list('page', 20), ...list('gone', 2), at('/hang-1')])
    await until('#preflight', '22 of 23 links screened')
    expect(await text('#quote')).toContain('Ready to push20Not screened yet1Left out, free2')
    expect(await text('#go button')).toBe('Push 21 links')
    expect(await text('#group-looking li')).toBe(`/hang-1 127.0.0.1:${pages.port}`)
    await until('#preflight', 'still waiting for 127.0.0.1')
    expect(await text('#group-looking li')).toBe(`/hang-1 127.0.0.1:${pages.port} still waiting`)
  })

  inLongRun('flagged pages stand by cause, with what pushing them costs, and targets are taken over', async () => {
    await go()
    await paste([...list('page', 3), ...list('gone', 2), ...list('moved', 2), at('/hidden')])
    await until('#preflight', 'All 8 answered')
    const partsOf = (part: string) => page.locator(`.flag > summary ${part}`).allTextContents()
    expect(await partsOf('b')).toEqual(['Ready to push', 'Not found (404)', 'noindex', 'Redirects'])
    expect(await partsOf('.fig')).toEqual(['3 links', '2 links', '1 link', '2 links'])
    await page.check('[name=anyway_flag][value=http_4xx]')
    await until('#go', 'Push 5 links')
    await submit('button[value=targets]')
    expect((await page.inputValue('[name=urls]')).split('\n')).toHaveLength(6)
    expect(await text('#quote')).toContain('Ready to push')
    await submit('button[value="leave:http_4xx"]')
    expect((await page.inputValue('[name=urls]')).split('\n')).toHaveLength(4)
    expect(await text('#go button')).toBe('Push 3 links')
  })

  inLongRun('a list that was left out to the last is empty, and stays empty', async () => {
    await go()
    await paste(list('gone', 2))
    await until('#preflight', '2 links')
    await submit('button[value="leave:http_4xx"]')
    expect(await page.inputValue('[name=urls]')).toBe('')
    await go()
    expect(await page.inputValue('[name=urls]')).toBe('')
  })

  test.each([
    ['push', 'Ready to push3', /^Northwind: 3 ready · 3 credits · [\d,]+ available after$/],
    ['checks/new', 'Links to check3', /^Northwind: 3 links · 3 check credits · [\d,]+ available after$/],
  ])('on a phone the bill and the button of %s are in reach, above the tabs', async (path, bill, line) => {
    const phone = await page.context().newPage()
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto(`${running.address}${ws}/${path}`)
    await phone.fill('[name=urls]', list('page', 3).join('\n'))
    await phone.waitForFunction((words) => document.querySelector('.bill')?.textContent?.includes(words), bill)
    expect((await phone.textContent('#go p'))!.trim()).toMatch(line)
    for (const part of ['#go p', '#go button']) {
      const onTop = await phone
        .locator(part)
        .first()
        .evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const corners = [top + 2, bottom - 2].flatMap((y) =>
            [left + 8, (left + right) / 2].map((x) => [x, y] as const),
          )
          return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
        })
      expect([part, onTop]).toEqual([part, true])
    }
    await phone.setViewportSize({ width: 1360, height: 860 })
    expect(await phone.locator('#go p').isVisible()).toBe(false)
    await phone.close()
  })

  test(`${MANY} links are looked at to the last, and the click reserves what the bill said`, async () => {
    await go()
    const [before] = purses()
    await paste([...list('many', MANY - 10), ...list('gone', 10)])
    await until('#preflight', `All ${MANY.toLocaleString('en')} answered`)
    expect(await text('#quote')).toContain(`Credits reserved${(MANY - 10).toLocaleString('en')}`)
    await submit('#go button[value=push]')
    expect(before!.available - purses()[0]!.available).toBe(MANY - 10)
    expectBooksToBalance(app.db)
    await go()
    expect(await page.inputValue('[name=urls]')).toBe('')
  })

  test('a client without the credits is given what is missing, and the push goes, in one act', async () => {
    await go()
    await page.click('.change > summary')
    await page.selectOption('[name=client]', 'Bakery')
    await paste(list('client', 120))
    await until('#go', 'Transfer 24 and push 120')
    expect(await text('#quote')).toContain('Bakery96 available+24')
    await submit('#go button[value=give]')
    expect(page.url()).toContain('/jobs/')
    expect(purses()[1]).toMatchObject({ available: 0 })
    expectBooksToBalance(app.db)
  })

  inLongRun('a host that was pushed for a client is taken to be its own, until another is named', async () => {
    await go()
    await paste(list('page', 2))
    await until('#client-note', 'belongs to Bakery')
    await until('#whose', 'Push forBakery')
    await until('#quote', 'Bakery0 available+2')
    expect(await text('#name-note')).toMatch(/Without one: 127\.0\.0\.1:\d+, \d+ \w+ \d{4}/)
    await page.click('.change > summary')
    await page.selectOption('[name=client]', 'Northwind')
    await until('#whose', 'Push forNorthwind')
    await until('#quote', 'Northwind has')
  })

  test('a bill of a list that has changed since is dimmed until the new one is there', async () => {
    await go()
    await paste(list('page', 2))
    await until('#quote', 'Ready to push2')
    expect(await page.getAttribute('#quote', 'aria-busy')).toBeNull()
    await paste(list('page', 3))
    expect(await page.getAttribute('#quote', 'aria-busy')).toBe('true')
    await until('#quote', 'Ready to push3')
    expect(await page.getAttribute('#quote', 'aria-busy')).toBeNull()
  })

  inLongRun(
    'what is on its way is asked for by the page alone, and comes only when something has changed',
    async () => {
      const sent: { method: string; size: number; status: number }[] = []
      const told = async (answer: Answer) => {
        const { pathname } = new URL(answer.url())
        if (!pathname.includes('/push/preflight')) return
        const size = answer.request().postData()?.length ?? 0
        sent.push({ method: answer.request().method(), size, status: answer.status() })
      }
      page.on('response', told)
      await go()
      await paste([...list('quiet', 30), at('/hang-2')])
      await until('#preflight', 'still waiting for 127.0.0.1')
      sent.splice(0)
      const unchanged = () => sent.filter(({ status }) => status === 304).length
      for (let tries = 0; tries < 600 && (sent.length < 2 || unchanged() < 1); tries++) await page.waitForTimeout(100)
      expect(unchanged()).toBeGreaterThan(0)
      page.off('response', told)
      expect(sent.filter(({ method, size }) => method !== 'GET' || size > 0)).toEqual([])
    },
  )

  inLongRun('two pages of one person leave each other alone', async () => {
    const asked = (path: string) => hits.filter((hit) => hit === path).length
    await go()
    await paste([...list('left', 5), at('/hang-left')])
    await until('#preflight', '5 of 6 links screened')
    const other = await page.context().newPage()
    await other.goto(`${running.address}${ws}/push`)
    await other.fill('[name=urls]', [...list('right', 5), at('/hang-right')].join('\n'))
    await other.waitForFunction(() => document.querySelector('#preflight')?.textContent?.includes('5 of 6'))
    await page.waitForTimeout(3000)
    expect([asked('/hang-left'), asked('/hang-right')]).toEqual([1, 1])
    await other.close()
  })

  test('a push is undone while the seconds run down, and its list is here again', async () => {
    const before = purses()
    await go()
    await page.click('.change > summary')
    await page.selectOption('[name=client]', 'Northwind')
    await paste(list('page', 3))
    await until('#go', 'Push 3 links')
    await submit('#go button[value=push]')
    const seconds = Number(await text('[data-seconds]'))
    expect(seconds).toBeGreaterThan(5)
    expect(await page.evaluate(() => document.activeElement?.closest('[data-undo]')?.tagName)).toBe('DIV')
    await page.waitForFunction((was) => Number(document.querySelector('[data-seconds]')!.textContent) < was, seconds)
    await submit('[data-undo] button')
    expect((await page.inputValue('[name=urls]')).split('\n')).toEqual(list('page', 3))
    expect(await page.inputValue('[name=client]')).toBe('Northwind')
    expect(purses()).toEqual(before)
    expectBooksToBalance(app.db)
  })

  inLongRun('the API equivalent opens over the form, with what was typed, and closes again', async () => {
    await go()
    await page.fill('[name=name]', 'Typed just now')
    await paste(list('page', 2))
    await page.click('[popovertarget=page-menu]')
    await page.click('#page-menu >> text=API equivalent')
    await page.click('.bill button:has-text("API equivalent")')
    await page.waitForSelector('dialog#api-equivalent[open] pre')
    const told = await text('#api-equivalent-lines')
    expect(told).toContain('"name": "Typed just now"')
    expect(told).toContain(list('page', 2)[1]!)
    expect(told).toContain('$SIGNALPOST_KEY')
    await page.keyboard.press('Escape')
    expect(await page.inputValue('[name=name]')).toBe('Typed just now')
  })

  inLongRun('the clipboard is pushed from the palette: its list is on New push, screened and billed', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => [sessionStorage, localStorage].map((store) => store.clear()))
    await page.goto(`${running.address}${ws}/jobs`)
    await page.evaluate((links) => navigator.clipboard.writeText(links), list('page', 4).join('\n'))
    await page.keyboard.press('Control+K')
    await page.keyboard.type('push the clipboard')
    await page.waitForSelector('#palette-found [role=option]')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    await until('#quote', 'Ready to push4')
  })

  test('a table is read by its column, and the page says so', async () => {
    await go()
    await paste(['Top pages,Clicks,CTR', `${list('page', 2)[0]},12,"4,1 %"`, `${list('page', 2)[1]},0,0%`, 'Total,12,'])
    await until('#quote', 'Ready to push2')
    expect(await text('#list-note')).toBe('Column “Top pages” read; 2 other columns ignored; 1 line without a link.')
    expect(await text('#urls-count')).toBe('3 lines, 2 of 10,000')
    await paste(list('page', 1))
    await until('#quote', 'Ready to push1')
    expect(await text('#list-note')).toBe('')
  })

  test('a file in any encoding is read by the server, and copied links by their addresses', async () => {
    await go()
    await paste([])
    const excel = Buffer.from(`\ufeffName;Page\r\nBäckerei;${at('/page-0')}\r\n`, 'utf16le')
    await page.setInputFiles('#urls-file', { name: 'links.csv', mimeType: 'text/csv', buffer: excel })
    await until('#file-note', '“links.csv”: 1 link added. Column “Page” read; 1 other column ignored.')
    expect(await page.inputValue('[name=urls]')).toBe(at('/page-0'))
    const workbook = Buffer.from([0x50, 0x4b, 3, 4, 0, 0])
    await page.setInputFiles('#urls-file', { name: 'links.xlsx', mimeType: 'application/zip', buffer: workbook })
    await page.getByText('“links.xlsx” is a workbook or another packed file').waitFor()
    await page.evaluate((href) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'Our bread')
      data.setData('text/html', `<p><a href="${href}">Our bread</a></p>`)
      const options = { clipboardData: data, bubbles: true, cancelable: true }
      document.querySelector('[name=urls]')!.dispatchEvent(new ClipboardEvent('paste', options))
    }, at('/page-1'))
    await until('#file-note', 'The copied text: 1 link added.')
    expect(await page.inputValue('[name=urls]')).toBe([at('/page-0'), at('/page-1')].join('\n'))
  })

  test(`a list of ${KEPT} lines outlives a reload and a closed tab, and is in one tab at a time`, async () => {
    const many = list('kept', KEPT)
    const first = await page.context().newPage()
    await page.evaluate(() => [sessionStorage, localStorage].map((store) => store.clear()))
    const address = `${running.address}${ws}/push`
    await page.goto(`${running.address}${ws}/jobs`)
    await first.goto(address)
    await first.evaluate((text) => {
      const area = document.querySelector<HTMLTextAreaElement>('[name=urls]')!
      area.value = text
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }, many.join('\n'))
    await first.reload()
    expect(await first.inputValue('[name=urls]')).toHaveLength(many.join('\n').length)
    const second = await page.context().newPage()
    await second.goto(address)
    await Bun.sleep(400)
    expect(await second.inputValue('[name=urls]')).toBe('')
    await second.close()
    await first.close()
    const third = await page.context().newPage()
    await third.goto(address)
    await third.waitForFunction(
      (n) => document.querySelector<HTMLTextAreaElement>('[name=urls]')!.value.length === n,
      many.join('\n').length,
    )
    await third.evaluate(() => [sessionStorage, localStorage].map((store) => store.clear()))
    await third.close()
  })

  inLongRun('Back keeps the list and makes its bill', async () => {
    await go()
    await paste(list('page', 4))
    await until('#quote', 'Ready to push4')
    await page.goto(`${running.address}${ws}/jobs`)
    await page.goBack()
    await until('#quote', 'Ready to push4')
    expect((await page.inputValue('[name=urls]')).split('\n')).toHaveLength(4)
  })

  inLongRun('a list outlives a lost connection, also one that was lost in the middle of pushing', async () => {
    await page.evaluate(() => [sessionStorage, localStorage].map((store) => store.clear()))
    await go()
    await page.click('.change > summary')
    await page.selectOption('[name=client]', 'Northwind')
    await paste(list('lost', 3))
    await until('#quote', 'Ready to push3')
    await page.context().setOffline(true)
    await paste(list('lost', 4))
    await page.click('#go button[value=push]')
    await page.waitForURL(/^chrome-error:/)
    await page.context().setOffline(false)
    await page.goto(`${running.address}${ws}/jobs`)
    await go()
    expect((await page.inputValue('[name=urls]')).split('\n')).toEqual(list('lost', 4))
    await until('#quote', 'Ready to push4')
  })

  inLongRun('a list that the browser cannot keep is kept whole or not at all, and that is said', async () => {
    await go()
    await paste(['x'.repeat(6_000_000)])
    expect(await page.isVisible('#draft-note')).toBe(true)
    await paste(list('page', 1))
    expect(await page.isVisible('#draft-note')).toBe(false)
  })

  test('the cursor is in the list, and an empty one is refused at the field, in our words', async () => {
    await page.evaluate(() => [sessionStorage, localStorage].map((store) => store.clear()))
    await page.goto(`${running.address}${ws}/jobs`)
    await go()
    // A browser gives the focus with the first frame that it draws, which may be after the page is loaded.
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'urls', null, { timeout: 10_000 })
    await submit('#go button')
    expect(await text('#urls-note')).toBe('Enter at least one full http:// or https:// URL.')
    await page.goto(`${running.address}${ws}/keys`)
    await page.fill('[name=name]', '')
    await page.click('main form.form button[type=submit]')
    expect(await text('main form.form .field:has([name=name]) .error')).toBe('Fill in this field.')
    await page.fill('[name=name]', 'Nightly')
    expect(await page.locator('main form.form .field:has([name=name]) .error').count()).toBe(0)
  })

  inLongRun('the pages of a sitemap and the unindexed of a push before are added to the list', async () => {
    await go()
    await paste(list('page', 1))
    await page.click('summary:has-text("Sitemap")')
    await page.fill('[name=sitemap]', at('/page-0'))
    await submit('button[value=sitemap]')
    expect(await text('#sitemap-note')).toContain('is a page, not a sitemap')
    await page.fill('[name=sitemap]', at('/sitemap.xml'))
    await Promise.all([page.waitForNavigation(), page.press('[name=sitemap]', 'Enter')])
    expect((await page.inputValue('[name=urls]')).split('\n')).toEqual([at('/page-0'), at('/page-7'), at('/page-8')])
    await until('#quote', 'Ready to push3')
  })

  inLongRun('where nobody can give, as many are pushed as can be paid, and the rest stays in the list', async () => {
    const tenant_id = ws.split('/').at(-1)!
    const all = purses()[0]!.available
    app.db.write((tx) => {
      take(tx, { tenant_id, kind: 'index', amount: all - 60 }, { reason: 'adjustment', actor: 'test' })
      return null
    })
    const { available } = purses()[0]!
    await go()
    await page.click('.change > summary')
    await page.selectOption('[name=client]', 'Northwind')
    await paste(list('first', available + 4))
    await until('#go', `Push the first ${available.toLocaleString('en')}`)
    expect(await text('#go')).toContain('Ask for credits')
    await submit('#go button[value=first]')
    expect((await page.inputValue('[name=urls]')).split('\n')).toHaveLength(4)
    expectBooksToBalance(app.db)
  })

  const signIn = async () => {
    await page.fill('[name=email]', 'ada@northwind.example')
    await page.fill('[name=password]', PASSWORD)
    await submit('main button[type=submit]')
    expect(new URL(page.url()).pathname).toBe(`${ws}/push`)
  }

  inLongRun(
    'a list and its client outlive a session that ended before they were pushed, and go once they were',
    async () => {
      await page.evaluate(() => [sessionStorage, localStorage].map((store) => store.clear()))
      const line = { tenant_id: ws.split('/').at(-1)!, reason: 'adjustment', actor: 'test' } as const
      app.db.write((tx) => void grant(tx, { ...line, kind: 'index', amount: 3 }))
      await go()
      await page.click('.change > summary')
      await page.selectOption('[name=client]', 'Northwind')
      const links = list('expired', 3)
      await paste(links)
      await until('#go', 'Push 3 links')
      await page.context().clearCookies()
      await submit('#go button[value=push]')
      expect(new URL(page.url()).pathname).toBe('/app/sign-in')
      await signIn()
      expect((await page.inputValue('[name=urls]')).split('\n')).toEqual(links)
      expect(await page.inputValue('[name=client]')).toBe('Northwind')
      await until('#go', 'Push 3 links')
      await submit('#go button[value=push]')
      await page.waitForSelector('[data-undo]')
      await go()
      expect(await page.inputValue('[name=urls]')).toBe('')
      expectBooksToBalance(app.db)
    },
  )

  inLongRun('a list outlives a session that ends while it is screened', async () => {
    await go()
    await paste(list('kept', 40))
    await until('#preflight', 'All 40 answered')
    await page.context().clearCookies()
    await Promise.all([page.waitForNavigation(), page.fill('[name=name]', 'Kept')])
    await signIn()
    expect((await page.inputValue('[name=urls]')).split('\n')).toHaveLength(40)
    await until('#preflight', 'All 40 answered')
    await page.reload()
    await until('#preflight', 'All 40 answered')
  })

  inLongRun('a list that is too long is told at its field, and no button lies under a message', async () => {
    await go()
    await paste(list('long', 10_050))
    await until('#preflight', 'A push takes at most 10,000 links')
    expect(await page.isDisabled('#go button')).toBe(true)
    expect(await page.locator('.toast').count()).toBe(0)
  })
})
