import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Tokens } from '../../../src/domains/oauth/index.ts'
import { NASTY_BODIES, NASTY_TEXT, NASTY_VALUES } from '../../contract/nasty.ts'
import { codeFor, connected, REDIRECT, registered, VERIFIER } from '../../domains/oauth/app.ts'
import { type House, house } from '../house.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON of protocols whose shape is what is tested
type Json = any

const SITE = 'http://localhost:8080'
const RESOURCE = `${SITE}/mcp`
const FORM = 'application/x-www-form-urlencoded'
/** More parameters than a request may have. */
const MANY = Array.from({ length: 30 }, (_, i) => `&x${i}`).join('')

let h: House
beforeEach(() => {
  h = house()
})
afterEach(() => h.close())

const post = (path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  h.ask(null, path, {
    method: 'POST',
    headers: { 'content-type': FORM, ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
const told = async (response: Response): Promise<[number, string]> => {
  const { error } = (await response.json()) as { error: string }
  return [response.status, error]
}
const register = (metadata: unknown, headers: Record<string, string> = {}) =>
  h.ask(null, '/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  })

describe('what an app finds', () => {
  test('at the resource: whose tokens it takes, and the scope of the main job (RFC 9728)', async () => {
    for (const path of ['', '/mcp']) {
      const response = await h.ask(null, `/.well-known/oauth-protected-resource${path}`)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect((await response.json()) as Json).toMatchObject({
        resource: RESOURCE,
        authorization_servers: [SITE],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
      })
    }
  })

  test('at the server: endpoints, S256 alone, iss, documents of apps (RFC 8414, 9207)', async () => {
    const response = await h.ask(null, '/.well-known/oauth-authorization-server')
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect((await response.json()) as Json).toMatchObject({
      issuer: SITE,
      authorization_endpoint: `${SITE}/oauth/authorize`,
      token_endpoint: `${SITE}/oauth/token`,
      registration_endpoint: `${SITE}/oauth/register`,
      revocation_endpoint: `${SITE}/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
  })

  test('in a browser: the answers to its questions before it asks, and no cookie counts', async () => {
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) {
      const response = await h.ask(null, path, { method: 'OPTIONS', headers: { origin: 'https://desk.example' } })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      const wrong = await h.ask(null, path)
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
  })
})

describe('an app registers', () => {
  test('and is told what was kept: a public app, whatever it wanted to be', async () => {
    const wanted = {
      client_name: 'Desk',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'admin',
    }
    const response = await register(wanted)
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const made = (await response.json()) as Json
    expect(made).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: Date.parse(h.clock.now()) / 1000,
      client_name: 'Desk',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  test('and is refused in the signs that a description may have', async () => {
    const { error_description } = (await (
      await register({ redirect_uris: ['https://x.example/"\\ä’'] })
    ).json()) as Json
    expect(error_description).toMatch(/^'https:[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  })

  test.each([
    [{ redirect_uris: ['javascript:alert(1)'] }, 400, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://desk.example/'] }, 400, 'invalid_redirect_uri'],
    [{}, 400, 'invalid_redirect_uri'],
    [[], 400, 'invalid_client_metadata'],
    ['{', 400, 'invalid_client_metadata'],
    ['null', 400, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT], grant_types: ['password'] }, 400, 'invalid_client_metadata'],
    [`{"client_name":"${'x'.repeat(70_000)}"}`, 413, 'invalid_request'],
  ])('with %.60j: refused', async (metadata, status, error) => {
    expect(await told(await register(metadata))).toEqual([status, error])
  })

  test('only as JSON, and ten times a minute from one network', async () => {
    expect(await told(await register('a=b', { 'content-type': FORM }))).toEqual([415, 'invalid_request'])
    for (let i = 0; i < 9; i++) expect((await register({ redirect_uris: [REDIRECT] })).status).toBe(201)
    const refused = await register({ redirect_uris: [REDIRECT] })
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 6])
  })
})

describe('the token endpoint', () => {
  const redeem = (code: string, client_id: string, more: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      resource: RESOURCE,
      ...more,
    })

  test('gives tokens that nobody stores on the way', async () => {
    const app = registered(h)
    const response = await redeem(codeFor(h, app), app.id)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await response.json()) as Json).toEqual({
      access_token: expect.stringMatching(/^spo_\w{38}$/),
      refresh_token: expect.stringMatching(/^spf_\w{38}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read write',
    })
  })

  test('gives one of eight that redeem a code at once its tokens, and ends them then: a code used twice was stolen', async () => {
    const app = registered(h)
    const code = codeFor(h, app)
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(code, app.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
    const tokens = (await answers.find(({ status }) => status === 200)!.json()) as Tokens
    expect((await mcp(tokens.access_token)).status).toBe(401)
  })

  test.each([
    [{}, 'invalid_request'],
    [{ grant_type: 'password', client_id: 'x' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code', client_id: 'x', code: 'y' }, 'invalid_request'],
    [{ grant_type: 'authorization_code', client_id: 'x', code: 'y', code_verifier: 'z' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y' }, 'invalid_grant'],
    [
      { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y', resource: 'https://x.example/' },
      'invalid_target',
    ],
    ['grant_type=refresh_token&client_id=x&client_id=y&refresh_token=z', 'invalid_request'],
    [`grant_type=refresh_token&client_id=x&refresh_token=y${MANY}`, 'invalid_request'],
  ])('refuses %j', async (fields, error) => {
    expect(await told(await post('/oauth/token', fields))).toEqual([400, error])
  })

  test('reads forms alone', async () => {
    const json = await post('/oauth/token', '{}', { 'content-type': 'application/json' })
    expect(await told(json)).toEqual([400, 'invalid_request'])
    expect(await told(await post('/oauth/token', 'x'.repeat(70_000)))).toEqual([413, 'invalid_request'])
  })

  test('takes tokens back, and says 200 to those it does not know (RFC 7009)', async () => {
    const { access_token } = connected(h, registered(h))
    expect((await mcp(access_token)).status).toBe(200)
    for (const token of [access_token, 'spo_nothing']) expect((await post('/oauth/revoke', { token })).status).toBe(200)
    expect((await mcp(access_token)).status).toBe(401)
    expect(await told(await post('/oauth/revoke', {}))).toEqual([400, 'invalid_request'])
    expect(await told(await post('/oauth/revoke', `token=x${MANY}`))).toEqual([400, 'invalid_request'])
  })
})

const call = (name: string, args: object = {}) => ({ method: 'tools/call', params: { name, arguments: args } })

const mcp = (token: string | null, message: object = { method: 'tools/list' }, headers: Record<string, string> = {}) =>
  h.ask(null, '/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })

const METADATA = 'resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp"'

describe('the MCP endpoint', () => {
  test('lets an app in, which acts as its person where they chose', async () => {
    const { access_token } = connected(h, registered(h), { tenant_id: 'ten_bakery' })
    const response = await mcp(access_token, call('list_tenants'))
    expect(Number(response.headers.get('ratelimit-remaining'))).toBe(59)
    const text = await response.text()
    expect(text).toContain('Bakery')
    expect(text).not.toContain('Northwind')
  })

  test('tells an app without a good token where to get one, and what was wrong with the one it has', async () => {
    const nothing = (await mcp(null)).headers.get('www-authenticate')
    expect(nothing).toBe(`Bearer realm="signalpost", ${METADATA}, scope="read write"`)
    const { access_token } = connected(h, registered(h))
    h.clock.turn(3_600_000)
    const wrong = ['ipk_wrong', 'spo_wrong', 'eyJhbGciOiJub25lIn0.e30.', access_token]
    for (const one of wrong) {
      const response = await mcp(one)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toStartWith(
        'Bearer realm="signalpost", error="invalid_token", error_description="',
      )
      expect(response.headers.get('www-authenticate')).toEndWith(`", ${METADATA}, scope="read write"`)
    }
  })

  test('takes no token out of the address', async () => {
    const { access_token } = connected(h, registered(h))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await h.ask(null, `/mcp?access_token=${access_token}`, init)).status).toBe(401)
  })

  test('asks for more scope where a scope is missing, names all of it, and leaves the call undone', async () => {
    const { access_token } = connected(h, registered(h), { scope: 'read' })
    for (const [name, scope, title] of [
      ['submit_index_job', 'read write', 'Read and push'],
      ['create_sub_tenant', 'read write admin', 'Read, push and manage'],
    ]) {
      const response = await mcp(access_token, call(name!, { name: 'New', urls: [] }))
      expect(response.status).toBe(403)
      expect(await response.text()).toContain(`connect it again and to choose “${title}”`)
      expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
      expect(response.headers.get('www-authenticate')).toEndWith(`${METADATA}, scope="${scope}"`)
    }
    expect((await mcp(access_token, call('list_jobs'))).status).toBe(200)
  })

  test('answers in the result where it is the person who may not: asking them again would not help', async () => {
    for (const [who, scope] of [
      ['vera', 'read'],
      ['vera', 'admin'],
      ['ben', 'write'],
    ] as const) {
      const { access_token } = connected(h, registered(h), { who, scope })
      const response = await mcp(access_token, call('create_sub_tenant', { name: 'New' }))
      expect(response.status).toBe(200)
      expect(await response.text()).toMatch(/\\"code\\":\\"(forbidden|read_only_key)\\"/)
    }
  })

  test('is the only door that takes tokens of apps', async () => {
    const { access_token } = connected(h, registered(h))
    const response = await h.ask(null, '/api/v1/me', { headers: { authorization: `Bearer ${access_token}` } })
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('/mcp')
  })

  test('limits an app as it limits a key, in calls and in credits', async () => {
    const { access_token } = connected(h, registered(h), { cap: 1 })
    await h.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
    h.db.write((tx) => tx.run("update purses set available = 10 where tenant_id = 'ten_northwind'"))
    const push = () => mcp(access_token, call('submit_index_job', { urls: ['https://bakery.example/a'] }))
    expect(await (await push()).text()).not.toContain('daily_cap')
    expect(await (await push()).text()).toContain('daily_cap')
    for (let i = 0; i < 58; i++) await mcp(access_token)
    const refused = await mcp(access_token)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('gives other sites, protocol versions and sessions the status that the specification names', async () => {
    const { access_token } = connected(h, registered(h))
    const status = async (headers: Record<string, string>, message?: object) =>
      (await mcp(access_token, message, headers)).status
    expect(await status({ origin: 'https://evil.example' })).toBe(403)
    expect(await status({ 'mcp-protocol-version': '1999-01-01' })).toBe(400)
    expect(await status({ 'mcp-protocol-version': 'nonsense' })).toBe(400)
    // There are no sessions: whose id a client brings is of no interest.
    expect(await status({ 'mcp-session-id': 'gone', 'mcp-protocol-version': '2025-11-25' })).toBe(200)
    for (const method of ['GET', 'DELETE']) {
      const headers = { authorization: `Bearer ${access_token}`, 'mcp-session-id': 'gone' }
      expect((await h.ask(null, '/mcp', { method, headers })).status).toBe(405)
    }
    expect(await status({ authorization: 'Basic YTpi' })).toBe(401)
    expect(await status({ authorization: 'Bearer' })).toBe(401)
    expect(await status({ authorization: 'Bearer \u00ff' })).toBe(401)
  })
})

describe('nothing that breaks programs', () => {
  const FIELDS = [
    'grant_type',
    'code',
    'client_id',
    'redirect_uri',
    'code_verifier',
    'refresh_token',
    'scope',
    'resource',
  ]

  // Limits have tests of their own.
  beforeEach(async () => {
    await h.close()
    h = house({ limits: { take: () => 60, save() {} } })
  })

  test('sent as a registration breaks this one, and what is kept of it is one line', async () => {
    const wrong: unknown[] = []
    const bodies = NASTY_VALUES.flatMap((value) => [
      { redirect_uris: value },
      { redirect_uris: [value] },
      { redirect_uris: [REDIRECT], client_name: value },
      { redirect_uris: [REDIRECT], grant_types: value, response_types: [value] },
    ])
    const addresses = NASTY_TEXT.map((text) => ({ redirect_uris: [`https://desk.example/${text}`] }))
    for (const body of [...bodies, ...addresses, ...NASTY_BODIES]) {
      const response = await register(body)
      const { client_name = 'none' } = (await response.json()) as { client_name?: string }
      if (response.status >= 500 || /[\p{Cc}\p{Cf}]/u.test(client_name)) wrong.push([response.status, body])
    }
    expect(wrong).toEqual([])
  })

  test('sent for tokens breaks this one', async () => {
    const wrong: unknown[] = []
    for (const text of NASTY_TEXT)
      for (const field of FIELDS)
        for (const grant_type of ['authorization_code', 'refresh_token']) {
          const fine = { grant_type, client_id: 'x', code: 'x', code_verifier: 'x', refresh_token: 'x', token: text }
          for (const path of ['/oauth/token', '/oauth/revoke']) {
            const { status } = await post(path, { ...fine, [field]: text })
            if (status >= 500) wrong.push([path, field, text, status])
          }
        }
    expect(wrong).toEqual([])
  })
})

describe('on plain http beyond this machine', () => {
  let open: House
  beforeAll(() => {
    open = house({ env: { SIGNALPOST_SITE_URL: 'http://push.northwind.example' } })
  })
  afterAll(() => open.close())

  test.each([
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/oauth/token',
    '/oauth/register',
  ])('%s is off, and says why', async (path) => {
    const response = await open.ask(null, path)
    expect(response.status).toBe(404)
    expect(((await response.json()) as Json).error_description).toContain('SIGNALPOST_SITE_URL')
  })

  test('a 401 promises nothing, and keys work all the same', async () => {
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        host: 'push.northwind.example',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    }
    expect((await open.ask(null, '/mcp', init)).headers.get('www-authenticate')).toBe('Bearer realm="signalpost"')
    expect((await open.ask('ada', '/mcp', init)).status).toBe(200)
  })
})
