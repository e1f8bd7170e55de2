/**
 * Planted secrets are found nowhere: a distinctive one in every secret input, suppliers and a mail server that repeat what
 * they are told in every way, and then a search of the database files, the log, and every answer.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { HOUR, MINUTE } from '../../src/kernel/time/clock.ts'
import { operations } from '../../src/operations/index.ts'
import { site } from '../../views/site.tsx'
import { inLongRun } from '../long/whole.ts'
import { heard, MODES, type Parrot, parrot, SQUAWK } from '../upstreams/parrot.ts'
import { searchConsole } from '../upstreams/search-console.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { type Appliance, appliance, CAN_TURN, until } from './appliance.ts'
import { inputOf, plant, secretInputs, tracer } from './planted.ts'
import { plantFactor, plantHooks, plantProvider, plantSink } from './planted-hooks.ts'
import { repeatingSuppliers, type Suppliers } from './repeating.ts'

setDefaultTimeout(600_000)

// What was refused is tried again later.
const turning = test.skipIf(!CAN_TURN)
const turningLong = CAN_TURN ? inLongRun : turning

const SETTINGS = ['update_email_settings', 'update_crawl_settings', 'update_integrations']
const OWN = [
  'add_passkey',
  'change_password',
  'confirm_totp',
  'create_user',
  'prove_yourself',
  'put_google_client',
  'update_profile',
]
const DEPLOYS = ['create_deploy_hook', 'rotate_deploy_hook', 'update_deploy_hook']
const SOURCE_HEADERS = ['create_standing_push', 'preview_standing_push', 'update_standing_push']
const SSO = ['create_identity_provider', 'update_identity_provider']
const SINKS = ['create_audit_sink', 'update_audit_sink']
const HOOKS = [...DEPLOYS, ...SOURCE_HEADERS, ...SSO, ...SINKS, 'put_bounce_hook', 'verify_webhook_signature']
const { planted, public_key } = plant(secretInputs())
const of = (input: string): string => planted.get(input)!

const READER = 'reader@project.example'
const PROPERTY = 'sc-domain:bakery.example'
const SITE = 'https://bakery.example'
const PASSWORD = 'seven lamps over the harbour'
const SLOTS = ['scan_standard', 'scan_live', 'scan_bing', 'upstream'] as const
const SOURCES = ['search_console', ...SLOTS].map((name) => `/settings/integrations/${name}/test`)
const TESTS = [...SOURCES, '/settings/crawl/primary/test', '/settings/crawl/fallback/test']

/** The adapters of the slots and routes, one set after the other. */
const HALVES = [
  ['dataforseo', 'serpapi', 'bing_webmaster', 'crawl_supplier', 'speedyindex', 'rapidurlindexer'],
  ['serper', 'dataforseo_live', 'serpapi_bing', 'search_console', 'rapidurlindexer', 'speedyindex'],
] as const
type Half = (typeof HALVES)[number]
const isFirst = (half: Half): boolean => half === HALVES[0]

let one: Appliance
let bird: Parrot
let mail: Awaited<ReturnType<typeof smtpServer>>
let google: ReturnType<typeof searchConsole>
/** Suppliers that work, and what stands before each and repeats. */
let suppliers: Suppliers = {}
let bearer = ''
let cookie = ''
/** Everything that was answered, headers too. */
const told: { to: string; status: number; text: string }[] = []
/** What is made up as things go: keys, cookies, tokens. */
const made: [string, string][] = []

