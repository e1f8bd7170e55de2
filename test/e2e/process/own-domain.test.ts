/** Through the binary: a client's own domain carries its brand, and belongs to it alone. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Credential } from '../../contract/seed-cast.ts'
import { ADAS_PASSWORD } from '../../domains/accounts/seed.ts'
import { PICTURES } from '../../domains/branding/pictures.ts'
import { brandingIn, PLATFORM, type WhiteLabel, whiteLabel } from '../white-label.ts'

setDefaultTimeout(600_000)

const BAKERY = 'seo.bakery.example'
const RIVAL = 'seo.rival.example'

let one: WhiteLabel
let logo: string
let report: string
beforeAll(async () => {
  one = await whiteLabel({ ten_bakery: BAKERY, ten_rival: RIVAL })
  const brand = { accent: '#c2316b', from_name: 'Corner Bakery', domain: BAKERY }
  const logo_url = one.origin.offer(PICTURES.jpeg)
  logo = new URL(brandingIn(await one.put({ ...brand, logo_url }, 'ten_bakery')).logo_served_url!).pathname
  await one.put({ domain: RIVAL, from_name: 'Rival Search' }, 'ten_rival', one.seeded.rival.owner.key)
  const jobs = await one.api('GET', '/jobs?tenant_id=ten_bakery')
  const [job] = (jobs.json!.data as { items: { id: string }[] }).items
  const shared = await one.api('POST', `/jobs/${job!.id}/share`, undefined, {})
  report = new URL((shared.json!.data as { url: string }).url).pathname
})
afterAll(() => one.close())

const textAt = async (...where: Parameters<WhiteLabel['visit']>): Promise<string> => (await one.visit(...where)).text()

const expectBrand = (html: string) => {
  for (const part of ['Corner Bakery', `src="${logo}"`, 'href="/app/brand/accent.c2316b.css"'])
    expect(html).toContain(part)
  expect(html).not.toContain('Signalpost')
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const enter = (host: string) => {
  const body = new URLSearchParams({ email: 'usr_agency_owner@agency.example', password: ADAS_PASSWORD })
  return one.visit('/app/sign-in', host, { origin: `http://${host}`, ...FORM }, { method: 'POST', body })
}
const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';', 1)[0]!

test("an own domain answers the sign-in, and a client's report, with the client's name, logo and accent", async () => {
  expectBrand(await textAt('/app/sign-in', BAKERY))
  expectBrand(await textAt(report, BAKERY))
  expect((await one.visit(logo, BAKERY)).status).toBe(200)
  expect((await one.visit('/app/brand/accent.c2316b.css', BAKERY)).status).toBe(200)
})

test('an own domain lets people in, and shows them its workspace and no other', async () => {
  const cookie = cookieOf(await enter(BAKERY))
  const home = await one.visit('/app', BAKERY, { cookie })
  expect([home.status, home.headers.get('location')]).toEqual([303, '/app/w/ten_bakery'])
  expectBrand(await textAt('/app/w/ten_bakery', BAKERY, { cookie }))
  expect((await one.visit('/app/w/ten_northwind', BAKERY, { cookie })).status).toBe(404)
})

test("the own domain of another agency never shows this one's brand, whoever asks for whatever", async () => {
  const cookie = cookieOf(await enter(RIVAL))
  for (const path of ['/app', '/app/sign-in', '/app/w/ten_bakery', '/app/w/ten_northwind', report, `${report}/csv`]) {
    // Rival's own provider has the name of the example.
    const html = (await textAt(path, RIVAL, { cookie })).replaceAll('Bakery sign-in', '')
    const told = /.{80}(Bakery|Northwind|c2316b|app\/brand\/ten_).{40}/.exec(html)?.[0]
    expect([path, told]).toEqual([path, undefined])
  }
  expect((await one.visit(report, RIVAL)).status).toBe(404)
  expect(await textAt('/app/sign-in', RIVAL)).toContain('Sign in to Rival Search')
})

test.each([PLATFORM, '127.0.0.1'])(
  "%s is nobody's own domain: there the sign-in is that of the product",
  async (host) => {
    // The install's own provider has the name of the example.
    const html = (await textAt('/app/sign-in', host)).replaceAll('Bakery sign-in', '')
    expect(html).toContain('Signalpost')
    expect(html).not.toMatch(/Bakery|Rival|\/app\/brand\//)
  },
)

test.each(['stranger.example', `${BAKERY}.evil.example`])('%s is no address of this install', async (host) => {
  const html = await textAt('/app/sign-in', host)
  expect(html).toContain('This is not the address of this install')
  expect(html).not.toMatch(/Bakery|Rival|\/app\/brand\//)
})

test.each([BAKERY, BAKERY.toUpperCase()])(
  'a domain that is taken (%s) is refused to others, and stays where it is',
  async (domain) => {
    const { status, json } = await one.put({ domain }, 'ten_rival', one.seeded.rival.owner.key)
    expect([status, json!.error!.code]).toEqual([409, 'conflict'])
    expect((await one.branding('ten_bakery')).domain).toBe(BAKERY)
    expect((await one.branding('ten_rival', one.seeded.rival.owner.key)).domain).toBe(RIVAL)
  },
)

test.each([PLATFORM, 'Push.Platform.Example', '127.0.0.1', 'localhost', `${BAKERY}:80`, `http://${BAKERY}`])(
  'an own domain cannot be %s',
  async (domain) => {
    const { status, json } = await one.put({ domain })
    expect([status, json!.error!.details!.issues![0]!.path]).toEqual([422, 'domain'])
  },
)

test('an own domain answers the API for its own tree: by a key of it, and by a session whose own pages ask', async () => {
  const ask = async (who: Credential, host: string) =>
    (await one.api('GET', '/tenants/ten_bakery', who, undefined, host)).status
  const made = await one.api('POST', '/api-keys', one.seeded.northwind.owner, {
    ...{ tenant_id: 'ten_bakery', name: 'Bakery', role: 'member' },
  })
  const { secret } = made.json!.data as { secret: string }
  const client = { authorization: `Bearer ${secret}` }
  expect([await ask(client, BAKERY), await ask(client, PLATFORM)]).toEqual([200, 200])
  const agency = one.seeded.northwind.owner
  expect([await ask(agency, BAKERY), await ask(agency, PLATFORM)]).toEqual([403, 200])
  const cookie = cookieOf(await enter(BAKERY))
  const rename = async (from: string) =>
    (await one.api('PATCH', '/tenants/ten_bakery', { cookie, origin: `http://${from}` }, { name: 'Bakery' }, BAKERY))
      .status
  expect([await rename(BAKERY), await rename(RIVAL), await rename('evil.example')]).toEqual([200, 403, 403])
  expect((await one.api('GET', '/me', { cookie })).status).toBe(401)
})

test('an own domain is none of MCP, whose tokens are made out to the address of the install', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const accept = 'application/json, text/event-stream'
  const list = (host: string) => {
    const headers = { ...one.seeded.northwind.owner, 'content-type': 'application/json', accept }
    return one.visit('/mcp', host, headers, { method: 'POST', body })
  }
  expect([(await list(PLATFORM)).status, (await list(BAKERY)).status]).toEqual([200, 403])
})
