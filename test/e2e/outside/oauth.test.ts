/** Apps connect to the compiled binary: by the official client and conformance suite, and by the tricks of thieves. */

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { LOOPBACK_CERTIFICATE } from '../../kernel/web-fetch/certificate.ts'
import { PASSWORD } from '../appliance.ts'
import { freePort, keeping, type OauthInstall, oauthInstall, proof, REDIRECT, type Tokens } from '../oauth-install.ts'

setDefaultTimeout(600_000)

const certificates = mkdtempSync(join(tmpdir(), 'signalpost-certificates-'))
let one: OauthInstall
beforeAll(async () => {
  const file = join(certificates, 'loopback.pem')
  writeFileSync(file, LOOPBACK_CERTIFICATE.cert)
  // Only the documents of apps are on loopback here.
  one = await oauthInstall({ SIGNALPOST_ALLOW_NETWORKS: '127.0.0.1', NODE_EXTRA_CA_CERTS: file })
  await one.put('/settings/crawl', { routes: { primary: { adapter: 'simulated' } } })
})
afterAll(async () => {
  await one.close()
  rmSync(certificates, { recursive: true, force: true })
})

const refusal = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { error: string }).error,
]
const works = async (token: string): Promise<boolean> => (await one.call(token)).status === 200

describe('the official client', () => {
  /** Connects as the client of an app does that knows nothing but the address; Ada says yes each time she is asked. */
  async function login(form: Record<string, string> = {}, clientMetadataUrl?: string) {
    const asked: URL[] = []
    const { provider, kept } = keeping((url) => asked.push(url), clientMetadataUrl)
    const transport = () => new StreamableHTTPClientTransport(new URL(`${one.url}/mcp`), { authProvider: provider })
    const allow = async (through: StreamableHTTPClientTransport) => {
      const back = await one.answer(asked.at(-1)!, form)
      expect(back.origin + back.pathname).toBe(REDIRECT)
      expect(back.searchParams.get('state')).toBe('the state of the app')
      await through.finishAuth(back.searchParams)
    }
    const client = new Client({ name: 'desk', version: '1' })
    const first = transport()
    expect(await client.connect(first).catch((error: unknown) => error)).toBeInstanceOf(UnauthorizedError)
    await allow(first)
    const second = transport()
    await client.connect(second)
    return { client, asked, kept, allow: () => allow(second), close: () => client.close() }
  }

  test('finds the server, registers, asks Ada, and calls tools with what she allowed', async () => {
    const { client, asked, kept, close } = await login()
    expect(asked[0]!.searchParams.get('scope')).toBe('read write offline_access')
    expect(asked[0]!.searchParams.get('resource')).toBe(`${one.url}/mcp`)
    expect(kept.tokens).toMatchObject({ scope: 'read write', token_type: 'Bearer' })
    expect((await client.listTools()).tools.length).toBeGreaterThan(30)
    const { structuredContent } = await client.callTool({ name: 'list_tenants', arguments: {} })
    expect(structuredContent).toMatchObject({ items: [{ name: 'Northwind' }] })
    await close()
  })

  test('asks Ada again when a call needs more, and makes it then', async () => {
    const { client, asked, kept, allow, close } = await login()
    const create = () => client.callTool({ name: 'create_sub_tenant', arguments: { name: 'Bakery' } })
    expect(await create().catch((error: unknown) => error)).toBeInstanceOf(UnauthorizedError)
    expect(asked.at(-1)!.searchParams.get('scope')!.split(' ')).toEqual(
      expect.arrayContaining(['read', 'write', 'admin']),
    )
    await allow()
    expect(kept.tokens!.scope).toBe('read write admin')
    expect(await create()).toMatchObject({ structuredContent: { name: 'Bakery' } })
    await close()
  })

  test('goes on by its refresh token when its access token is refused', async () => {
    const { client, kept, close } = await login()
    const before = { ...kept.tokens! }
    await one.send('/oauth/revoke', { token: before.access_token })
    expect((await client.listTools()).tools.length).toBeGreaterThan(30)
    expect(kept.tokens!.refresh_token).not.toBe(before.refresh_token)
    await close()
  })

  test('is told who it is by a document at its own address, which is fetched once in the whole flow', async () => {
    const home = document()
    const { client, asked, close } = await login({}, home.id)
    expect(asked[0]!.searchParams.get('client_id')).toBe(home.id)
    expect((await client.listTools()).tools.length).toBeGreaterThan(30)
    expect(home.hits).toBe(1)
    const { items } = await one.get<{ items: { client_id: string }[] }>('/oauth/grants')
    expect(items[0]).toMatchObject({ client_id: home.id, client_name: 'Desk of the document', scope: 'read write' })
    await close()
    home.stop()
  })
})

