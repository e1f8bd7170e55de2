import { afterEach, expect, test } from 'bun:test'
import { NASTY_TEXT } from '../contract/nasty.ts'
import { CHALLENGE, connected, holderOf, REDIRECT, registered } from '../domains/oauth/app.ts'
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

test('a request that would break programs breaks nothing, and leads nowhere but to the app', async () => {
  w = world({ limits: { take: () => 60, save() {} } })
  const { visit, send } = browserOf(w)
  const { id } = registered(w)
  const fine = {
    response_type: 'code',
    client_id: id,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'a',
    scope: 'write',
  }
  const wrong: unknown[] = []
  for (const text of NASTY_TEXT)
    for (const field of [...Object.keys(fine), 'resource', 'response_mode', 'prompt']) {
      const request = new URLSearchParams({ ...fine, [field]: text }).toString()
      const said = { request, tenant_id: text, scope: text, daily_credit_cap: text, answer: 'yes' }
      const answers = [await visit('ada', `/oauth/authorize?${request}`), await send('ada', '/oauth/authorize', said)]
      for (const { status, location } of answers)
        if (status >= 500 || (location !== null && !location.startsWith(`${REDIRECT}?`)))
          wrong.push([field, text, status])
    }
  expect(wrong).toEqual([])
})
