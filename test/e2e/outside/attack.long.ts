/** What attackers did to the executable, done again: each test says what they find shut now. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/kernel/time/clock.ts'
import { send } from '../../contract/request.ts'
import type { Credential } from '../../contract/seed-cast.ts'
import { ADAS_PASSWORD } from '../../domains/accounts/seed.ts'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { installBefore } from '../../features/sso/before-0076.ts'
import { CLIENT, identityProvider } from '../../upstreams/identity-provider.ts'
import { smtpServer } from '../../upstreams/smtp.ts'
import { until } from '../appliance.ts'
import { type Install, runOn, type Seeded, seededFolder } from '../seeded.ts'

setDefaultTimeout(600_000)

const INSTALL = 'push.platform.example'
const OWN = 'seo.bakery.example'
const ENV = { SIGNALPOST_SITE_URL: `http://${INSTALL}`, SIGNALPOST_ALLOW_NETWORKS: '127.0.0.1/32' }
/** Vera owns the Bakery and belongs nowhere else; Pat has a second factor. */
const PEOPLE = `update members set role = 'owner' where user_id = 'usr_vera';
  update users set password_hash = (select password_hash from users where id = 'usr_ada') where id = 'usr_vera';
  insert into factors (id, user_id, kind, name, secret_sealed, confirmed_at, created_at)
    select 'fac_pat', id, 'totp', 'App', '', created_at, created_at from users where id = 'usr_pat'`

let seeded: Seeded
let one: Install
let op: ReturnType<typeof identityProvider>
beforeAll(async () => {
  op = identityProvider(systemClock.now)
  seeded = await seededFolder()
  const folder = seeded.copy((database) => {
    seedOwnDomain(database, 'ten_bakery', OWN)
    database.exec(PEOPLE)
  })
  one = await runOn(folder, ENV)
})
afterEach(async () => {
  op.lie()
  await one.renew()
})
afterAll(async () => {
  await one.close()
  seeded.forget()
  op.stop()
})

