/** What a session and a key may do depends on the address that they come in at: an own domain serves its own tree alone. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { invite, openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createKey } from '../../src/domains/keys/index.ts'
import { linkOf } from '../../src/domains/mail/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import { answerStrangers } from '../../src/features/signups/index.ts'
import { hashSecret, newSecret } from '../../src/kernel/secrets/ids.ts'
import { site } from '../../views/site.tsx'
import { ADAS_PASSWORD, seedPassword } from '../domains/accounts/seed.ts'
import { seedOwnDomain } from '../domains/branding/seed.ts'
import { seedExamples as seedProviders } from '../features/sso/seed.ts'
import { CAST, callerOf, type Person, type World, world } from '../world.ts'

type MailRow = Parameters<typeof linkOf>[1]

const OWN = 'seo.bakery.example'
const INSTALL = 'push.platform.example'

let h: World
let answer: ReturnType<typeof handler>
beforeEach(() => open('http'))
function open(scheme: string): void {
  h = world({ env: { SIGNALPOST_SITE_URL: `${scheme}://${INSTALL}` } })
  answer = handler(h.app, createScheduler(h.app), { web: web(h.app, site) })
  h.db.write((tx) => seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_bakery', OWN))
}
afterEach(() => h.close())

async function cookieOf(person: Person, domain_of: string | null): Promise<string> {
  const { token } = await openSession(h.app, CAST[person].id, { ip: null, user_agent: null, domain_of })
  return `${sessionCookieName(h.app.config)}=${token}`
}
const visit = async (host: string, path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  answer(
    new Request(`http://${host}${path}`, { ...init, headers: { host, origin: `http://${host}`, ...headers } }),
    NO_PEER,
  )
const NO_PEER = { requestIP: () => null, timeout: () => {} }
const statusesOf = async (host: string, headers: Record<string, string>, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await visit(host, path, headers)).status))
const enter = (person: Person, host: string, password: string) =>
  visit(
    host,
    '/app/sign-in',
    {},
    { method: 'POST', body: new URLSearchParams({ email: CAST[person].email, password }) },
  )

const API = '/api/v1'

test('a session at an own domain connects no provider to its account, though its proof is fresh', async () => {
  const [token, browser] = [newSecret('spo'), newSecret('spf')]
  h.db.write((tx) => {
    seedProviders(tx, h.app)
    seedPassword(tx, CAST.vera.id)
    tx.run(
      `insert into sso_offers (token_hash, provider_id, subject, email, user_id, browser_hash, made_at, expires_at)
       values (?, 'idp_bakery', 'vera', ?, ?, ?, ?, '2999-01-01')`,
      ...[hashSecret(token), CAST.vera.email, CAST.vera.id, hashSecret(browser), tx.now],
    )
  })
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const connect = async (host: string, domain_of: string | null) => {
    const cookie = `${await cookieOf('vera', domain_of)}; sso=${browser}`
    return (await visit(host, `/app/sso/connect?token=${token}`, { cookie, ...FORM }, { method: 'POST', body: 'a=' }))
      .status
  }
  expect(await connect(OWN, 'ten_bakery')).toBe(422)
  expect(await connect(INSTALL, null)).toBe(303)
})

describe('a session', () => {
  test('that was opened at an own domain works there alone, on pages and over REST', async () => {
    const cookie = await cookieOf('ada', 'ten_bakery')
    const paths = ['/app/w/ten_bakery', `${API}/me`]
    expect(await statusesOf(OWN, { cookie }, paths)).toEqual([200, 200])
    expect(await statusesOf(INSTALL, { cookie }, paths)).toEqual([303, 401])
    expect(await statusesOf('other.example', { cookie }, paths)).toEqual([421, 421])
  })

  test('of the install does not work at an own domain', async () => {
    const cookie = await cookieOf('ada', null)
    const paths = ['/app/w/ten_bakery', `${API}/me`]
    expect(await statusesOf(OWN, { cookie }, paths)).toEqual([303, 401])
    expect(await statusesOf(INSTALL, { cookie }, paths)).toEqual([200, 200])
  })

  test('at an own domain reaches its tree and nothing above or beside, by pages and by REST alike', async () => {
    const cookie = await cookieOf('ada', 'ten_bakery')
    const of = (id: string) => [`/app/w/${id}`, `${API}/tenants/${id}`]
    expect(await statusesOf(OWN, { cookie }, of('ten_bakery'))).toEqual([200, 200])
    for (const id of ['ten_northwind', 'ten_rival'])
      expect(await statusesOf(OWN, { cookie }, of(id))).toEqual([404, 404])
    const me = (await (await visit(OWN, `${API}/me`, { cookie })).json()) as { data: Record<string, unknown> }
    expect(me.data).toMatchObject({ tenant_id: 'ten_bakery', platform: false, workspaces: [] })
  })

  test('of a platform admin has no platform rights at an own domain, on pages, over REST, or to create a user', async () => {
    h.db.write((tx) => tx.run("insert into members values ('ten_bakery', 'usr_pat', 'client_viewer', ?)", tx.now))
    const cookie = await cookieOf('pat', 'ten_bakery')
    const paths = ['/app/platform', `${API}/users`, `${API}/admin/system`]
    expect(await statusesOf(OWN, { cookie }, paths)).toEqual([404, 403, 403])
    const body = JSON.stringify({ email: 'x@evil.example', name: 'X', password: 'nine grey herons over the weir' })
    const made = await visit(
      OWN,
      `${API}/users`,
      { cookie, 'content-type': 'application/json' },
      { method: 'POST', body },
    )
    expect(made.status).toBe(403)
  })

  test('at an own domain changes nothing of an account that also belongs elsewhere', async () => {
    const patch = (cookie: string) =>
      visit(
        OWN,
        `${API}/profile`,
        { cookie, 'content-type': 'application/json' },
        { method: 'PATCH', body: JSON.stringify({ name: 'Other' }) },
      )
    expect((await patch(await cookieOf('ada', 'ten_bakery'))).status).toBe(403)
    expect((await patch(await cookieOf('vera', 'ten_bakery'))).status).toBe(200)
  })

  test('ends with the domain: when its workspace loses it, the cookie opens nothing', async () => {
    const cookie = await cookieOf('vera', 'ten_bakery')
    h.db.write((tx) => tx.run("update tenants set domain = null where id = 'ten_bakery'"))
    expect(await statusesOf(OWN, { cookie }, ['/app/w/ten_bakery', `${API}/me`])).toEqual([421, 421])
  })

  test('at an own domain answers only invitations to its tree', async () => {
    h.db.write((tx) =>
      invite(tx, h.app, callerOf('rita'), { tenant_id: 'ten_rival', email: CAST.vera.email, role: 'owner' }),
    )
    const accept = async (host: string, domain_of: string | null) => {
      const cookie = await cookieOf('vera', domain_of)
      return (await visit(host, '/app/invitations/ten_rival/accept', { cookie }, { method: 'POST' })).status
    }
    expect(await accept(OWN, 'ten_bakery')).toBe(404)
    expect(await accept(INSTALL, null)).toBe(303)
  })
})

describe('signing in at an own domain', () => {
  beforeEach(() => {
    for (const id of ['usr_ada', 'usr_pat', 'usr_vera']) h.db.write((tx) => seedPassword(tx, id))
  })

  test('opens a session of that domain', async () => {
    const entered = await enter('vera', OWN, ADAS_PASSWORD)
    expect(entered.status).toBe(303)
    const cookie = entered.headers.get('set-cookie')!.split(';', 1)[0]!
    expect(await statusesOf(OWN, { cookie }, ['/app/w/ten_bakery'])).toEqual([200])
    expect(await statusesOf(INSTALL, { cookie }, [`${API}/me`])).toEqual([401])
  })

  test('is not for platform admins, who are sent to the address of the install', async () => {
    const refused = await enter('pat', OWN, ADAS_PASSWORD)
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([422, null])
    expect(await refused.text()).toContain(`Platform admins sign in at http://${INSTALL} only.`)
    expect(await (await enter('pat', OWN, 'wrong')).text()).toContain('The e-mail or the password is wrong.')
    expect((await enter('pat', INSTALL, ADAS_PASSWORD)).status).toBe(303)
  })

  test('has no passkeys: they belong to the address of the install', async () => {
    h.close()
    open('https')
    const at = async (host: string) => {
      const page = await (await visit(host, '/app/sign-in', {})).text()
      const origin = `https://${host}`
      const asked = await visit(host, '/app/sign-in/passkey/options', { origin }, { method: 'POST' })
      return [page.includes('passkey'), asked.status]
    }
    expect([await at(INSTALL), await at(OWN)]).toEqual([
      [true, 200],
      [false, 409],
    ])
    const hostAt = async (host: string, domain_of: string | null) => {
      const { token } = await openSession(h.app, CAST.vera.id, { ip: null, user_agent: null, domain_of })
      const cookie = `${sessionCookieName(h.app.config)}=${token}`
      const listed = await (await visit(host, `${API}/profile/factors`, { cookie })).json()
      return (listed as { data: { rp_id: string | null } }).data.rp_id
    }
    expect([await hostAt(INSTALL, null), await hostAt(OWN, 'ten_bakery')]).toEqual([INSTALL, null])
  })

  test('says whose address it is', async () => {
    expect(await (await visit(OWN, '/app/sign-in', {})).text()).toContain('This address belongs to Bakery.')
    expect(await (await visit(INSTALL, '/app/sign-in', {})).text()).not.toContain('This address belongs')
  })
})

test('an API key works at an own domain when it is of that tree, and without platform rights', async () => {
  const keyOf = (person: Person) =>
    h.db.write(
      (tx) =>
        createKey(tx, callerOf(person), { tenant_id: CAST[person].tenant_id, role: CAST[person].role, name: person })
          .secret,
    )
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const [agency, client, platform] = [keyOf('ada'), keyOf('vera'), keyOf('pat')]
  const paths = [`${API}/me`, `${API}/tenants/ten_bakery`]
  expect(await statusesOf(OWN, bearer(client), paths)).toEqual([200, 200])
  expect(await statusesOf(OWN, bearer(agency), paths)).toEqual([403, 403])
  expect(await statusesOf(INSTALL, bearer(agency), paths)).toEqual([200, 200])
  h.db.write((tx) => seedOwnDomain({ run: (sql) => tx.run(sql) }, 'ten_platform', 'own.platform.example'))
  expect(await statusesOf('own.platform.example', bearer(platform), [`${API}/me`, `${API}/users`])).toEqual([200, 403])
  expect(await statusesOf(INSTALL, bearer(platform), [`${API}/users`])).toEqual([200])
})

describe('a link that carries a secret', () => {
  test.each([
    ['a new password', (): unknown => ask('reset_requests', "('rr1', 'vera@bakery.example', ?)")],
    ['a reset by the platform admin', () => h.call('pat', 'reset_user_password', { id: 'usr_vera' })],
    [
      'the first password',
      () => h.call('ada', 'add_member', { id: 'ten_bakery', email: 'new@bakery.example', role: 'member' }),
    ],
  ])('leads to the address of the install: %s', async (_, happens) => {
    await happens()
    await answerStrangers(h.app, new AbortController().signal)
    const mails = h.db.read((tx) => tx.rows<MailRow>('select * from mails'))
    expect(mails.map((mail) => new URL(linkOf(h.app, mail)!).hostname)).toEqual([INSTALL])
  })
  const ask = (table: string, values: string) =>
    h.db.write((tx) => tx.run(`insert into ${table} (id, email, created_at) values ${values}`, tx.now))
})

test('pages at an own domain say where people change how they sign in, and offer no more than they allow', async () => {
  const at = async (host: string, domain_of: string | null, path: string) =>
    (await visit(host, `/app/w/ten_bakery${path}`, { cookie: await cookieOf('ada', domain_of) })).text()
  for (const path of ['/account', '/account/factors']) {
    expect(await at(OWN, 'ten_bakery', path)).toContain(`<a href="http://${INSTALL}/app">${INSTALL}</a>`)
    expect(await at(INSTALL, null, path)).not.toContain(`<a href="http://${INSTALL}/app">${INSTALL}</a>`)
  }
  expect(await at(OWN, 'ten_bakery', '/account')).not.toContain('current_password')
  expect(await at(INSTALL, null, '/account')).toContain('current_password')
  expect(await at(OWN, 'ten_bakery', '/members')).not.toContain('value="admin"')
  expect(await at(INSTALL, null, '/members')).toContain('value="admin"')
})
