/**
 * Apps as public sources show them: what they register (RFC 7591; what no source tells is as Claude sends it), and the
 * documents that they publish. `taken`: how many addresses are, or whether the document is.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { clientOf } from '../../src/domains/oauth/index.ts'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { readHead } from '../../src/kernel/web-fetch/http/head.ts'
import type { SafeResponse } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { CHALLENGE } from '../domains/oauth/app.ts'
import { type House, house } from '../doors/house.ts'
import { browserOf } from '../views/browser.ts'
import { world } from '../world.ts'
import documents from './client-documents.json'
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

const AS_CLAUDE = {
  token_endpoint_auth_method: 'client_secret_post',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
}
const register = (body: object) =>
  h.ask(null, '/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...AS_CLAUDE, ...body }),
  })

test.each(registrations)('$app ($source)', async ({ body, taken }) => {
  const uris = body.redirect_uris
  const response = await register(body)
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

test.each(documents)('the document of $app ($source)', async ({ document, taken }) => {
  const w = world({
    fetch: async (url): Promise<SafeResponse> => ({
      url: String(url),
      status: 200,
      headers: readHead('HTTP/1.1 200 OK\r\n', 'GET').headers,
      body: new TextEncoder().encode(JSON.stringify(document)),
      truncated: false,
      head_ms: 1,
      hops: [],
    }),
  })
  const found = await clientOf(w.app, document.client_id, () => {}).catch((error: Error) => error)
  if (taken) expect(found).toMatchObject({ name: document.client_name, redirect_uris: document.redirect_uris })
  else expect(found).toMatchObject({ message: expect.stringContaining('by a secret or a signature') })
  w.close()
})