/** An app's document on loopback, over TLS. */
function document(more: object = {}) {
  const { key, cert } = LOOPBACK_CERTIFICATE
  const self = { id: '', hits: 0, stop: () => void server.stop(true) }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { key, cert },
    fetch: () => {
      self.hits++
      return Response.json({
        client_id: self.id,
        client_name: 'Desk of the document',
        redirect_uris: [REDIRECT],
        ...more,
      })
    },
  })
  self.id = `https://127.0.0.1:${server.port}/client.json`
  return self
}

test('the conformance suite finds nothing wrong with the authorization server', async () => {
  const port = freePort()
  const client_id = await one.register([`http://127.0.0.1:${port}/callback`])
  const suite = resolve(import.meta.dir, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const words = ['--url', one.url, '--client-id', client_id, '--port', `${port}`, '--resource', `${one.url}/mcp`]
  const run = Bun.spawn([process.execPath, suite, 'authorization', ...words], { stdout: 'pipe', stderr: 'pipe' })
  let said = ''
  let asked: string | undefined
  for await (const text of run.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    said += text
    const [url] = /http:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(said) ?? []
    if (!url || asked) continue
    asked = url
    await fetch(await one.answer(url))
  }
  expect([await run.exited, said]).toEqual([0, expect.stringMatching(/[1-9]\d* passed, 0 failed/)])
  expect(said).not.toMatch(/SKIPPED|WARNING|✗/)
})

test('the own domain of a client is no authorization server, nor a page that asks', async () => {
  const database = new Database(join(one.folder, 'data/signalpost.db'))
  seedOwnDomain(database, one.tenant_id, 'seo.northwind.example')
  database.close()
  const paths = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource', '/oauth/authorize']
  for (const path of paths) {
    const at = async (headers: Record<string, string>) =>
      (await fetch(one.url + path, { headers, redirect: 'manual' })).status
    expect([path, await at({ host: 'seo.northwind.example' })]).toEqual([path, 404])
    expect([path, await at({})]).toEqual([path, path === '/oauth/authorize' ? 303 : 200])
  }
})

describe('a thief', () => {
  let app: string
  beforeAll(async () => {
    app = await one.register()
  })

  test('of a code is one of eight at once, of whom one gets tokens; and they are ended, since a code was used twice', async () => {
    const { redeem } = await one.codeFor(app)
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem()))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    for (const refused of answers.filter((one) => one !== given[0]))
      expect(await refusal(refused)).toEqual([400, 'invalid_grant'])
    expect(await works(((await given[0]!.json()) as Tokens).access_token)).toBe(false)
  })

  test('of a code alone gets nothing by it: neither with another verifier, nor as another app, nor for another address', async () => {
    const { redeem } = await one.codeFor(app)
    for (const more of [
      { code_verifier: proof().verifier },
      { client_id: await one.register() },
      { redirect_uri: REDIRECT.replace('33418', '33419') },
    ] as Record<string, string>[])
      expect(await refusal(await redeem(more))).toEqual([400, 'invalid_grant'])
    expect((await redeem()).status).toBe(200)
  })

  test('of a refresh token ends the family, whichever of the two comes second', async () => {
    const first = await one.connect(app)
    const second = (await (await one.refresh(app, first.refresh_token)).json()) as Tokens
    expect(await works(second.access_token)).toBe(true)
    expect(await refusal(await one.refresh(app, first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, false])
    expect(await refusal(await one.refresh(app, second.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('of a database finds hashes', async () => {
    const { access_token, refresh_token } = await one.connect(app)
    const { code } = await one.codeFor(app)
    const files = ['signalpost.db', 'signalpost.db-wal'].map((name) => Bun.file(join(one.data_dir, name)))
    const bytes = Buffer.concat(await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer()))))
    for (const secret of [access_token, refresh_token, code]) expect(bytes.includes(secret)).toBe(false)
    expect(one.log()).not.toContain(code)
  })
})

describe('Ada', () => {
  let app: string
  beforeAll(async () => {
    app = await one.register([REDIRECT, 'https://desk.example/back'], '"><script>alert(1)</script> Desk')
  })
  const asked = (more: Record<string, string> = {}) => one.requestOf(app, proof().challenge, more)

  test('is asked in plain words, on a page that nobody can frame and that leads to the app alone', async () => {
    const page = await one.browse(asked({ scope: 'read write', redirect_uri: 'https://desk.example/back' }))
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("form-action 'self' https://desk.example;")
    expect(policy).toContain("frame-ancestors 'none'")
    const html = await page.text()
    expect(html).not.toContain('<script>alert')
    for (const part of ['This name is not verified', 'desk.example', 'Northwind', 'Read and push', 'Credits a day'])
      expect(html).toContain(part)
    expect(html).toMatch(/value="write" checked/)
    expect(await (await one.browse(asked())).text()).toContain('a program on this computer')
  })

  test('is asked to sign in first, and then asked', async () => {
    const url = asked()
    const away = await one.browse(url, undefined, '')
    expect(away.status).toBe(303)
    const to = new URL(away.headers.get('location')!, one.url)
    expect([to.pathname, to.searchParams.get('next')]).toEqual(['/app/sign-in', url.slice(one.url.length)])
    const form = { email: 'ada@northwind.example', password: PASSWORD, next: to.searchParams.get('next')! }
    const entered = await one.browse(`${one.url}/app/sign-in`, form, '')
    expect(new URL(entered.headers.get('location')!, one.url).href).toBe(url)
  })

  test('says no, and the app is told so', async () => {
    const back = await one.answer(asked(), { answer: 'no' })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state of the app',
      iss: one.url,
    })
  })

  test('says how far it goes: workspace, scope, credits a day, and from which number on she is asked', async () => {
    const { id: tenant_id } = await one.post<{ id: string }>('/tenants', { name: 'Corner Café', kind: 'client' })
    await one.post('/credits/allocate', { tenant_id, amount: 5 })
    const asks = { scope: 'read write admin' }
    const looking = await one.connect(app, asks, { tenant_id, scope: 'read' })
    expect(looking.scope).toBe('read')
    expect((await one.call(looking.access_token, 'submit_index_job', { urls: [] })).status).toBe(403)
    const seen = await (await one.call(looking.access_token, 'list_tenants')).text()
    expect(seen).toContain('Corner Café')
    expect(seen).not.toContain('Northwind')

    const { access_token } = await one.connect(app, asks, { tenant_id, scope: 'write', daily_credit_cap: '1' })
    const push = async (path: string) =>
      (await one.call(access_token, 'submit_index_job', { urls: [`https://cafe.example/${path}`] })).text()
    expect(await push('a')).not.toContain('daily_cap')
    expect(await push('b')).toContain('daily_cap')
    const { items } = await one.get<{ items: object[] }>('/oauth/grants')
    expect(items[0]).toMatchObject({ tenant_id, scope: 'read write', daily_credit_cap: 1, approval_above: null })

    const asking = await one.connect(app, asks, { tenant_id, scope: 'write', approval_above: '0' })
    const urls = ['https://cafe.example/c']
    const held = await (await one.call(asking.access_token, 'submit_index_job', { urls })).text()
    expect(held).toContain('approval_required')
    const [, draft] = /drafts\/([\w-]+)/.exec(held)!
    const approved = await one.browse(`${one.url}/app/w/${tenant_id}/drafts/${draft}/approve`, {})
    expect([approved.status, approved.headers.get('location')]).toEqual([303, expect.stringMatching(/\/jobs\//)])
    expect(await (await one.call(asking.access_token, 'submit_index_job', { urls })).text()).toContain('cafe.example')
  })

  test.each([
    ['a workspace of somebody else', { tenant_id: 'ten_rival' }, 'tenant_id'],
    ['no credits', { daily_credit_cap: '0' }, 'daily_credit_cap'],
    ['half a credit', { daily_credit_cap: '1.5' }, 'daily_credit_cap'],
    ['words', { daily_credit_cap: 'many' }, 'daily_credit_cap'],
    ['less than nothing', { approval_above: '-1' }, 'approval_above'],
  ])('is asked again when her answer is %s', async (_, form, field) => {
    const request = new URL(asked({ scope: 'write' })).search.slice(1)
    const said = { request, tenant_id: one.tenant_id, scope: 'write', answer: 'yes', ...form }
    const page = await one.browse(`${one.url}/oauth/authorize`, said as Record<string, string>)
    expect(page.status).toBe(422)
    expect(await page.text()).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`))
  })

  test('is never sent to an address that is not the app’s own', async () => {
    for (const redirect_uri of [
      'https://evil.example/',
      'http://localhost:33418/callback',
      'http://127.0.0.1:33418/other',
      'https://desk.example/back?more',
      'javascript:alert(1)',
    ]) {
      const page = await one.browse(asked({ redirect_uri }))
      expect([page.status, page.headers.get('location')]).toEqual([400, null])
      expect(await page.text()).toContain('not the app’s own')
    }
    const back = await one.answer(asked({ redirect_uri: 'http://127.0.0.1:50001/callback' }))
    expect(back.port).toBe('50001')
  })

  test.each([
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('is not asked when an app asks wrongly, and goes to no strange site for it: %j', async (more, error) => {
    const { status, headers } = await one.browse(asked(more as Record<string, string>))
    const back = new URL(headers.get('location')!)
    expect([status, back.origin + back.pathname, back.searchParams.get('error'), back.searchParams.get('iss')]).toEqual(
      [303, REDIRECT, error, one.url],
    )
  })

  test('cannot be made to say yes by another site', async () => {
    const response = await fetch(`${one.url}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ request: new URL(asked()).search.slice(1), answer: 'yes' }),
      headers: { cookie: one.cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      redirect: 'manual',
    })
    expect(response.status).toBe(403)
  })
})
