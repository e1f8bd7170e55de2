import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Agency, agency } from './agency.ts'
import type { Reply } from './appliance.ts'
import { type Site, site } from './site.ts'

setDefaultTimeout(600_000)

/** Posts a body that is announced to have so many octets and never comes, or one of no known length that never ends. */
function announced(address: string, path: string, octets: number | null, headers: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let answer = ''
  const piece = Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`)
  const send = (): void => {
    if (answer !== '' || socket.destroyed) return
    if (socket.write(piece)) setTimeout(send)
    else socket.once('drain', send)
  }
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.on('error', () => {}).on('close', () => resolve(answer))
  const length = octets === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${octets}`
  const lines = Object.entries({ Host: 'push.northwind.example', Connection: 'close', ...headers })
  socket.write([`POST ${path} HTTP/1.1`, ...lines.map((line) => line.join(': ')), length, '', ''].join('\r\n'))
  if (octets === null) send()
  return promise
}

/** Listens on loopback, which this install may not reach. */
let inside: Site
let one: Agency
/** A client of the agency, with a key of its own, and what belongs to another client. */
let key: string
let foreign: { tenant_id: string; job_id: string; key_id: string; site_id: string; line_id: string }

type Made = { id: string }

beforeAll(async () => {
  inside = site()
  one = await agency({ env: { SIGNALPOST_ALLOW_NETWORKS: '' } })
  const [own, other] = [
    await one.post<Made>('/tenants', { name: 'Bakery', kind: 'client' }),
    await one.post<Made>('/tenants', { name: 'Florist', kind: 'client' }),
  ]
  const keyOf = (tenant_id: string) =>
    one.post<Made & { secret: string }>('/api-keys', { tenant_id, role: 'owner', rate_per_min: 600 })
  key = (await keyOf(own.id)).secret
  const tenant_id = other.id
  await one.post('/credits/allocate', { tenant_id, amount: 5, kind: 'index' })
  const job = await one.push(['https://florist.example/roses'], { tenant_id, preflight: false })
  const indexnow = await one.post<Made>('/indexnow/sites', { host: 'florist.example', tenant_id })
  const [line] = await one.all<Made>(`/credits/ledger?tenant_id=${tenant_id}`)
  foreign = { tenant_id, job_id: job.id, key_id: (await keyOf(tenant_id)).id, site_id: indexnow.id, line_id: line!.id }
  await one.reaches(job.id, 'watching')
})
afterAll(async () => {
  await one.close()
  inside.stop()
})

const bakery = (method: string, path: string, body?: unknown) =>
  one.ask(method, path, body, { authorization: `Bearer ${key}` })
const URLS = ['https://bakery.example/bread']
const pathsOf = ({ error }: Reply) => (error.details?.issues as { path: string }[] | undefined)?.map(({ path }) => path)

/** Settings that the install writes when it measures itself: on a busy machine at any moment. */
const MEASURED = "'loop_stalls', 'size_by_day', 'sent_urls_until'"
/** Of what was sent before, a task keeps a memory; the trail names what is out of reach. */
const WHERE: Record<string, string> = {
  settings: `where name not in (${MEASURED})`,
  audit: "where action <> 'refused'",
}

/** Rows of every table but the counters and the log of runs, from a copy of the database of the stopped install. */
async function rows(): Promise<Record<string, number>> {
  expect(await one.stop()).toBe(0)
  const copy = join(one.folder, 'copy.db')
  copyFileSync(join(one.data_dir, 'signalpost.db'), copy)
  await one.start()
  const database = new Database(copy, { readonly: true })
  const tables = database
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !['day_counters', 'task_runs', 'sent_urls'].includes(name))
  const count = (name: string, where = WHERE[name] ?? '') =>
    database.query<{ n: number }, []>(`select count(*) as n from "${name}" ${where}`).get()!.n
  const counts = Object.fromEntries(tables.map((name) => [name, count(name)]))
  counts.refusals = count('audit', "where action = 'refused'")
  database.close()
  return counts
}

