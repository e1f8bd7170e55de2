/** Sign-in, connecting and signing out against `oidc-provider`, over HTTP and without script. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { redirectOf } from '../../../src/features/sso/index.ts'
import { hashSecret, newSecret } from '../../../src/kernel/secrets/ids.ts'
import { ssoWorld, tokenIn } from '../../features/sso/setting.ts'
import { CLIENT } from '../../upstreams/identity-provider.ts'
import { openOidcProvider, type People } from '../../upstreams/oidc-provider.ts'
import type { World } from '../../world.ts'
import { browserOf } from '../browser.ts'

const people: People = {
  eve: { email: 'eve@northwind.example', email_verified: true, name: 'Eve', groups: ['seo'] },
  ben: { email: 'ben@northwind.example', email_verified: true, name: 'Ben' },
}

let w: World
let pages: ReturnType<typeof browserOf>
let op: Awaited<ReturnType<typeof openOidcProvider>>
let SITE: string
let id: string
beforeAll(async () => {
  w = ssoWorld()
  w.clock.set(new Date().toISOString())
  pages = browserOf(w)
  SITE = w.app.config.site_url
  op = await openOidcProvider(people)
  const made = await w.call<{ id: string }>('pat', 'create_identity_provider', {
    ...{ name: 'Acme login', kind: 'generic', issuer: op.url, ...CLIENT },
    ...{ creates: true, domains: ['northwind.example'], end_session: true },
    rules: [
      { value: 'seo', tenant_id: 'ten_northwind', role: 'member' },
      { value: 'leads', tenant_id: 'ten_northwind', role: 'admin' },
    ],
  })
  id = made.id
  op.register([redirectOf(SITE, id)], [`${SITE}/app/sign-in`])
})
afterAll(async () => {
  await op.close()
  w.close()
})

const told = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  html: await response.text(),
})

/** A browser: cookies by site, redirects followed by hand. Our site is asked in this process. */
function browser() {
  const jars = new Map<string, Map<string, string>>()
  async function go(
    address: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; status: number; text: string; headers: Headers }> {
    const url = new URL(address, SITE)
    const ours = url.origin === SITE
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    const headers: Record<string, string> = {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': form ? 'same-origin' : 'none',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    }
    const init = {
      headers,
      redirect: 'manual' as const,
      ...(form ? { method: 'POST', body: new URLSearchParams(form).toString() } : {}),
    }
    const answer = ours ? await pages.raw(url.pathname + url.search, init) : await fetch(url.href, init).then(told)
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, value] = cookie.split(';', 1)[0]!.split(/=(.*)/s) as [string, string]
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    const { status, headers: answered, html: text } = answer
    const location = answered.get('location')
    if (!location || status < 300 || status > 399) return { url: url.href, status, text, headers: answered }
    return go(new URL(location, url).href)
  }
  const action = (text: string) => /action="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  return {
    go,
    jar: (origin: string) => jars.get(origin),
    /** Types a name at the provider and agrees, until our site answers. */
    async at(page: Awaited<ReturnType<typeof go>>, login: string) {
      let shown = page
      for (let n = 0; n < 3 && shown.url.startsWith(op.url); n++) {
        const login_asked = shown.text.includes('name="login"')
        shown = await go(
          new URL(action(shown.text), shown.url).href,
          login_asked ? { prompt: 'login', login, password: 'x' } : { prompt: 'consent' },
        )
      }
      return shown
    },
  }
}

const roles = () =>
  w.db.read((tx) =>
    tx.rows("select m.role from members m join users u on u.id = m.user_id where u.email = 'eve@northwind.example'"),
  )
const start = () => `/app/sso/${id}/start`

test('a new person gets an account, the same at the second sign-in, with the role of the group; signing out goes on there', async () => {
  const b = browser()
  const door = await b.go('/app/sign-in')
  expect(door.text).toContain(`href="${start()}"`)
  expect(door.text).toContain('Sign in with Acme login')
  const first = await b.at(await b.go(start()), 'eve')
  expect(new URL(first.url).pathname).toBe('/app/w/ten_northwind')
  expect(first.status).toBe(200)
  expect(roles()).toEqual([{ role: 'member' }])
  people.eve!.groups = ['leads']
  const second = browser()
  expect(new URL((await second.at(await second.go(start()), 'eve')).url).pathname).toBe('/app/w/ten_northwind')
  expect(roles()).toEqual([{ role: 'admin' }])
  expect(w.db.read((tx) => tx.number('select count(*) from identities'))).toBe(1)
  const out = await b.go('/app/sign-out', {})
  expect(out.headers.get('refresh')).toContain(`url=${op.url}/session/end?id_token_hint=`)
  expect(out.headers.get('clear-site-data')).toContain('cache')
  expect(b.jar(SITE)!.get('sid')).toBeUndefined()
})

