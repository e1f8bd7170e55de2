import { afterEach, expect, test } from 'bun:test'
import type { Tokens } from '../../src/domains/oauth/index.ts'
import { NASTY_TEXT } from '../contract/nasty.ts'
import { CHALLENGE, connected, holderOf, REDIRECT, redeemed, registered } from '../domains/oauth/app.ts'
import { type Person, type World, world } from '../world.ts'
import { browserOf, wordIn } from './browser.ts'

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
  for (const part of ['Desk of Ada', 'Bakery', 'Read and push', '40 credits']) expect(main).toContain(part)
  expect((await send('ada', /action="([^"]+\/disconnect)"/.exec(main)![1]!)).status).toBe(303)
  expect(holderOf(w, access_token)).toBeNull()
  expect((await visit('ada', '/app/w/ten_northwind/account')).main).not.toContain('Desk of Ada')
})

/** The request of an app for this scope, and the scopes that the page offers; the chosen one has a star. */
async function offered(who: Person, scope: string) {
  const { id } = registered(w)
  const wish = { response_type: 'code', client_id: id, redirect_uri: REDIRECT, scope }
  const request = new URLSearchParams({ ...wish, code_challenge: CHALLENGE, code_challenge_method: 'S256' }).toString()
  const { main } = await browserOf(w).visit(who, `/oauth/authorize?${request}`)
  const scopes = [...main.matchAll(/<input type="radio" name="scope"[^>]*value="(\w+)"([^>]*)/g)]
  return { id, request, scopes: scopes.map(([, name, rest]) => `${name}${rest!.includes('checked') ? '*' : ''}`) }
}

test.each([
  ['ada', 'read', ['read*', 'write', 'admin']],
  ['ada', 'read write', ['read', 'write*', 'admin']],
  ['ben', 'read write admin', ['read', 'write*']],
  ['vera', 'read write', ['read*']],
] as const)('%s, asked for %s, may let the app do what their role allows', async (who, scope, scopes) => {
  w = world()
  expect((await offered(who, scope)).scopes).toEqual([...scopes])
})

test('an app that asked to look may be let push: the token says so', async () => {
  w = world()
  const { id, request } = await offered('ada', 'read')
  const yes = { request, tenant_id: 'ten_northwind', scope: 'write', answer: 'yes' }
  const { location } = await browserOf(w).send('ada', '/oauth/authorize', yes)
  const code = new URL(location!).searchParams.get('code')!
  const client = { id, kind: 'registered', name: 'Desk', redirect_uris: [REDIRECT], fresh_until: null } as const
  const tokens = redeemed(w, { ...client, redirect_uris: [...client.redirect_uris] }, code) as Tokens
  expect(tokens.scope).toBe('read write')
})

test('the own account names the people whom an app added, before and when it is disconnected', async () => {
  w = world()
  const { visit, send } = browserOf(w)
  const { access_token } = connected(w, registered(w, 'Desk of Ada'), { scope: 'admin' })
  const { caller } = holderOf(w, access_token)!
  await w.call(caller, 'add_member', { id: 'ten_bakery', email: 'bo@bakery.example', role: 'client_viewer' })
  const { main } = await visit('ada', '/app/w/ten_northwind/account')
  expect(main).toContain('Added: bo@bakery.example')
  const done = await send('ada', /action="([^"]+\/disconnect)"/.exec(main)![1]!)
  expect(wordIn(w, done.headers)).toContain('bo@bakery.example')
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

test('a request of more than 30 parameters is refused on the page, by address and by form', async () => {
  w = world()
  const { visit, send } = browserOf(w)
  const request = `client_id=${registered(w).id}&${Array.from({ length: 30 }, (_, i) => `x${i}`).join('&')}`
  for (const { status, text } of [
    await visit('ada', `/oauth/authorize?${request}`),
    await send('ada', '/oauth/authorize', { request }),
  ])
    expect([status, text]).toEqual([400, expect.stringContaining('at most 30 parameters')])
})
