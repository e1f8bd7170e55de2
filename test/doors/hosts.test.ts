/** Pages and sessions are answered at the hosts of the install alone; what needs no cookie is answered anywhere. */
import { afterEach, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createKey } from '../../src/domains/keys/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { createHook } from '../../src/features/standing/index.ts'
import { forgetSignInsTask } from '../../src/tasks/forget-sign-ins.ts'
import { site } from '../../views/site.tsx'
import { ADAS_PASSWORD, seedPassword } from '../domains/accounts/seed.ts'
import { seedOwnDomain } from '../domains/branding/seed.ts'
import { CAST, callerOf, type Person, type World, world } from '../world.ts'

const INSTALL = 'push.platform.example'
const OWN = 'seo.bakery.example'

let w: World
let answer: ReturnType<typeof handler>
afterEach(() => w.close())

function open(SIGNALPOST_SITE_URL?: string): void {
  w = world({ env: SIGNALPOST_SITE_URL ? { SIGNALPOST_SITE_URL } : {} })
  answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
}
const NO_PEER = { requestIP: () => null, timeout: () => {} }
const visit = async (host: string, path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  answer(new Request(`http://localhost${path}`, { ...init, headers: { host, ...headers } }), NO_PEER)
const statusOf = async (...asked: Parameters<typeof visit>) => (await visit(...asked)).status
async function sessionOf(person: Person, domain_of: string | null = null): Promise<{ cookie: string }> {
  const { token } = await openSession(w.app, CAST[person].id, { ip: null, user_agent: null, domain_of })
  return { cookie: `${sessionCookieName(w.app.config)}=${token}` }
}
const enter = (host: string) =>
  visit(
    host,
    '/app/sign-in',
    { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    { method: 'POST', body: `${new URLSearchParams({ email: CAST.pat.email, password: ADAS_PASSWORD })}` },
  )
const countSessions = () => w.db.read((tx) => tx.number('select count(*) from sessions'))

test('nobody signs in at a host that nobody proved, and no session is found there', async () => {
  open(`http://${INSTALL}`)
  w.db.write((tx) => seedPassword(tx, CAST.pat.id))
  for (const host of ['stranger.example', 'stranger.example:8080', '203.0.113.9', '[2001:db8::9]', 'nas']) {
    const refused = await enter(host)
    expect([host, refused.status, refused.headers.get('set-cookie')]).toEqual([host, 421, null])
    expect([host, await refused.text()]).toEqual([host, expect.stringContaining(`Open http://${INSTALL} instead`)])
    const cookie = await sessionOf('pat')
    for (const path of [
      '/app',
      '/app/sign-in',
      '/api/v1/users',
      '/docs',
      '/tools',
      '/r/spr_x',
      '/portal/spw_x',
      '/oauth/authorize',
    ])
      expect([host, path, await statusOf(host, path, cookie)]).toEqual([host, path, 421])
  }
})

test('the install answers at its own host, with any port, and on loopback', async () => {
  open(`http://${INSTALL}`)
  for (const host of [
    INSTALL,
    INSTALL.toUpperCase(),
    `${INSTALL}:8080`,
    `${INSTALL}.`,
    'localhost:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    'demo.localhost',
  ])
    for (const path of ['/app/platform', '/api/v1/users'])
      expect([host, path, await statusOf(host, path, await sessionOf('pat'))]).toEqual([host, path, 200])
})

test('what takes no cookie answers at any host: probes, metrics, files, callbacks, and what an API key opens', async () => {
  open(`http://${INSTALL}`)
  const key = w.db.write((tx) => {
    const given = { tenant_id: 'ten_northwind', name: 'Key', role: 'owner' as const }
    return { authorization: `Bearer ${createKey(tx, callerOf('ada'), given).secret}` }
  })
  const hook = w.db.write((tx) =>
    createHook(tx, w.app, {
      ...{ tenant_id: 'ten_bakery', mode: 'address', secret: undefined, created_by: 'ada', name: 'Deploys' },
      ...{ standing_push_id: null, settle_seconds: 60, cap_day: 10, budget_month: 10, hosts: ['bakery.example'] },
    } as never),
  )
  const { cookie } = await sessionOf('ada')
  const json = { 'content-type': 'application/json' }
  for (const host of ['10.0.0.7:8080', 'stranger.example', 'signalpost:8080']) {
    for (const path of ['/healthz', '/readyz', '/up'])
      expect([path, await statusOf(host, path)]).not.toEqual([path, 421])
    expect(await statusOf(host, '/healthz')).toBe(200)
    expect(await statusOf(host, '/domains/ask?domain=x.example')).toBe(404)
    expect(await statusOf(host, '/metrics')).not.toBe(421)
    expect(await statusOf(host, '/openapi.json')).toBe(200)
    expect(await statusOf(host, '/.well-known/signalpost-domain.txt')).toBe(404)
    expect(await statusOf(host, '/api/v1/me', key)).toBe(200)
    expect(await statusOf(host, '/api/v1/me', { ...key, cookie })).toBe(200)
    expect(await statusOf(host, '/api/v1/me')).toBe(401)
    expect(await statusOf(host, new URL(hook.url).pathname, json, { method: 'POST', body: '{"urls":[]}' })).not.toBe(
      421,
    )
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const mcp = { ...key, ...json, accept: 'application/json, text/event-stream' }
    // The MCP library refuses other hosts itself, against DNS rebinding.
    expect(await statusOf(host, '/mcp', mcp, { method: 'POST', body: JSON.stringify(list) })).toBe(403)
    expect(await statusOf(INSTALL, '/mcp', mcp, { method: 'POST', body: JSON.stringify(list) })).toBe(200)
  }
})

test('before its address is set, an install is opened by an IP address, and a name is told what to set', async () => {
  open()
  w.db.write((tx) => seedPassword(tx, CAST.pat.id))
  for (const host of ['192.168.1.20:8080', '203.0.113.9', '[2001:db8::9]:8080']) {
    expect([host, await statusOf(host, '/app/sign-in')]).toEqual([host, 200])
    expect([host, (await enter(host)).status]).toEqual([host, 303])
  }
  const told = await visit('nas.lan:8080', '/setup')
  expect([told.status, await told.text()]).toEqual([
    421,
    expect.stringContaining(
      'Set SIGNALPOST_SITE_URL=https://nas.lan:8080 (or http://nas.lan:8080 without TLS) and restart',
    ),
  ])
})

const END: Record<string, () => unknown> = {
  'its workspace is archived': () =>
    w.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_bakery'", tx.now)),
  'a workspace above is archived': () =>
    w.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_northwind'", tx.now)),
  'the plan has no own domains any more': () => w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'free' }),
  'its proof is lost': () =>
    w.db.write((tx) => {
      tx.run("update tenants set domain = null where id = 'ten_bakery'")
      return tx.run("update own_domains set proved_at = null where tenant_id = 'ten_bakery'")
    }),
}
const BACK: readonly (() => unknown)[] = [
  () => w.db.write((tx) => tx.run('update tenants set archived_at = null')),
  () => w.db.write((tx) => seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_bakery', OWN)),
]

test.each(Object.entries(END))(
  'an own domain is no longer in use when %s; its sessions end for good',
  async (why, ends) => {
    open(`http://${INSTALL}`)
    w.db.write((tx) => seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_bakery', OWN))
    const [there, home] = [await sessionOf('vera', 'ten_bakery'), await sessionOf('vera')]
    expect(await statusOf(OWN, '/app/w/ten_bakery', there)).toBe(200)
    await ends()
    const refused = await visit(OWN, '/app/w/ten_bakery', there)
    const text = await refused.text()
    expect([refused.status, text.includes('This address is no longer in use'), text.includes(INSTALL)]).toEqual([
      421,
      true,
      false,
    ])
    expect(await statusOf(OWN, '/api/v1/me', there)).toBe(421)
    expect([await statusOf(OWN, '/healthz'), countSessions()]).toEqual([200, 1])
    if (!why.includes('plan')) for (const back of BACK) await back()
    else expect(await statusOf(INSTALL, '/api/v1/me', home)).toBe(200)
    expect(await statusOf(OWN, '/api/v1/me', there)).toBe(why.includes('plan') ? 421 : 401)
  },
)

test('sessions of a domain end with it before anybody comes back: another domain or none, an archive, a lapsed plan', async () => {
  for (const ends of [...Object.values(END), () => w.call('ada', 'put_branding', { id: 'ten_bakery', domain: null })]) {
    open(`http://${INSTALL}`)
    w.db.write((tx) => seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_bakery', OWN))
    await sessionOf('vera', 'ten_bakery')
    await sessionOf('vera')
    await ends()
    await w.run(forgetSignInsTask)
    expect(countSessions()).toBe(1)
    w.close()
  }
  open()
})
