import { afterEach, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/scheduler.ts'
import { handler } from '../../src/doors/server.ts'
import { web } from '../../src/doors/web.ts'
import { site } from '../../views/site.tsx'
import { connected, holderOf, registered } from '../domains/oauth/app.ts'
import { CAST, type World, world } from '../world.ts'

let w: World
afterEach(() => w.close())

async function visit(path: string, init: RequestInit = {}): Promise<Response> {
  const { token } = await openSession(w.app, CAST.ada.id, { ip: null, user_agent: null })
  const { site_url } = w.app.config
  const headers = {
    host: new URL(site_url).host,
    cookie: `${sessionCookieName(w.app.config)}=${token}`,
    'sec-fetch-site': 'same-origin',
  }
  const answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  return answer(new Request(site_url + path, { ...init, headers }), { requestIP: () => null, timeout: () => {} })
}

test('where OAuth is off, whoever is sent to connect an app reads why', async () => {
  w = world({ env: { SIGNALPOST_SITE_URL: 'http://push.northwind.example' } })
  const page = await visit('/oauth/authorize?client_id=desk')
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('Set SIGNALPOST_SITE_URL to an https address')
})

test('the own account shows the apps that act for one, and a press of a button disconnects', async () => {
  w = world()
  const { access_token } = connected(w, registered(w, 'Desk of Ada'), { cap: 40, tenant_id: 'ten_bakery' })
  const html = await (await visit('/app/w/ten_northwind/account')).text()
  for (const part of ['Desk of Ada', 'Bakery', 'Look and push', '40 credits']) expect(html).toContain(part)
  const path = /action="([^"]+\/disconnect)"/.exec(html)![1]!
  expect((await visit(path, { method: 'POST' })).status).toBe(303)
  expect(holderOf(w, access_token)).toBeNull()
  expect(await (await visit('/app/w/ten_northwind/account')).text()).not.toContain('Desk of Ada')
})