test('bad input is refused with the field by name, foreign ids read as missing whatever comes along, and nothing is stored', async () => {
  const before = await rows()
  expect(before).toMatchObject({ jobs: 1, links: 1, batches: 1 })

  const refused: [status: number, paths: string[] | undefined, reply: Promise<Reply>][] = [
    [422, ['drip'], one.ask('POST', '/jobs', { urls: URLS, drip: 3 })],
    [422, ['drip_days'], one.ask('POST', '/jobs', { urls: URLS, drip_days: '3' })],
    [422, ['drip_days'], one.ask('POST', '/jobs', { urls: URLS, drip_days: 31 })],
    [422, ['urls'], one.ask('POST', '/jobs', { urls: 7 })],
    [422, ['urls.1'], one.ask('POST', '/jobs', { urls: [...URLS, 7] })],
    [422, ['urls'], one.ask('POST', '/jobs', { urls: [] })],
    [422, ['urls'], one.ask('POST', '/jobs', {})],
    [422, ['push_anyway.0'], one.ask('POST', '/jobs', { urls: URLS, push_anyway: ['https://other.example/'] })],
    [422, ['force_refresh'], one.ask('POST', '/jobs', { urls: URLS, force_refresh: true })],
    [422, ['amount'], one.ask('POST', '/credits/allocate', { tenant_id: foreign.tenant_id, amount: 1.5 })],
    [422, ['name'], one.ask('POST', '/tenants', { name: 'x'.repeat(121), kind: 'client' })],
    [422, [''], one.ask('POST', '/jobs', '{"urls": ["https://bakery.example/bread"')],
    [422, [''], one.ask('POST', '/jobs', [URLS])],
    [413, ['urls'], one.ask('POST', '/jobs', { urls: Array(10_001).fill(URLS[0]) })],
    [415, undefined, one.ask('POST', '/jobs', 'urls=x', { 'content-type': 'application/x-www-form-urlencoded' })],
    [422, ['page_size'], one.ask('GET', '/jobs?page_size=201')],
    [422, ['page'], one.ask('GET', '/jobs?page=0')],
    [422, ['sort'], one.ask('GET', '/jobs?sort=tenant_id')],
    [422, ['dir'], one.ask('GET', '/jobs?dir=up')],
    [422, ['colour'], one.ask('GET', '/jobs?colour=red')],
    [422, ['status'], one.ask('GET', '/jobs?status=fine')],
  ]
  for (const [status, paths, reply] of refused) {
    const given = await reply
    expect([given.status, pathsOf(given)]).toEqual([status, paths])
  }

  const { tenant_id, job_id, key_id, site_id, line_id } = foreign
  const bogus = { no_such_field: true }
  const missing = [
    bakery('GET', `/jobs/${job_id}`),
    bakery('GET', `/jobs/${job_id}/urls?page_size=999`),
    bakery('POST', `/jobs/${job_id}/cancel`, bogus),
    bakery('POST', `/jobs/${job_id}/check`, bogus),
    bakery('PATCH', `/jobs/${job_id}`, { name: 7 }),
    bakery('DELETE', `/jobs/${job_id}`),
    bakery('POST', '/jobs', { tenant_id, urls: 'not even a list' }),
    bakery('GET', `/credits?tenant_id=${tenant_id}`),
    bakery('GET', `/credits/ledger/${line_id}`),
    bakery('POST', '/credits/allocate', { tenant_id, amount: 'all' }),
    bakery('PATCH', `/tenants/${tenant_id}`, bogus),
    bakery('PATCH', `/api-keys/${key_id}`, bogus),
    bakery('POST', `/api-keys/${key_id}/revoke`, bogus),
    bakery('DELETE', `/indexnow/sites/${site_id}`),
    one.ask('GET', '/jobs/no-such-job'),
    one.ask('POST', `/jobs/${crypto.randomUUID()}/cancel`, bogus),
  ]
  for (const reply of missing) expect((await reply).error).toMatchObject({ code: 'not_found' })
  expect((await Promise.all(missing)).map(({ status }) => status)).toEqual(missing.map(() => 404))

  expect(await rows()).toEqual({ ...before, refusals: missing.length })
})

const PRIVATE =
  `127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 127。0。0。1 １２７.0.0.1 %31%32%37.0.0.1
  127.255.255.254 0 0.0.0.0 10.0.0.1 10.1 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 0xa9fea9fe 100.64.0.1
  192.0.0.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [0:0:0:0:0:ffff:a9fe:a9fe] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [2002:7f00:1::] [fd00::1] [fc00::1]
  [fe80::1] [ff02::1] localhost LOCALHOST localhost. printer.local nas.localdomain intranet service.internal`.split(
    /\s+/,
  )

const NO_URL = [
  '127.0.0.1',
  '//127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/',
  'http://root@127.0.0.1/',
  'http://[::1%25lo]/',
  'http://127.0.0.1.1/',
  'http://999.1.1.1/',
  'http://',
  'javascript:alert(1)',
]

test('a body however large is refused as 413 with the policy and in words, at every door, and is not taken in', async () => {
  const bearer = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const form = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const [path, headers, words] of [
    ['/api/v1/jobs', bearer, '"code":"body_too_large","message":"The body may have at most 32 MiB."'],
    ['/api/v1/tenants', bearer, '"code":"body_too_large","message":"The body may have at most 4 MiB."'],
    ['/mcp', bearer, 'The body may have at most 32 MiB.'],
    ['/app/sign-in', form, 'A form may have at most 64 KiB. Nothing was changed: go back and send it in parts.'],
  ] as [string, Record<string, string>, string][])
    for (const octets of [80 << 20, 8_000_000_000, null]) {
      let answer = ''
      // On a busy machine the reset of a connection that still sends may overtake the answer: this is TCP's way.
      for (let tries = 0; answer === '' && tries < 5; tries++)
        answer = await announced(one.address(), path, octets, headers)
      expect(answer).toStartWith('HTTP/1.1 413 ')
      expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'; script-src 'self'")
      expect(answer).toContain(words)
    }
})

test('a private address is flagged in whatever way it is written, with a port or without, and never connected to', async () => {
  const { port } = new URL(inside.url)
  const urls = PRIVATE.flatMap((host) => [`http://${host}/`, `http://${host}:${port}/secret`, `https://${host}/`])
  const { results } = await one.post<Preflight>('/preflight', { urls })
  for (const { url, flags } of results) expect({ url, flags }).toEqual({ url, flags: ['private_address'] })
  const { invalid } = await one.post<Preflight>('/preflight', { urls: [...NO_URL, 'http://127.0.0.1/'] })
  expect(invalid.map(({ given }) => given)).toEqual(NO_URL)
  expect(inside.hits).toEqual([])
})

type Preflight = { results: { url: string; flags: string[] }[]; invalid: { given: string }[] }