beforeAll(async () => {
  if (!CAN_TURN) return
  const now = () => one.clock.now()
  bird = parrot(now)
  mail = await smtpServer()
  google = searchConsole({
    now,
    public_key,
    client_email: READER,
    properties: [PROPERTY],
    verdict: () => ({ verdict: 'PASS', coverageState: 'Submitted and indexed' }),
  })
  suppliers = repeatingSuppliers(now, of, google)
  one = await appliance({ SIGNALPOST_LOG_LEVEL: 'debug', SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' })
  const key = await one.post<{ secret: string }>('/api-keys', { name: 'Search', role: 'owner', rate_per_min: 600 })
  bearer = key.secret
  made.push(['the API key', bearer])
  await must('POST', '/indexnow/sites', { host: SITE })
  await sendMail()
  await useAccount()
  made.push(...(await plantHooks(planted, once(by(bearer)), bird.url)))
  for (const half of HALVES) {
    await connect(half, () => bird.url)
    await refuseAll()
    await connect(half, (name) => suppliers[name]!.before.url)
    await answerAll()
  }
}, 600_000)
afterAll(async () => {
  if (!CAN_TURN) return
  await one.close()
  bird.stop()
  mail.stop()
  google.stop()
  for (const { server, before } of Object.values(suppliers)) {
    server.stop()
    before.stop()
  }
})

/** Plugs in one half of the adapters, each with all the secrets its place has, where `address` says. */
async function connect(half: Half, address: (name: string) => string): Promise<void> {
  const [scan_standard, scan_live, scan_bing, upstream, primary, fallback] = half
  const which = isFirst(half) ? 'first' : 'second'
  const crawl = inputOf(planted, 'update_crawl_settings') as { routes: Record<string, object> }
  Object.assign(crawl.routes.primary!, { adapter: primary, base_url: address(`${which} primary`) })
  Object.assign(crawl.routes.fallback!, { adapter: fallback, base_url: address(`${which} fallback`) })
  await must('PUT', '/settings/crawl', crawl)
  const engines = inputOf(planted, 'update_integrations') as Engines
  for (const [slot, adapter] of Object.entries({ scan_standard, scan_live, scan_bing, upstream }))
    Object.assign(engines.engines[slot]!, { adapter, base_url: address(adapter) })
  const base_url = address('search_console')
  const token_uri = base_url === bird.url ? `${bird.url}/token` : google.token_uri
  Object.assign(engines.search_console.service_account, { client_email: READER, token_uri })
  Object.assign(engines.search_console, { base_url, properties: [PROPERTY] })
  await must('PUT', '/settings/integrations', engines)
  await must('POST', '/settings/crawl/breaker/reset')
}
type Engines = { engines: Record<string, object>; search_console: { service_account: object } }

/** Everything asks, and is refused in every way that repeats what it said. */
async function refuseAll(): Promise<void> {
  for (const mode of MODES)
    for (const status of [400, 401]) {
      Object.assign(bird, { mode, status })
      await Promise.all(TESTS.map((path) => must('POST', path)))
    }
  for (const mode of ['message', 'escaped'] as const) {
    Object.assign(bird, { mode, status: 400 })
    await orderAll(mode)
  }
}

/** Everything asks, and is answered with what it asked for and what it said. */
async function answerAll(): Promise<void> {
  const verdicts = await Promise.all(TESTS.map((path) => must<{ ok: boolean; message: string }>('POST', path)))
  expect(verdicts.filter(({ ok }) => !ok)).toEqual([])
  await orderAll('answered')
}

/** A push and a look of each slot, until something came of all. */
async function orderAll(name: string): Promise<void> {
  const urls = [`${SITE}/shown`, `${SITE}/hidden`]
  const checks = await Promise.all(
    SLOTS.map((engine) => must<{ id: string }>('POST', '/check', { urls, engine, name: `${name} ${engine}` })),
  )
  const push = await must<{ id: string }>('POST', '/jobs', { urls, name, preflight: false })
  const state = async (id: string) => (await one.get<{ status: string }>(`/jobs/${id}?url_limit=0`)).status
  await until(`the orders, ${name}`, async () => {
    // What a supplier refused may be tried again later.
    one.clock.turn(HOUR)
    await one.tick()
    const states = await Promise.all([push, ...checks].map(({ id }) => state(id)))
    return states.every((status) => status === 'done' || status === 'watching')
  })
}

async function sendMail(): Promise<void> {
  const password = of('update_email_settings password')
  const [user, plain] = ['ops', Buffer.from(`\0ops\0${password}`).toString('base64')]
  const settings = { host: '127.0.0.1', port: mail.port, secure: 'none', user, from_address: 'ops@northwind.example' }
  await must('PUT', '/settings/email', { ...inputOf(planted, 'update_email_settings'), ...settings })
  const words = `${SQUAWK} ${password} ${plain} AUTH PLAIN ${Buffer.from(password).toString('base64')}`
  const signIn = `${user}:${password}`
  for (const behaviour of [
    { login: signIn },
    { login: signIn, recipient: `550 ${words}` },
    { login: signIn, recipient: undefined, answer: `554 ${words}` },
    { login: 'somebody:else' },
  ]) {
    Object.assign(mail.behaviour, behaviour)
    await must('POST', '/settings/email/test', { to: 'ada@northwind.example' })
  }
  expect(mail.received[0]?.login).toBe(signIn)
}

/** Passwords that are wrong, then the right one, then a new one. */
async function useAccount(): Promise<void> {
  const email = 'ada@northwind.example'
  const enter = (password: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
    return ask('POST', '/app/sign-in', `${new URLSearchParams({ email, password })}`, headers, '')
  }
  const wrong = of('change_password current_password')
  expect((await enter(wrong)).status).toBe(422)
  const { headers } = await enter(PASSWORD)
  cookie = headers.getSetCookie()[0]!.split(';')[0]!
  made.push(['the session', cookie.split('=')[1]!])
  const mine = { cookie, 'sec-fetch-site': 'same-origin' }
  const profile = { email: 'lovelace@northwind.example', ...inputOf(planted, 'update_profile') }
  expect((await ask('PATCH', '/profile', profile, mine)).status).toBe(422)
  const change = inputOf(planted, 'change_password')
  expect((await ask('POST', '/profile/password', change, mine)).status).toBe(422)
  const changed = await ask('POST', '/profile/password', { ...change, current_password: PASSWORD }, mine)
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)])
  cookie = changed.headers.getSetCookie()[0]!.split(';')[0]!
  made.push(['the session after it', cookie.split('=')[1]!])
  const mo = { email: 'mo@northwind.example', name: 'Mo', ...inputOf(planted, 'create_user') }
  await must('POST', '/users', mo)
  await must('POST', '/invites')
  const session = { cookie, 'sec-fetch-site': 'same-origin' }
  const status = async (method: string, path: string, body?: unknown) => (await ask(method, path, body, session)).status
  const client = {
    client_id: '248.apps.googleusercontent.example',
    base_url: bird.url,
    ...inputOf(planted, 'put_google_client'),
  }
  expect([await status('PUT', '/settings/google', client), await status('POST', '/settings/google/test')]).toEqual([
    200, 200,
  ])
  await plantProvider(planted, once(session))
  made.push(...(await plantSink(planted, once(session), bird.url)))
  made.push(...(await plantFactor(planted, one.clock.now(), once(session), status)))
}

