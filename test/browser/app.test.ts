import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { boot } from '../../src/boot.ts'
import { createInvitation, createSetupLink, createUser, writeInvitation } from '../../src/domains/accounts/index.ts'
import { web } from '../../src/doors/pages/web.ts'
import { type RunningServer, serve } from '../../src/doors/server.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { systemCaller } from '../../src/kernel/operation/caller.ts'
import { site } from '../../views/site.tsx'
import { inLongRun } from '../long/whole.ts'
import { CAP, closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'
import { isLeftOut } from './transitions.ts'

setDefaultTimeout(CAP)

const PASSWORD = 'a long sentence of my own'
const HOSTILE = 'Guest posts · "spring" & <b>more</b>'

describe.skipIf(!HAS_CHROMIUM)('the first screens, from set-up to report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-app-'))
  const pages = startPages()
  const complaints: string[] = []
  let app: App
  let running: RunningServer
  let browser: Browser
  let page: Page
  let ws = ''
  let job = ''

  beforeAll(async () => {
    const port = freePort()
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
    page = watched(await (await browser.newContext({ viewport: { width: 1360, height: 860 } })).newPage())
  })
  afterAll(async () => {
    await closePages(browser)
    await running?.stop()
    await pages.stop(true)
    rmSync(folder, { recursive: true, force: true })
  })

  function watched(fresh: Page): Page {
    fresh.setDefaultTimeout(120_000)
    fresh.on('console', (message) => {
      // A refused form is answered with its status on purpose; the browser notes every such answer.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
    })
    fresh.on('pageerror', (error) => isLeftOut(error) || complaints.push(error.message))
    return fresh
  }
  const go = async (path: string, on = page) => (await on.goto(running.address + path))?.status()
  const submit = async (on = page, button = 'main button[type=submit]') => {
    await Promise.all([on.waitForNavigation(), on.click(button)])
  }

  test('the one-time address makes the admin, says what is wrong by field, and works once', async () => {
    const setup = createSetupLink(app)!
    await page.goto(setup)
    await page.fill('[name=workspace]', 'Northwind')
    await page.fill('[name=name]', 'Ada')
    await page.fill('[name=email]', 'ada@northwind.example')
    await page.fill('[name=password]', 'aaaaaaaaaaaaaaaaaaaa')
    await submit()
    expect(await page.getAttribute('[name=password]', 'aria-invalid')).toBe('true')
    expect(await page.inputValue('[name=workspace]')).toBe('Northwind')
    await page.fill('[name=password]', PASSWORD)
    await submit()
    for (const step of ['/setup/address', '/setup/mail']) {
      expect(new URL(page.url()).pathname).toEndWith(step)
      await Promise.all([page.waitForNavigation(), page.click('text=Do this later')])
    }
    for (const step of ['/setup/suppliers', '/setup/engine']) {
      expect(new URL(page.url()).pathname).toEndWith(step)
      await Promise.all([page.waitForNavigation(), page.click('text=Use the simulated one')])
    }
    ws = new URL(page.url()).pathname
    expect(ws).toMatch(/^\/app\/w\/[\w-]+$/)
    expect((await page.goto(setup))?.status()).toBe(404)
    expect(await go('/setup')).toBe(404)
  })

  test('screening runs while one types, the bill is exact, and the push reserves just that', async () => {
    await go(`${ws}/push`)
    const at = (path: string) => `http://127.0.0.1:${pages.port}${path}`
    await page.fill(
      '[name=urls]',
      [
        ...Array.from({ length: 9 }, (_, i) => at(`/page-${i}`)),
        at('/gone'),
        at('/moved'),
        at('/page-1'),
        'no address',
      ].join('\n'),
    )
    await page.waitForSelector('#quote .sum')
    expect((await page.textContent('#quote'))?.replace(/\s+/g, ' ')).toMatch(
      /Ready to push ?9.*Left out, free ?2.*Duplicates, dropped ?1.*without a URL, dropped ?1.*Credits reserved ?9/,
    )
    await page.fill('[name=name]', HOSTILE)
    await page.waitForTimeout(900)
    await submit(page, '#go button')
    await page.waitForURL(/\/jobs\//)
    await page.waitForFunction(() => /No link is (sent|checked) yet/.test(document.body.textContent ?? ''))
    job = new URL(page.url()).pathname
    expect(await page.textContent('h1')).toBe(HOSTILE)
    expect(await page.textContent('main')).toContain('9 reserved, 0 refunded')
    expect(await page.locator('#list tbody tr').count()).toBe(9)
  })

  test('a request that takes longer than a blink is shown by a bar, with motion reduced too', async () => {
    const shown = (under_way: boolean) =>
      page.evaluate(async (under_way) => {
        document.querySelector('main')!.classList.toggle('htmx-request', under_way)
        await new Promise((resolve) => setTimeout(resolve, 400))
        const { opacity, content } = getComputedStyle(document.body, '::after')
        return content !== 'none' && opacity === '1'
      }, under_way)
    expect([await shown(true), await shown(false)]).toEqual([true, false])
  })

  test('the palette finds a job by its name and goes there', async () => {
    await go(ws)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('spring')
    await page.waitForSelector('#palette-found [role=option]')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    expect(new URL(page.url()).pathname).toBe(job)
  })

  inLongRun('a report is shared, read without signing in, and says so once sharing has stopped', async () => {
    await go(job)
    await submit(page, 'text=Share report')
    const address = await page.inputValue('#share-url')
    const visitor = watched(await (await browser.newContext()).newPage())
    expect((await visitor.goto(address))?.status()).toBe(200)
    expect(await visitor.textContent('.kicker')).toContain(HOSTILE)
    expect(await visitor.textContent('main')).toContain('/page-4')
    await visitor.click('text=Show 4 more')
    await visitor.waitForSelector('main:has-text("/page-8")')
    expect(await (await visitor.request.get(`${address}/csv`)).text()).toContain('/page-8')
    await page.click('[popovertarget=page-menu]')
    await page.click('text=Stop sharing')
    await submit(page, '#confirm .go')
    expect((await visitor.goto(address))?.status()).toBe(410)
  })

  inLongRun('a viewer of a client sees no control that writes, and nothing of the agency', async () => {
    const client = await invited('vera@bakery.example', 'client_viewer')
    const vera = await signedUp(client.link)
    const home = `/app/w/${client.tenant_id}`
    expect(new URL(vera.url()).pathname).toBe(home)
    expect(await vera.locator('main form[method=post], a[href$="/push"]').count()).toBe(0)
    expect(await go(`${home}/push`, vera)).toBe(403)
    expect(await go(ws, vera)).toBe(404)
    expect(await go(job.replace(ws, home), vera)).toBe(404)
    expect(
      (
        await vera.request.post(`${running.address}${home}/push`, {
          form: { urls: 'http://127.0.0.1/x', step: 'push' },
          headers: { origin: running.address },
        })
      ).status(),
    ).toBe(403)
  })

  test('everything works without JavaScript: sign in, push, filter, cancel asks on a page of its own', async () => {
    const plain = watched(await (await browser.newContext({ javaScriptEnabled: false })).newPage())
    await go(`${ws}/push`, plain)
    await plain.fill('[name=email]', 'ada@northwind.example')
    await plain.fill('[name=password]', PASSWORD)
    await submit(plain)
    expect(new URL(plain.url()).pathname).toBe(`${ws}/push`)
    await plain.fill('[name=urls]', `http://127.0.0.1:${pages.port}/slow-1`)
    await plain.selectOption('[name=drip_days]', '30')
    await submit(plain, '#go button')
    await submit(plain, '#go button')
    expect(new URL(plain.url()).pathname).toContain('/jobs/')
    await go(`${ws}/jobs?q=spring`, plain)
    expect(await plain.locator('tbody tr').count()).toBe(1)
    await go(`${job}/delete`, plain)
    expect(await plain.textContent('h1')).toBe('Delete this push?')
  })

  test('a form of another site is refused, and signing out ends the session and clears the browser', async () => {
    const forged = await page.request.post(`${running.address}${job}/share`, {
      headers: { origin: 'https://rival.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(forged.status()).toBe(403)
    await go(ws)
    await page.evaluate(() => localStorage.setItem('kept', 'a name'))
    await page.click('[popovertarget=person]')
    await submit(page, '#person form[action$="sign-out"] button')
    expect(page.url()).toEndWith('/app/sign-in')
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    expect(await go(ws)).toBe(200)
    expect(page.url()).toContain('/app/sign-in?next=')
  })

  test('no page complained: neither a script nor the content policy', () => {
    expect(complaints).toEqual([])
  })

  /** A person of a client below the agency, with the link to choose a password. */
  async function invited(email: string, role: 'client_viewer') {
    const root = ws.split('/').at(-1)!
    return app.db.write((tx) => {
      const tenant_id = 'bakery'
      tx.run(
        "insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values (?, ?, ?, 'client', 'Bakery', ?, ?)",
        tenant_id,
        root,
        `/${root}/${tenant_id}/`,
        tx.now,
        tx.now,
      )
      const user = createUser(tx, { email, name: 'Vera', password_hash: null, verified: false })
      const ada = tx.row<{ id: string }>('select id from users order by created_at limit 1')!
      writeInvitation(
        tx,
        { ...systemCaller(root), user_id: ada.id },
        { tenant_id, user_id: user.id, role, name: 'Vera' },
      )
      return { tenant_id, link: createInvitation(tx, app.config.site_url, tenant_id, user.id) }
    })
  }

  async function signedUp(link: string): Promise<Page> {
    const fresh = watched(await (await browser.newContext()).newPage())
    await fresh.goto(link)
    await fresh.fill('[name=password]', PASSWORD)
    await submit(fresh)
    return fresh
  }
})

/** A site with a page, a missing page and a moved one. */
function startPages() {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/gone') return new Response('gone', { status: 404 })
      if (pathname === '/moved') return new Response(null, { status: 301, headers: { location: '/page-1' } })
      if (pathname === '/robots.txt') return new Response('', { status: 404 })
      return new Response('<!doctype html><title>Page</title><p>Bread', { headers: { 'content-type': 'text/html' } })
    },
  })
}

function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const port = probe.port!
  void probe.stop(true)
  return port
}
