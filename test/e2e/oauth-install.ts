/** An install whose address is its own on loopback, and Ada in a browser, who is asked whether apps may act for her. */
import { expect } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { appliance, PASSWORD } from './appliance.ts'

export type OauthInstall = Awaited<ReturnType<typeof oauthInstall>>
export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }

export const REDIRECT = 'http://127.0.0.1:33418/callback'
export const EMAIL = 'ada@northwind.example'

export async function oauthInstall(env: Record<string, string> = {}) {
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const one = await appliance({ SIGNALPOST_LISTEN: `127.0.0.1:${port}`, SIGNALPOST_SITE_URL: url, ...env })
  const cookie = await signIn(url)
  const browse = (address: string, form?: Record<string, string>, as = cookie) =>
    fetch(address, {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie: as, 'sec-fetch-site': form ? 'same-origin' : 'none' },
      redirect: 'manual',
      keepalive: false,
    })

  /** Opens what an app asks for, and says yes (or what `form` says); where Ada is sent. */
  async function answer(asked: string | URL, form: Record<string, string> = {}): Promise<URL> {
    const page = await browse(String(asked))
    expect(page.status).toBe(200)
    const html = await page.text()
    const request = unescaped(/name="request" value="([^"]*)"/.exec(html)![1]!)
    const tenant_id = /<option value="([^"]+)" selected/.exec(html)![1]!
    const scope = /name="scope"[^>]*value="(\w+)" checked/.exec(html)![1]!
    const said = { request, tenant_id, scope, daily_credit_cap: '', answer: 'yes', ...form }
    const answered = await browse(`${url}/oauth/authorize`, said)
    expect([answered.status, answered.status === 303 ? '' : await answered.text()]).toEqual([303, ''])
    return new URL(answered.headers.get('location')!)
  }
  const send = (path: string, fields: Record<string, string>) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), keepalive: false })

  async function register(redirect_uris = [REDIRECT], client_name = 'Desk'): Promise<string> {
    const response = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name, redirect_uris }),
    })
    return ((await response.json()) as { client_id: string }).client_id
  }

  /** What an app sends a person to. */
  const requestOf = (client_id: string, challenge: string, more: Record<string, string> = {}) =>
    `${url}/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: REDIRECT,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${url}/mcp`,
      state: 'the state of the app',
      ...more,
    })}`

  /** A code that Ada gave to the app, and how to redeem it. */
  async function codeFor(client_id: string, more: Record<string, string> = {}, form: Record<string, string> = {}) {
    const { verifier, challenge } = proof()
    const back = await answer(requestOf(client_id, challenge, more), form)
    const code = back.searchParams.get('code')!
    const redeem = (changed: Record<string, string> = {}) =>
      send('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        client_id,
        redirect_uri: more.redirect_uri ?? REDIRECT,
        code_verifier: verifier,
        resource: `${url}/mcp`,
        ...changed,
      })
    return { back, code, redeem }
  }
  async function connect(client_id: string, more: Record<string, string> = {}, form: Record<string, string> = {}) {
    const { redeem } = await codeFor(client_id, more, form)
    return (await (await redeem()).json()) as Tokens
  }
  const refresh = (client_id: string, refresh_token: string) =>
    send('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token })

  /** A call of a tool as a client of 2025 makes it. */
  const call = (token: string | null, name = 'list_jobs', args: object = {}) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      keepalive: false,
    })

  return { ...one, url, cookie, browse, answer, send, register, requestOf, codeFor, connect, refresh, call }
}

/** PKCE, as an app makes it. */
export function proof() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** What the official client keeps of an app; `goTo` is its browser. */
export function keeping(goTo: (url: URL) => void, clientMetadataUrl?: string) {
  const kept: Record<string, unknown> = {}
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value
  }
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadataUrl,
    clientMetadata: {
      client_name: 'Desk',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'the state of the app',
    clientInformation: () => kept.client as never,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens as never,
    saveTokens: keep('tokens'),
    redirectToAuthorization: goTo,
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.verifier as string,
    saveDiscoveryState: keep('discovery'),
    discoveryState: () => kept.discovery as never,
  }
  return { provider, kept: kept as { tokens?: Tokens; client?: { client_id: string } } }
}

async function signIn(url: string): Promise<string> {
  const entered = await fetch(`${url}/app/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  })
  expect(entered.status).toBe(303)
  return entered.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Below those that the system hands out, so that nobody takes it in between. */
export function freePort(): number {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true)
      return port
    } catch {}
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