test('a cancelled sign-in, a strange answer and a provider that is off lead back, with no session', async () => {
  const b = browser()
  const page = await b.go(start())
  const shown = await b.go(new URL(/href="([^"]*abort[^"]*)"/.exec(page.text)![1]!, page.url).href)
  expect([shown.status, new URL(shown.url).pathname]).toEqual([200, '/app/sign-in'])
  expect(shown.text).toContain('cancelled')
  const strange = await b.go(`/app/sso/${id}/callback?code=x&state=y`)
  expect([strange.status, strange.text.includes('Start again')]).toEqual([400, true])
  expect((await b.go('/app/sso/nothing/start')).status).toBe(404)
  expect(b.jar(SITE)!.has('sid')).toBe(false)
})

test('a person with an account is asked by letter, and the page is the same as for a stranger', async () => {
  const b = browser()
  const shown = await b.at(await b.go(start()), 'ben')
  expect(shown.text).toContain('Not connected yet')
  expect(b.jar(SITE)!.has('sid')).toBe(false)
  const link = `/app/sso/connect?token=${tokenIn(w, 'connect_provider')}`
  const elsewhere = browser()
  expect((await elsewhere.go(link)).text).toContain('Open the link in the browser in which you signed in')
  expect(await elsewhere.go(link, {})).toMatchObject({ status: 409 })
  const here = await b.go(link)
  expect([here.status, here.text.includes('Connect Acme login?')]).toEqual([200, true])
})

test('the link of the letter about a new connection asks, then disconnects', async () => {
  const token = newSecret('spx')
  w.db.write((tx) => {
    tx.run("insert into identities values ('own', ?, 'vera', 'usr_vera', null, 'self', ?, null)", id, tx.now)
    return tx.run("insert into sso_undos values (?, 'own', '2999-01-01')", hashSecret(token))
  })
  const b = browser()
  const asked = await b.go(`/app/sso/undo?token=${token}`)
  expect([asked.status, asked.text.includes('Disconnect Acme login?')]).toEqual([200, true])
  expect((await b.go(`/app/sso/undo?token=${token}`, {})).text).toContain('Acme login is disconnected')
  expect(w.db.read((tx) => tx.number("select count(*) from identities where id = 'own'"))).toBe(0)
  expect((await b.go(`/app/sso/undo?token=${token}`)).status).toBe(404)
})

test('of a body without end that a stranger sends as a logout token, a part is read', async () => {
  let pieces = 0
  const body = new ReadableStream({
    pull(controller) {
      if (++pieces > 200) controller.close()
      else controller.enqueue(new Uint8Array(16 << 10))
    },
  })
  const { status } = await pages.raw(`/app/sso/${id}/backchannel`, { method: 'POST', body })
  expect([status, pieces < 20]).toEqual([413, true])
})

test('the pages of settings show a provider, its test and its people, and never the secret', async () => {
  const self = `/app/platform/sso`
  expect((await pages.visit('pat', self)).html).toContain('Acme login')
  const page = await pages.visit('pat', `${self}/${id}`)
  expect(page.html).toContain(redirectOf(SITE, id))
  expect(page.html).not.toContain(CLIENT.client_secret)
  expect((await pages.send('pat', `${self}/${id}/test`)).text).toContain('Keys')
  const tried = await pages.send('pat', `${self}/${id}/try`)
  expect([tried.status, tried.headers.get('refresh')?.includes(op.url)]).toEqual([200, true])
})

test('group rules are added and removed on the page; a second one of the same kind is one, a bad one is said at its field', async () => {
  const self = `/app/platform/sso/${id}`
  const rules = async () => (await w.call<{ rules: { value: string }[] }>('pat', 'get_identity_provider', { id })).rules
  const rule = { value: 'bakers', tenant_id: 'ten_bakery', role: 'client_viewer' }
  for (let n = 0; n < 2; n++) expect((await pages.send('pat', `${self}/rules`, rule)).status).toBe(303)
  expect((await rules()).filter(({ value }) => value === 'bakers')).toEqual([rule])
  expect((await pages.visit('pat', self)).text.replace(/\s+/g, ' ')).toContain('bakers Viewer Bakery')
  const refused = await pages.send('pat', `${self}/rules`, { ...rule, value: '' })
  expect([refused.status, refused.html.includes('aria-describedby="rule-value')]).toEqual([422, true])
  expect((await pages.send('pat', `${self}/rules/remove`, rule)).status).toBe(303)
  expect(await rules()).toHaveLength(2)
  expect((await pages.send('ben', `${self}/rules`, rule)).status).toBe(404)
})

test('the settings say what to paste where at Google, Entra and Okta', async () => {
  const { text } = await pages.visit('pat', '/app/platform/sso')
  for (const words of ['Authorised redirect URIs', 'Directory (tenant) ID', 'Create App Integration'])
    expect(text).toContain(words)
})
