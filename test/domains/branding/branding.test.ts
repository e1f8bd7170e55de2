import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { createJob } from '../../../src/domains/jobs/index.ts'
import { createScheduler } from '../../../src/doors/ops/scheduler.ts'
import { web } from '../../../src/doors/pages/web.ts'
import { handler } from '../../../src/doors/server.ts'
import { site } from '../../../views/site.tsx'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'
import { ADAS_PASSWORD, seedPassword } from '../accounts/seed.ts'
import { PICTURES } from './pictures.ts'
import { seedOwnDomain } from './seed.ts'

const SITE = 'https://push.platform.example'
const DOMAIN = 'seo.northwind.example'

let w: World
let files: Record<string, () => Response>
let asked: string[]
let server: ReturnType<typeof Bun.serve>
beforeEach(() => {
  files = { '/logo.png': () => new Response(Buffer.from(PICTURES.png)) }
  asked = []
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      return files[pathname]?.() ?? new Response('not here', { status: 404 })
    },
  })
  w = world({ env: { SIGNALPOST_SITE_URL: SITE, SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
})
afterEach(() => {
  server.stop(true)
  w.close()
})

type Branding = { logo_url: string | null; logo_served_url: string | null; domain: string | null }
/** Sets parts of the white label; a domain is proved at once. */
const brand = (input: Record<string, unknown>, id = 'ten_northwind', who: 'ada' | 'rita' = 'ada') => {
  if (typeof input.domain === 'string' && input.domain !== 'push.platform.example')
    w.db.write((tx) => {
      const host = (input.domain as string).toLowerCase()
      if (tx.row('select 1 from own_domains where host = ?', host) === null) seedOwnDomain(tx, id, host)
    })
  return w.call<Branding>(who, 'put_branding', { id, ...input })
}
const logo = (path: string) => `${server.url.origin}${path}`

async function visit(
  path: string,
  { host = 'push.platform.example', method = 'GET', headers = {}, body = undefined as string | undefined } = {},
) {
  const answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const request = new Request(`https://${host}${path}`, { method, body, headers: { host, ...headers } })
  return answer(request, { requestIP: () => null, timeout: () => {} })
}
const textOf = async (...args: Parameters<typeof visit>) => (await visit(...args)).text()

test('an app, or a key with a limit on credits, sets no own domain, where people sign in', async () => {
  const bounded = [{ daily_credit_cap: 5 }, { approval_above: 5 }].map((limit) => ({
    ...callerOf('ada'),
    via: 'key' as const,
    key_id: 'key_northwind',
    ...limit,
  }))
  for (const caller of bounded) {
    const put = (input: object) => w.call(caller, 'put_branding', { id: 'ten_northwind', ...input })
    expect((await refusal(put({ domain: DOMAIN }))).code).toBe('forbidden')
    expect(await put({ accent: '#0f766e' })).toMatchObject({ domain: null, accent: '#0f766e' })
  }
})

describe('a logo', () => {
  test('is fetched once, cleaned, and served from here as a picture that may be kept for ever', async () => {
    const { logo_url, logo_served_url } = await brand({ logo_url: logo('/logo.png') })
    expect(logo_url).toBe(logo('/logo.png'))
    const path = logo_served_url!.slice(SITE.length)
    expect(path).toMatch(/^\/app\/brand\/ten_northwind\.[0-9a-f]{16}\.png$/)
    for (let n = 0; n < 2; n++) {
      const response = await visit(path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const body = Buffer.from(await response.arrayBuffer())
      expect([body.subarray(1, 4).toString(), body.includes('SECRETPLACE')]).toEqual(['PNG', false])
    }
    expect(asked).toEqual(['/logo.png'])
    expect(await brand({ logo_url: null })).toMatchObject({ logo_url: null, logo_served_url: null })
    expect((await visit(path)).status).toBe(404)
  })

  test.each([
    [
      '/svg',
      () => new Response('<svg/>', { headers: { 'content-type': 'image/png' } }),
      'is no PNG, JPEG or WebP picture',
    ],
    [
      '/missing',
      () => new Response('gone', { status: 410 }),
      'could not be fetched: the answer was 410. Give the address of the picture',
    ],
    ['/big', () => new Response(new Uint8Array(600_000)), 'is larger than 512 KiB. Use a PNG, JPEG or WebP'],
  ] as const)('at %s is refused by name, and what was before stays', async (path, answer, message) => {
    await brand({ logo_url: logo('/logo.png'), from_name: 'Northwind' })
    files[path] = answer
    const fault = await refusal(brand({ logo_url: logo(path), from_name: 'Changed' }))
    expect(fault).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'logo_url', message: expect.stringContaining(message) }] },
    })
    expect(await w.call('ada', 'get_branding', { id: 'ten_northwind' })).toMatchObject({
      logo_url: logo('/logo.png'),
      from_name: 'Northwind',
    })
  })

  test('that changed at the same address leaves a line of audit, one that did not leaves none', async () => {
    const lines = () => w.db.read((tx) => tx.count("select count(*) from audit where action = 'put_branding'"))
    await brand({ logo_url: logo('/logo.png') })
    await brand({ logo_url: logo('/logo.png') })
    expect(lines()).toBe(1)
    files['/logo.png'] = () => new Response(Buffer.from(PICTURES.jpeg))
    await brand({ logo_url: logo('/logo.png') })
    expect(lines()).toBe(2)
  })

  test('is not fetched for a plan that has none, nor from a private network', async () => {
    w.db.write((tx) => tx.run("update tenant_plans set plan = 'free' where tenant_id = 'ten_northwind'"))
    expect(await refusal(brand({ logo_url: logo('/logo.png') }))).toMatchObject({ code: 'plan_required' })
    expect(asked).toEqual([])
    w.close()
    w = world()
    expect(await refusal(brand({ logo_url: logo('/logo.png') }))).toMatchObject({
      details: { issues: [{ path: 'logo_url' }] },
    })
    expect(asked).toEqual([])
  })
})