type Form = Record<string, string>
const visit = (
  path: string,
  { host = INSTALL, cookie = '', form }: { host?: string; cookie?: string; form?: Form } = {},
) =>
  fetch(one.url + path, {
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    headers: { host, cookie, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  })
const api = (who: Credential, method: string, path: string, body?: object, host = INSTALL) =>
  send(`${one.url}/api/v1${path}`, {
    method,
    headers: { host, ...who, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
const status = async (...asked: Parameters<typeof api>): Promise<number> => (await api(...asked)).status
async function made<T = { id: string }>(...asked: Parameters<typeof api>): Promise<T> {
  const { status, json, text } = await api(...asked)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return json!.data as T
}
const pair = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .find((one) => one.startsWith(`${name}=`) && !one.startsWith(`${name}=;`))
    ?.split(';')[0] ?? ''
const signedIn = (cookie: string): Credential => ({ cookie, 'sec-fetch-site': 'same-origin' })

/** Signs somebody in by their password, at a host. */
async function enter(email: string, host = INSTALL): Promise<Credential> {
  const answer = await visit('/app/sign-in', { host, form: { email, password: ADAS_PASSWORD } })
  expect([email, answer.status]).toEqual([email, 303])
  return signedIn(pair(answer, 'sid'))
}

const addProvider = (options: object = {}) =>
  made(seeded.sessions.pat, 'POST', '/identity-providers', {
    ...{ ...CLIENT, name: 'Login', kind: 'generic', issuer: op.url, creates: true, domains: ['victor.example'] },
    ...options,
  }).then(({ id }) => id)
const VICTOR = { sub: 'victor', email: 'victor@victor.example', email_verified: true, name: 'Victor' }

/** There and back as a browser goes; the page that it ends at. */
async function byProvider(id: string, claims: object = VICTOR): Promise<Response> {
  const start = await visit(`/app/sso/${id}/start`)
  const query = op.answer(start.headers.get('location')!, { ...claims })
  return visit(`/app/sso/${id}/callback?${new URLSearchParams(query)}`, { cookie: pair(start, 'sso') })
}
const find = (sql: string): string => String(Object.values(one.query(sql)[0] ?? { none: '' })[0])
const victorsId = () => find("select id from users where email = 'victor@victor.example'")
const joins = (tenant_id: string, user_id: string, role: string) =>
  one.query(`insert into members values ('${tenant_id}', '${user_id}', '${role}', '${systemClock.now()}')`)

describe('finding 1: a link sets no password in an account that was entered', () => {
  const WHO: [string, (id: string) => unknown][] = [
    [
      'a platform admin',
      async (id) =>
        expect(await status(seeded.sessions.pat, 'PATCH', `/users/${id}`, { platform_admin: true })).toBe(200),
    ],
    [
      'a person with a factor',
      (id) =>
        one.query(`insert into factors (id, user_id, kind, name, secret_sealed, confirmed_at, created_at)
          values ('fac_v', '${id}', 'totp', 'App', '', '${systemClock.now()}', '${systemClock.now()}')`),
    ],
    ['a person without a workspace', (id) => one.query(`delete from members where user_id = '${id}'`)],
  ]

  test.each(WHO)('%s who signs in by a provider: the invitation has no link', async (_, becomes) => {
    expect((await byProvider(await addProvider())).status).toBe(303)
    joins('ten_team', victorsId(), 'client_viewer')
    await becomes(victorsId())
    const mallory = seeded.team.admin.session
    const sub = await made(mallory, 'POST', '/tenants', { name: 'Sub', parent_id: 'ten_team' })
    const { json } = await api(mallory, 'POST', `/tenants/${sub.id}/members`, {
      email: VICTOR.email,
      role: 'client_viewer',
    })
    const { invitation_url } = json!.data as { invitation_url: string | null }
    expect(invitation_url).toBeNull()
    expect(find(`select password_hash is null from users where id = '${victorsId()}'`)).toBe('1')
  })

  test('a link of before opens nothing once its person came in another way', async () => {
    const asked = { email: VICTOR.email, role: 'client_viewer' }
    const { invitation_url } = await made<{ invitation_url: string }>(
      ...([seeded.team.admin.session, 'POST', '/tenants/ten_team/members', asked] as const),
    )
    one.query(`update users set last_seen_at = created_at, platform_admin = 1 where id = '${victorsId()}'`)
    const { pathname, search } = new URL(invitation_url)
    const opened = await visit(pathname + search, { form: { password: 'eleven herons by the weir' } })
    expect([opened.status, pair(opened, 'sid')]).toEqual([409, ''])
    expect(find(`select password_hash is null from users where id = '${victorsId()}'`)).toBe('1')
  })
})

test('findings 2, 3, 7, 11, 12: nobody below the install has a provider, to say anything through', async () => {
  const asked = { ...CLIENT, name: 'Own', kind: 'generic', issuer: op.url, trust_mfa: true }
  const id = await addProvider()
  const before = op.received.length
  for (const who of [seeded.sessions.ada, seeded.team.owner.session, seeded.northwind.owner, seeded.agency.owner.key]) {
    for (const more of [{}, { level: 'workspace' }, { level: 'workspace', tenant_id: 'ten_team' }])
      expect(await status(who, 'POST', '/identity-providers', { ...asked, ...more })).toBe(403)
    for (const [method, path] of [
      ['GET', '/identity-providers'],
      ['GET', `/identity-providers/${id}`],
      ['PATCH', `/identity-providers/${id}`],
      ['DELETE', `/identity-providers/${id}`],
      ['POST', `/identity-providers/${id}/test`],
      ['GET', `/identity-providers/${id}/identities`],
    ] as const)
      expect([
        method,
        path,
        await status(who, method, path, method === 'PATCH' ? { trust_mfa: true } : undefined),
      ]).toEqual([...[method, path, 403]])
  }
  expect(op.received.length).toBe(before)
  const { cookie } = seeded.sessions.ada
  expect((await visit('/app/w/ten_northwind/settings/sso', { cookie })).status).toBe(404)
})

test('finding 2: a session limited to a workspace ends with it, and reaches nothing anywhere', async () => {
  const { id } = await made(seeded.sessions.ada, 'POST', '/tenants', { name: 'Cafe', parent_id: 'ten_northwind' })
  for (const sql of [
    `insert into own_domains (tenant_id, host, token, proved_at, created_at) select '${id}', 'seo.cafe.example', 't', created_at, created_at from tenants where id = '${id}'`,
    `update tenants set domain = 'seo.cafe.example' where id = '${id}'`,
  ])
    one.query(sql)
  joins(id, 'usr_vera', 'owner')
  joins('ten_rival', 'usr_vera', 'owner')
  const ghost = await enter('vera@bakery.example', 'seo.cafe.example')
  const reach = (host: string) =>
    Promise.all([id, 'ten_rival', 'ten_bakery'].map((at) => status(ghost, 'GET', `/tenants/${at}`, undefined, host)))
  expect(await reach('seo.cafe.example')).toEqual([200, 404, 404])
  const remove = () => status(seeded.sessions.ada, 'DELETE', `/tenants/${id}?mode=delete&confirm=Cafe`)
  expect(await remove()).toBe(409)
  await made(seeded.sessions.ada, 'PUT', `/tenants/${id}/branding`, { domain: null })
  expect(await remove()).toBe(200)
  expect(await reach('seo.cafe.example')).toEqual([421, 421, 421])
  for (const host of [INSTALL, '127.0.0.1', OWN]) expect(await reach(host)).toEqual([401, 401, 401])
  expect(one.query(`select 1 from sessions where domain_of = '${id}'`)).toEqual([])
})

test('finding 3: a session of an own domain makes nothing that outlives its limit', async () => {
  const ghost = await enter('vera@bakery.example', OWN)
  const there = (method: string, path: string, body?: object) => api(ghost, method, path, body, OWN)
  expect((await there('GET', '/tenants/ten_bakery')).status).toBe(200)
  const before = one.rows()
  for (const [method, path, body] of [
    ['POST', '/profile/factors/totp', {}],
    ['POST', '/profile/factors/passkeys/options', {}],
    ['POST', '/profile/recovery-codes', {}],
    ['POST', '/profile/password', { current_password: ADAS_PASSWORD, new_password: 'eleven herons by the weir' }],
    ['PATCH', '/profile', { email: 'mallory@evil.example', current_password: ADAS_PASSWORD }],
    ['POST', '/api-keys', { name: 'Key', role: 'member' }],
    ['POST', '/webhooks', { url: 'https://evil.example/in', types: ['push.*'] }],
    ['POST', '/deploy-hooks', { name: 'Deploys', mode: 'address', hosts: ['bakery.example'] }],
    ['POST', '/audit/sinks', { url: 'https://evil.example/in' }],
    ['POST', '/members', { email: 'mallory@evil.example', role: 'admin' }],
  ] as const)
    expect([path, (await there(method, path, body)).status]).toEqual([path, 403])
  expect(one.rows()).toBe(before)
})

test('finding 7: "mfa" of a provider passes the rule of the install only while a platform admin trusts it', async () => {
  const id = await addProvider({ home: 'ten_team', default_role: 'member' })
  await made(seeded.sessions.pat, 'PUT', '/settings/security', { second_factor: 'everyone', grace_days: 0 })
  const victor = async () => signedIn(pair(await byProvider(id, { ...VICTOR, amr: ['mfa'] }), 'sid'))
  const trust = (trust_mfa: boolean) => made(seeded.sessions.pat, 'PATCH', `/identity-providers/${id}`, { trust_mfa })
  const { json } = await api(await victor(), 'GET', '/tenants/ten_team')
  expect(json!.error!.code).toBe('second_factor_required')
  await trust(true)
  const entered = await victor()
  expect(await status(entered, 'GET', '/tenants/ten_team')).toBe(200)
  await trust(false)
  expect(await status(entered, 'GET', '/tenants/ten_team')).toBe(401)
})

test('finding 10: an endpoint of the install is there for platform admins alone, and headers stay at their host', async () => {
  const { pat, ada } = seeded.sessions
  const install = { url: 'https://events.platform.example/in', types: ['backup.*'], scope: 'platform' }
  const { id } = await made(pat, 'POST', '/webhooks', { ...install, headers: ['authorization: Bearer of-a-colleague'] })
  const { secret } = await made<{ secret: string }>(pat, 'POST', '/api-keys', { name: 'Key', role: 'admin' })
  const key = { authorization: `Bearer ${secret}` }
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/deliveries', undefined],
    ['POST', '/rotate-secret', {}],
    ['POST', '/test', {}],
    ['PATCH', '', { scope: 'own', types: ['push.finished'], url: 'https://evil.example/in' }],
    ['DELETE', '', undefined],
  ] as const)
    expect([method, path, await status(key, method, `/webhooks/${id}${path}`, body)]).toEqual([method, path, 404])
  const headers = ['authorization: Bearer the-secret-of-a-colleague']
  const own = await made(ada, 'POST', '/webhooks', {
    url: 'https://shop.bakery.example/in',
    types: ['push.*'],
    headers,
  })
  const moved = await api(seeded.northwind.admin, 'PATCH', `/webhooks/${own.id}`, { url: 'https://evil.example/in' })
  expect([moved.status, moved.json!.error!.details!.issues![0]!.path]).toEqual([422, 'headers'])
})

test('finding 11: a stranger at a provider sends one letter a day to an account, without links of their own', async () => {
  const id = await addProvider({ name: 'unlock at https://evil.example/0', creates: false, domains: [] })
  for (const sub of ['a', 'b', 'c']) await byProvider(id, { sub, email: 'ada@northwind.example', email_verified: true })
  await byProvider(id, { sub: 'd', email: 'sam@quay.example', email_verified: true })
  const letters = one.query("select to_address, facts from mails where template = 'connect_provider'")
  expect(letters.map(({ to_address }) => to_address)).toEqual(['ada@northwind.example'])
  expect(String(letters[0]!.facts)).not.toMatch(/:\/\/|evil\.example/)
})

test('finding 13: no secret address shows anything below an archived workspace', async () => {
  const { ada } = seeded.sessions
  const job = find("select id from jobs where tenant_id = 'ten_bakery' limit 1")
  const urls = [
    await made<{ url: string }>(ada, 'PUT', '/tenants/ten_bakery/portal', { enabled: true, origins: [] }),
    await made<{ url: string }>(ada, 'POST', `/jobs/${job}/share`, {}),
    await made<{ url: string }>(ada, 'POST', '/tenants/ten_bakery/reports/2026-10/share', {}),
  ]
  const seen = () => Promise.all(urls.map(async ({ url }) => (await visit(new URL(url).pathname)).status))
  expect(await seen()).toEqual([200, 200, 200])
  for (const at of ['ten_bakery', 'ten_northwind']) {
    await made(seeded.sessions.pat, 'DELETE', `/tenants/${at}?mode=archive`)
    expect([at, await seen()]).toEqual([at, [404, 410, 410]])
    await made(seeded.sessions.pat, 'PATCH', `/tenants/${at}`, { archived: false })
  }
  expect(await seen()).toEqual([200, 200, 200])
})

describe('what a key with a limit makes is as narrow', () => {
  const limited = async (more: object) => {
    const { id, secret } = await made<{ id: string; secret: string }>(seeded.sessions.ada, 'POST', '/api-keys', {
      ...{ name: 'Limited', role: 'admin', ...more },
    })
    return { id, key: { authorization: `Bearer ${secret}` } }
  }

  test('finding 14: it pauses a deploy hook, and changes nothing by the same call', async () => {
    const { key } = await limited({ daily_credit_cap: 5 })
    const change = (body: object) => status(key, 'PATCH', '/deploy-hooks/dph_bakery', body)
    const kept = one.query("select * from deploy_hooks where id = 'dph_bakery'")
    expect(await change({ paused: true, cap_day: null, hosts: ['evil.example'] })).toBe(403)
    expect(one.query("select * from deploy_hooks where id = 'dph_bakery'")).toEqual(kept)
    expect(await change({ paused: true })).toBe(200)
  })

  test('what it left behind does less once the key, or the rule that bounds it, is deleted', async () => {
    const { ada } = seeded.sessions
    const { id, key } = await limited({ approval_above: 0 })
    const held = await api(key, 'POST', '/jobs', { urls: ['https://bakery.example/1'], preflight: false })
    const { draft_id } = held.json!.error!.details as unknown as { draft_id: string }
    await made(ada, 'DELETE', `/api-keys/${id}`)
    expect(await status(ada, 'POST', `/drafts/${draft_id}/approve`, {})).toBe(409)
    await made(ada, 'DELETE', '/standing-pushes/stp_bakery')
    expect(one.query("select paused from deploy_hooks where id = 'dph_bakery'")).toEqual([{ paused: 1 }])
  })

  test('it opens no page of Stripe for the plan', async () => {
    const { key } = await limited({ approval_above: 5 })
    expect(await status(key, 'POST', '/billing/portal', {})).toBe(403)
  })
})

test.each(['a>,<c@victor.example', '<script>alert(1)</script>@victor.example'])(
  'finding 15: %s makes no account',
  async (email) => {
    const answer = await byProvider(await addProvider(), { ...VICTOR, email })
    expect([pair(answer, 'sid'), one.query("select 1 from users where email like '%victor.example'")]).toEqual(['', []])
  },
)

test('finding 16b: a person whose address nobody verified accepts nothing that is meant for its owner', async () => {
  await byProvider(await addProvider())
  one.query(`update users set email_verified_at = null where id = '${victorsId()}'`)
  const asked = { email: VICTOR.email, role: 'owner' }
  expect(await status(seeded.sessions.ada, 'POST', '/tenants/ten_northwind/members', asked)).toBe(409)
  expect(one.query(`select 1 from invitations where user_id = '${victorsId()}'`)).toEqual([])
})

test('an install whose workspaces had providers ends them: sessions, letters, lines of the trail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-before-'))
  const tokens = installBefore(join(folder, 'signalpost.db'), systemClock)
  const mail = await smtpServer()
  const upgraded = await runOn(folder, { ...ENV, SIGNALPOST_PASSIVE: '0' })
  try {
    const as = (user: string, method: string, path: string, body?: object) =>
      send(`${upgraded.url}/api/v1${path}`, {
        method,
        headers: { host: INSTALL, ...signedIn(`sid=${tokens[user]}`), 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      })
    for (const [user, expected] of Object.entries({ only: 401, twice: 401, word: 200, both: 200 }))
      expect([user, (await as(user, 'GET', '/profile')).status]).toEqual([user, expected])
    expect(upgraded.query('select id from identity_providers')).toEqual([{ id: 'install' }])
    const settings = { host: '127.0.0.1', port: mail.port, secure: 'none', from_address: 'post@northwind.example' }
    const set = await as('word', 'PUT', '/settings/email', settings)
    expect([set.status, set.text]).toEqual([200, expect.any(String)])
    await until('the letters', async () => mail.received.length === 2)
    expect(mail.received.flatMap(({ to }) => to).toSorted()).toEqual(['only@a.example', 'twice@a.example'])
    for (const { data } of mail.received) expect(data.replaceAll('=\r\n', '')).toContain(`http://${INSTALL}/reset`)
    const lines = upgraded.query("select action, target from audit where via = 'system' order by action, target")
    expect(lines.filter(({ action }) => /identity_provider|end_sign_in/.test(String(action)))).toEqual([
      { action: 'delete_identity_provider', target: 'own' },
      { action: 'delete_identity_provider', target: 'second' },
      { action: 'end_sign_in', target: 'only' },
      { action: 'end_sign_in', target: 'twice' },
    ])
  } finally {
    await upgraded.close()
    mail.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