type Sent = Record<string, string>

/** Asks as the key, unless the headers say otherwise, and keeps what was answered. */
async function ask(method: string, path: string, body?: unknown, headers: Sent = by(bearer), at = '/api/v1') {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const type: Sent = text === undefined ? {} : { 'content-type': 'application/json' }
  const init = { method, body: text, headers: { ...type, ...headers }, redirect: 'manual', keepalive: false } as const
  const response = await fetch(`${one.address()}${at}${path}`, init)
  const answer = await response.text()
  const others = [...response.headers].filter(([name]) => name !== 'set-cookie')
  told.push({ to: `${method} ${path}`, status: response.status, text: `${JSON.stringify(others)}\n${answer}` })
  return { status: response.status, headers: response.headers, text: answer }
}
const by = (key: string): Sent => ({ authorization: `Bearer ${key}` })

async function must<T>(method: string, path: string, body: unknown = {}): Promise<T> {
  const { status, text } = await ask(method, path, method === 'GET' ? undefined : body)
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`)
  return (JSON.parse(text) as { data: T }).data
}

/** Asks as `must` does and keeps no answer: it shows a secret this once. */
const once =
  (headers: Sent) =>
  async <T>(method: string, path: string, body: unknown = {}): Promise<T> => {
    const { status, text } = await ask(method, path, body, headers)
    told.pop()
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`)
    return (JSON.parse(text) as { data: T }).data
  }