describe('a report', () => {
  const report = async () => {
    const job = { tenant_id: 'ten_bakery', type: 'check', name: 'Guest posts' } as const
    const urls = ['https://bakery.example/a']
    const id = w.db.write((tx) => createJob(tx, callerOf('ada'), job, { urls, state: 'checked', credit: null }))
    const { url } = await w.call<{ url: string }>('ada', 'share_job_report', { id })
    return url.slice(SITE.length)
  }

  test('carries the logo, the accent and the name of the agency, each from our own origin', async () => {
    await brand({ logo_url: logo('/logo.png'), accent: '#c2316b', from_name: 'Northwind Search' })
    const html = await textOf(await report())
    expect(html).toContain('Northwind Search')
    expect(html).toContain('href="/app/brand/accent.c2316b.css"')
    expect(html).toMatch(/<img class="avatar" src="\/app\/brand\/ten_northwind\.[0-9a-f]{16}\.png"/)
    expect(await textOf('/app/brand/accent.c2316b.css')).toStartWith(':root{--accent:')
  })

  test('shows nothing of a white label that the plan no longer allows', async () => {
    await brand({ logo_url: logo('/logo.png'), accent: '#c2316b', from_name: 'Northwind Search' })
    const path = await report()
    w.db.write((tx) => tx.run("update tenant_plans set plan = 'free' where tenant_id = 'ten_northwind'"))
    const html = await textOf(path)
    expect(html).not.toMatch(/Northwind Search|\/app\/brand\//)
  })

  test("is shown on the agency's own domain, and not on that of a stranger", async () => {
    const path = await report()
    await brand({ domain: DOMAIN.toUpperCase() })
    await brand({ domain: 'seo.rival.example' }, 'ten_rival', 'rita')
    expect((await visit(path, { host: DOMAIN })).status).toBe(200)
    expect((await visit(path, { host: 'seo.rival.example' })).status).toBe(404)
    expect((await visit(`${path}/csv`, { host: 'seo.rival.example' })).status).toBe(404)
  })

  test('is handed out with the nearest own domain in force, and opens under both addresses', async () => {
    const path = await report()
    const [{ id }] = w.db.read((tx) => tx.rows<{ id: string }>('select id from jobs')) as [{ id: string }]
    const address = async () => (await w.call<{ url: string }>('ada', 'share_job_report', { id })).url
    expect(await address()).toBe(SITE + path)
    await brand({ domain: DOMAIN })
    expect(await address()).toBe(`https://${DOMAIN}${path}`)
    expect(await w.call('ada', 'get_job_status', { id })).toMatchObject({ share_url: `https://${DOMAIN}${path}` })
    for (const host of [DOMAIN, 'push.platform.example']) expect((await visit(path, { host })).status).toBe(200)
    w.db.write((tx) => tx.run("update tenant_plans set plan = 'agency_pro' where tenant_id = 'ten_northwind'"))
    expect(await address()).toBe(SITE + path)
  })
})

describe('an own domain', () => {
  test('serves its own proof once it is in force, so that it may lead here; one that is asked for does not', async () => {
    const PROOF = '/.well-known/signalpost-domain.txt'
    const asked = await w.call<{ domain_proof: { text: string } }>('ada', 'put_branding', {
      id: 'ten_northwind',
      domain: DOMAIN,
    })
    expect((await visit(PROOF, { host: DOMAIN })).status).toBe(404)
    w.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', DOMAIN))
    expect([await textOf(PROOF, { host: DOMAIN }), asked.domain_proof.text]).toEqual([
      `signalpost-domain=${DOMAIN}`,
      expect.stringMatching(/^signalpost-domain=/),
    ])
    expect((await visit(PROOF)).status).toBe(404)
  })

  test('belongs to one workspace, and never is the address of the install', async () => {
    await brand({ domain: DOMAIN })
    const taken = w.call('rita', 'put_branding', { id: 'ten_rival', domain: DOMAIN })
    expect(await refusal(taken)).toMatchObject({ code: 'conflict' })
    expect(await refusal(brand({ domain: 'push.platform.example' }))).toMatchObject({
      details: { issues: [{ path: 'domain' }] },
    })
  })

  test('that a client took is taken back by the workspace above, and by nobody beside or below', async () => {
    await brand({ domain: DOMAIN }, 'ten_bakery')
    const rival = w.call('rita', 'put_branding', { id: 'ten_rival', domain: DOMAIN })
    expect(await refusal(rival)).toMatchObject({ code: 'conflict' })
    expect((await brand({ domain: DOMAIN })).domain).toBe(DOMAIN)
    expect(await w.call('ada', 'get_branding', { id: 'ten_bakery' })).toMatchObject({ domain: null })
    expect(await refusal(brand({ domain: DOMAIN }, 'ten_bakery'))).toMatchObject({ code: 'conflict' })
    const { after } = w.db.read((tx) => tx.row<{ after: string }>('select after from audit order by id desc limit 1')!)
    expect(after).toContain('ten_bakery')
  })

  test('is called after its workspace, not after the product, where no sender name is set', async () => {
    await brand({ domain: 'seo.bakery.example' }, 'ten_bakery')
    const { token } = await openSession(w.app, 'usr_ada', { ip: null, user_agent: null })
    const headers = { cookie: `${sessionCookieName(w.app.config)}=${token}` }
    const at = (path: string) => textOf(path, { host: 'seo.bakery.example', headers })
    expect(await at('/app/sign-in')).toContain('Sign in to Bakery')
    for (const path of ['/app/sign-in', '/app/w/ten_bakery', '/app/nowhere'])
      expect([path, await at(path)]).toEqual([path, expect.not.stringContaining('Signalpost')])
    expect(await textOf('/app/w/ten_bakery', { headers })).toContain('· Northwind</title>')
  })

  test('gives way to the install that moves to its address', async () => {
    await brand({ domain: DOMAIN, from_name: 'Northwind Search' })
    const branded = async () => (await textOf('/app/sign-in', { host: DOMAIN })).includes('Northwind Search')
    expect(await branded()).toBe(true)
    w.app.config = { ...w.app.config, site_url: `https://${DOMAIN}` }
    expect(await branded()).toBe(false)
  })

  test('is known with the dot of a full name, and by whatever letters and port', async () => {
    await brand({ domain: DOMAIN, from_name: 'Northwind Search' })
    for (const host of [`${DOMAIN}:`, `${DOMAIN}..`, `${DOMAIN}.`, `${DOMAIN}.:8443`, `${DOMAIN.toUpperCase()}:8443`])
      expect(await textOf('/app/sign-in', { host })).toContain('Sign in to Northwind Search')
  })

  test('has the sign-in under the brand, and leads to the workspace whose domain it is', async () => {
    w.db.write((tx) => seedPassword(tx))
    await brand({ domain: 'seo.bakery.example' }, 'ten_bakery')
    await brand({ from_name: 'Northwind Search' })
    expect(await textOf('/app/sign-in', { host: 'seo.bakery.example' })).toContain('Sign in to Northwind Search')
    expect(await textOf('/app/sign-in')).not.toContain('Northwind Search')
    const body = new URLSearchParams({ email: 'ada@northwind.example', password: ADAS_PASSWORD }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://seo.bakery.example' }
    const entered = await visit('/app/sign-in', { host: 'seo.bakery.example', method: 'POST', body, headers })
    expect([entered.status, entered.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('__Host-sid=')])
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!
    const home = await visit('/app', { host: 'seo.bakery.example', headers: { cookie } })
    expect(home.headers.get('location')).toBe('/app/w/ten_bakery')
  })

  test('shows its own workspace and those below it, to people of these alone', async () => {
    await brand({ from_name: 'Northwind Search' })
    await brand({ domain: 'seo.bakery.example' }, 'ten_bakery')
    await brand({ domain: 'seo.rival.example' }, 'ten_rival', 'rita')
    const headersAt = async (domain_of: string | null) => {
      const { token } = await openSession(w.app, 'usr_ada', { ip: null, user_agent: null, domain_of })
      return { cookie: `${sessionCookieName(w.app.config)}=${token}` }
    }
    const [atInstall, atBakery, atRival] = [
      await headersAt(null),
      await headersAt('ten_bakery'),
      await headersAt('ten_rival'),
    ]
    const shown = async (path: string, host: string, headers: Record<string, string>) =>
      (await visit(path, { host, headers })).status
    expect(await shown('/app/w/ten_northwind', 'push.platform.example', atInstall)).toBe(200)
    expect(await shown('/app/w/ten_bakery', 'seo.bakery.example', atBakery)).toBe(200)
    expect(await shown('/app/w/ten_northwind', 'seo.bakery.example', atBakery)).toBe(404)
    const html = await textOf('/app/w/ten_bakery', { host: 'seo.bakery.example', headers: atBakery })
    expect(html).not.toContain('ten_northwind')
    for (const path of ['/app/w/ten_northwind', '/app/w/ten_bakery'])
      expect(await shown(path, 'seo.rival.example', atRival)).toBe(404)
    const home = await visit('/app', { host: 'seo.rival.example', headers: atRival })
    expect([home.status, await home.text()]).toEqual([403, expect.not.stringMatching(/Northwind|ten_northwind/)])
  })

  test("may send forms to itself; another domain may not, nor one that is nobody's", async () => {
    await brand({ domain: DOMAIN })
    const from = { ip: null, user_agent: null }
    const own = await openSession(w.app, 'usr_ada', { ...from, domain_of: 'ten_northwind' })
    const install = await openSession(w.app, 'usr_ada', from)
    const change = async (host: string, origin: string) => {
      const { token } = host === DOMAIN ? own : install
      const cookie = `${sessionCookieName(w.app.config)}=${token}`
      const headers = { cookie, origin, 'content-type': 'application/json' }
      return (await visit('/api/v1/profile', { host, method: 'PATCH', headers, body: '{"name":"Ada"}' })).status
    }
    expect(await change(DOMAIN, `https://${DOMAIN}`)).toBe(200)
    expect(await change('push.platform.example', `https://${DOMAIN}`)).toBe(403)
    expect(await change(DOMAIN, 'https://evil.example')).toBe(403)
    expect(await change('evil.example', 'https://evil.example')).toBe(421)
  })

  test('is an address like any other once the plan no longer has it, or the workspace is archived', async () => {
    await brand({ domain: 'seo.bakery.example', from_name: 'Corner Bakery' }, 'ten_bakery')
    const branded = async () => (await textOf('/app/sign-in', { host: 'seo.bakery.example' })).includes('Corner Bakery')
    expect(await branded()).toBe(true)
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    expect(await branded()).toBe(false)
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: false })
    w.db.write((tx) => tx.run("update tenant_plans set plan = 'agency_pro' where tenant_id = 'ten_northwind'"))
    expect(await branded()).toBe(false)
  })
})
