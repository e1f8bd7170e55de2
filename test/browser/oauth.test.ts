/** A person connects an app in Chromium: through the sign-in, the page that asks, and back to the app under its policy. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { registerClient } from '../../src/domains/oauth/index.ts'
import { web } from '../../src/doors/pages/web.ts'
import { type RunningServer, serve } from '../../src/doors/server.ts'
import { site } from '../../views/site.tsx'
import { ADAS_PASSWORD, seedPassword } from '../domains/accounts/seed.ts'
import { CHALLENGE, redeemed } from '../domains/oauth/app.ts'
import { freePort } from '../e2e/oauth-install.ts'
import { type World, world } from '../world.ts'
import { CAP, closePages, HAS_CHROMIUM, sharedBrowser } from './chromium.ts'

setDefaultTimeout(CAP)

describe.skipIf(!HAS_CHROMIUM)('connecting an app in Chromium', () => {
  const complaints: string[] = []
  let w: World
  let running: RunningServer
  let browser: Browser
  let page: Page
  let app: ReturnType<typeof Bun.serve>

  beforeAll(async () => {
    const port = freePort()
    w = world({ env: { SIGNALPOST_LISTEN: `127.0.0.1:${port}`, SIGNALPOST_SITE_URL: `http://127.0.0.1:${port}` } })
    w.db.write((tx) => seedPassword(tx))
    running = serve(w.app, { web: web(w.app, site) })
    app = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('Back at the app') })
    browser = await sharedBrowser()
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  })
  afterAll(async () => {
    await closePages(browser)
    await running?.stop()
    await app?.stop(true)
    rmSync(w.folder, { recursive: true, force: true })
  })

  test.each(['127.0.0.1', 'localhost'])(
    'leads back to a program at %s with a code that it can redeem',
    async (host) => {
      const redirect_uri = `http://${host}:${app.port}/callback`
      const client = w.db.write((tx) => registerClient(tx, { client_name: 'Desk', redirect_uris: [redirect_uri] }))
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: client.id,
        redirect_uri,
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
        scope: 'read write',
        state: 'a/state&more',
      })
      await page.goto(`${running.address}/oauth/authorize?${query}`)
      if (page.url().includes('/app/sign-in')) {
        await page.fill('[name=email]', 'ada@northwind.example')
        await page.fill('[name=password]', ADAS_PASSWORD)
        await Promise.all([page.waitForNavigation(), page.click('main button[type=submit]')])
      }
      expect(await page.textContent('h1')).toBe('Connect Desk?')
      await page.selectOption('[name=tenant_id]', { label: 'Northwind › Bakery' })
      await page.check('[name=scope][value=read]')
      await page.fill('[name=daily_credit_cap]', '25')
      await Promise.all([page.waitForURL(`${redirect_uri}?**`), page.click('button[value=yes]')])
      expect(await page.textContent('body')).toBe('Back at the app')
      const back = new URL(page.url()).searchParams
      expect([back.get('state'), back.get('iss')]).toEqual(['a/state&more', running.address])
      expect(redeemed(w, client, back.get('code')!, { redirect_uri })).toMatchObject({ scope: 'read' })
      const grant = w.db.read((tx) => tx.row('select tenant_id, daily_credit_cap from oauth_grants order by id desc'))
      expect(grant).toEqual({ tenant_id: 'ten_bakery', daily_credit_cap: 25 })
      expect(complaints).toEqual([])
    },
  )
})