/** A key that asks its person first leaves an order to be read. */
async function orderThatWaits(): Promise<void> {
  const { secret } = await one.post<{ secret: string }>('/api-keys', {
    name: 'Careful',
    role: 'member',
    approval_above: 0,
  })
  made.push(['the careful key', secret])
  await ask('POST', '/jobs', { urls: [`https://${SITE}/held`] }, by(secret))
}

/** A request for credits, and one for an invite. */
async function requestsThatWait(): Promise<void> {
  await must('POST', '/credits/requests', { pack: 'try', note: 'For spring' })
  const form = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  const wish = `${new URLSearchParams({ email: 'quinn@quay.example', note: 'Forty shops' })}`
  expect((await ask('POST', '/waitlist', wish, form, '')).status).toBe(303)
}

/** What an operation asks for in its query, as its example has it. */
function requiredQuery({ input, path_names, example }: AnyOperation): string {
  const names = ((input as { required?: string[] }).required ?? []).filter((name) => !path_names.includes(name))
  const query = new URLSearchParams(names.map((name) => [name, String((example as Record<string, unknown>)[name])]))
  return names.length ? `?${query}` : ''
}

/** Addresses of an operation: what the path names is taken from the lists above it, or else from the example. */
async function addressesOf(path: string, example: Record<string, unknown>): Promise<string[]> {
  const [, before, name, after] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path) ?? []
  if (name === undefined) return [path]
  const at = before!.lastIndexOf('/')
  const items =
    (await itemsAt(before!)) ?? (await itemsAt(before!.slice(0, at))) ?? (await itemsAt(before!.slice(at))) ?? []
  const ids = items.map((item) => item[name] ?? item.id ?? item.uid)
  const some = ids.length ? [...new Set(ids)].slice(0, MOST) : [example[name]]
  return (await Promise.all(some.map((id) => addressesOf(`${before}/${id}${after}`, example)))).flat()
}

async function itemsAt(path: string): Promise<Record<string, unknown>[] | null> {
  const { status, text } = await ask('GET', `${path}?page_size=200`)
  return status === 200 ? ((JSON.parse(text) as { data: { items?: [] } }).data.items ?? null) : null
}

/** Things of a kind that are looked at. */
const MOST = 24

const traced = (text: string, more = made) => tracer([...planted, ...more])(text)

/** Every file of the data folder but the key. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'secret.key' && statSync(join(folder, name)).isFile())
    .map((name) => join(folder, name))

turning('each secret input is planted, and each secret of a supplier has really reached one', () => {
  const operations = new Set([...planted.keys()].map((input) => input.split(' ')[0]!))
  expect([...operations].toSorted()).toEqual([...SETTINGS, ...OWN, ...HOOKS].toSorted())
  const all = [bird, ...Object.values(suppliers).map(({ before }) => before)]
  const reached = traced(all.flatMap(({ received }) => received.flatMap(heard)).join('\n'))
  const never = [...planted.keys()].filter((input) => /crawl|integrations/.test(input) && !reached.includes(input))
  expect(never).toEqual(UNUSED.map((name) => `update_integrations ${name}`))
})

/** No adapter of the slot has such a secret; the key of the account signs, and stays here. */
const UNUSED = [
  'engines.scan_bing.login',
  'engines.scan_bing.password',
  'engines.upstream.login',
  'engines.upstream.password',
  'search_console.service_account.private_key',
]

turning('the log, down to the level debug, holds what suppliers said and no secret', () => {
  expect(one.log()).toContain(SQUAWK)
  expect(
    one
      .log()
      .split('\n')
      .filter((line) => traced(line).length > 0),
  ).toEqual([])
})

