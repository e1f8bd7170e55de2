import { afterEach, expect, test } from 'bun:test'
import { connected, holderOf, registered } from '../domains/oauth/app.ts'
import { type World, world } from '../world.ts'
import { browserOf } from './browser.ts'

let w: World
afterEach(() => w.close())

test('where OAuth is off, whoever is sent to connect an app reads why', async () => {
  w = world({ env: { SIGNALPOST_SITE_URL: 'http://push.northwind.example' } })
  const { status, text } = await browserOf(w).visit('ada', '/oauth/authorize?client_id=desk')
  expect([status, text]).toEqual([404, expect.stringContaining('Set SIGNALPOST_SITE_URL to an https address')])
})

test('the own account shows the apps that act for one, and a press of a button disconnects', async () => {
  w = world()
  const { visit, send } = browserOf(w)
  const { access_token } = connected(w, registered(w, 'Desk of Ada'), { cap: 40, tenant_id: 'ten_bakery' })
  const { main } = await visit('ada', '/app/w/ten_northwind/account')
  for (const part of ['Desk of Ada', 'Bakery', 'Look and push', '40 credits']) expect(main).toContain(part)
  expect((await send('ada', /action="([^"]+\/disconnect)"/.exec(main)![1]!)).status).toBe(303)
  expect(holderOf(w, access_token)).toBeNull()
  expect((await visit('ada', '/app/w/ten_northwind/account')).main).not.toContain('Desk of Ada')
})
