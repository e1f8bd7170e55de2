/** Apps that register themselves (RFC 7591), as public sources show their registration: name, source, addresses, taken. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { CHALLENGE } from '../domains/oauth/app.ts'
import { type House, house } from '../doors/house.ts'
import { browserOf } from '../views/browser.ts'
import registrations from './registrations.json'

let h: House
beforeAll(() => {
  h = house({ env: { SIGNALPOST_SITE_URL: 'https://push.northwind.example' } })
})
afterAll(() => h.close())
beforeEach(() => {
  h.clock.turn(2 * MINUTE)
})

type Registered = {
  client_id: string
  redirect_uris: string[]
  redirect_uris_left_out?: { uri: string; reason: string }[]
  token_endpoint_auth_method: string
}

const register = (client_name: string, redirect_uris: string[]) =>
  h.ask(null, '/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name,
      redirect_uris,
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }),
  })

test.each(registrations as [string, string, string[], number][])('%s (%s)', async (name, _, uris, taken) => {
  const response = await register(name, uris)
  if (taken === 0) {
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_redirect_uri',
    ])
    return
  }
  expect(response.status).toBe(201)
  const made = (await response.json()) as Registered
  expect([made.redirect_uris.length, made.token_endpoint_auth_method]).toEqual([taken, 'none'])
  const left_out = made.redirect_uris_left_out ?? []
  expect([...made.redirect_uris, ...left_out.map(({ uri }) => uri)].sort()).toEqual([...uris].sort())
  expect(left_out.every(({ reason }) => reason.length > 10)).toBe(true)
  const { visit } = browserOf(h)
  for (const redirect_uri of made.redirect_uris) {
    const asked = { client_id: made.client_id, redirect_uri, response_type: 'code', state: 's' }
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
    const open = (more: object) => visit('ada', `/oauth/authorize?${new URLSearchParams({ ...asked, ...more })}`)
    const page = await open(pkce)
    expect([page.status, page.text.includes('Returns to')]).toEqual([200, true])
    const { protocol, origin } = new URL(redirect_uri)
    const source = protocol.startsWith('http') ? origin : protocol
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${source};`)
    expect((await open({})).text).not.toContain('Returns to')
  }
})