turning('the answers of every operation that reads hold none, and those to orders and failures neither', async () => {
  await orderThatWaits()
  await requestsThatWait()
  const reads = operations.filter(({ method }) => method === 'GET')
  const unread: string[] = []
  for (const [i, operation] of reads.entries()) {
    // A key has 600 calls a minute.
    if (i % 50 === 0) one.clock.turn(MINUTE)
    const addresses = await addressesOf(operation.path, operation.example as Record<string, unknown>)
    const answers = await Promise.all(addresses.map((path) => ask('GET', `${path}${requiredQuery(operation)}`)))
    if (!answers.some(({ status }) => status === 200)) unread.push(operation.name)
  }
  // Nothing was paid, nothing failed that nobody foresaw, no month ended, no day of results passed, no link dropped; factors and connections are for a session.
  const reports = ['get_report', 'get_report_letter', 'get_report_pdf', 'list_report_deliveries']
  const unasked = [
    'get_drop',
    'get_error',
    'get_payment',
    'get_result_cell',
    'list_factors',
    'list_own_identities',
    ...reports,
  ]
  expect(unread.toSorted()).toEqual(unasked.toSorted())
  expect(told.some(({ to, text }) => to.includes('/raw/') && text.includes(SQUAWK))).toBe(true)
  expectNothing()
})

turning('neither do the lists and errors of MCP', async () => {
  one.clock.turn(MINUTE)
  const accept = { accept: 'application/json, text/event-stream' }
  const rpc = (method: string, params: object) =>
    ask('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, { ...by(bearer), ...accept }, '')
  expect((await rpc('tools/list', {})).text).toContain('inputSchema')
  expectNothing()
})

turningLong('nor do the pages, signed in', async () => {
  const { items } = await must<{ items: { id: string }[] }>('GET', '/jobs?page_size=200')
  const plans = await must<{ items: { id: string }[] }>('GET', '/plans?page_size=200')
  // A session asks so often a minute: of people and invites one each is looked at.
  const [mo, invite] = [await itemsAt('/users'), await itemsAt('/invites')].map((found) => String(found?.[0]?.id))
  const idsFor = (path: string) =>
    path.startsWith('/app/platform/') ? [path.includes('/users/') ? mo! : invite!] : items.map(({ id }) => id)
  const paths = site.screens
    .filter(({ method, path }) => method === 'GET' && !/:(token|file)/.test(path))
    .flatMap(({ path }) => (path.includes(':id') ? idsFor(path).map((id) => path.replace(':id', id)) : [path]))
    .map((path) => path.replace(':ws', one.tenant_id).replace(':plan', plans.items[0]!.id))
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, ...(await ask('GET', path, undefined, { cookie }, '')) })),
  )
  // Who is signed in is sent on from some; whatever the address does not name is not there.
  expect(answers.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(items.length)
  expectNothing()
})

/** A backup is two lines, the database, compressed, and a digest. */
function databaseIn(backup: Buffer): string {
  const from = backup.indexOf('\n', backup.indexOf('\n') + 1) + 1
  return Bun.zstdDecompressSync(backup.subarray(from, -32)).toString('latin1')
}

turning(
  'the files of the database and a backup hold what suppliers said and no secret, while it runs and after its end',
  async () => {
    expect(await one.run('backup').exited).toBe(0)
    const backups = filesOf(one.data_dir).filter((file) => file.includes('/backups/'))
    const clear = backups.map((file) => databaseIn(readFileSync(file)))
    expect(clear.map((text) => [text.includes(SQUAWK), traced(text)])).toEqual([[true, []]])
    const search = () =>
      filesOf(one.data_dir).flatMap((file) => traced(readFileSync(file, 'latin1')).map((secret) => [file, secret]))
    expect(search()).toEqual([])
    expect(await one.stop()).toBe(0)
    expect(search()).toEqual([])
    expect(filesOf(one.data_dir).some((file) => readFileSync(file, 'latin1').includes(SQUAWK))).toBe(true)
  },
)

function expectNothing(): void {
  const found = told.flatMap(({ to, text }) => traced(text).map((secret) => [to, secret]))
  expect(found).toEqual([])
}
