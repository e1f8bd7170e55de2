/**
 * A secret belongs to its destination. Each column of sealed values and each secret input has a row here that says where
 * the value is sent; where a call can name another place, that call is refused until the secret is entered again.
 */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { TSchema } from 'typebox'
import { sealedColumns } from '../../src/domains/index.ts'
import { noteHub } from '../../src/features/standing/index.ts'
import { readSecret } from '../../src/kernel/database/settings.ts'
import type { Caller } from '../../src/kernel/operation/caller.ts'
import { operations } from '../../src/operations/index.ts'
import { seedExamples as seedStanding } from '../features/standing/seed.ts'
import { refusal } from '../refusal.ts'
import { callerOf, type World, world } from '../world.ts'

const EVIL = 'https://elsewhere.example'

type Move = { name: string; before: [string, object][]; moves: object; path: string; same: object; entered: object }

const slot = (name: string, adapter: string, secrets: object): Move => {
  const path = `engines.${name}.${Object.keys(secrets)[0]}`
  const to = (more: object) => ({ engines: { [name]: more } })
  return {
    name: 'update_integrations',
    before: [['update_integrations', to({ adapter, ...secrets })]],
    moves: to({ base_url: EVIL }),
    path,
    same: to({ daily_cap: 5 }),
    entered: to({ base_url: EVIL, ...secrets }),
  }
}
const route = (name: string): Move => {
  const to = (more: object) => ({ routes: { [name]: more } })
  return {
    name: 'update_crawl_settings',
    before: [['update_crawl_settings', to({ adapter: 'speedyindex', api_key: 'a-secret-key' })]],
    moves: to({ base_url: EVIL }),
    path: `routes.${name}.api_key`,
    same: to({ enabled: false }),
    entered: to({ base_url: EVIL, api_key: 'another-key' }),
  }
}
const ACCOUNT = { client_email: 'reader@project.example', private_key: 'a-secret-key' }
const CONSOLE = { search_console: { service_account: ACCOUNT, properties: ['sc-domain:bakery.example'] } }
const MAIL = { host: 'mail.northwind.example', port: 587, from_address: 'a@northwind.example', password: 'hunter22' }

const GOOGLE = { client_id: '248.apps.example', client_secret: 'GOCSPX-secret' }

/** Calls that name another place for a secret that is stored. */
const MOVES: Record<string, Move> = {
  'mail server': {
    name: 'update_email_settings',
    before: [['update_email_settings', MAIL]],
    moves: { host: 'mail.elsewhere.example' },
    path: 'password',
    same: { host: 'MAIL.northwind.example', from_name: 'Northwind' },
    entered: { host: 'mail.elsewhere.example', password: 'another' },
  },
  'port of the mail server': {
    name: 'update_email_settings',
    before: [['update_email_settings', MAIL]],
    moves: { port: 2525 },
    path: 'password',
    same: { user: 'signalpost' },
    entered: { port: 2525, password: null },
  },
  'mail server, by way of none': {
    name: 'update_email_settings',
    before: [
      ['update_email_settings', MAIL],
      ['update_email_settings', { host: null }],
    ],
    moves: { host: 'mail.elsewhere.example' },
    path: 'password',
    same: { from_name: 'Northwind' },
    entered: { host: 'mail.elsewhere.example', password: 'another' },
  },
  'primary route': route('primary'),
  'fallback route': route('fallback'),
  'another supplier': { ...route('primary'), moves: { routes: { primary: { adapter: 'rapidurlindexer' } } } },
  'supplier, by way of the simulated one': {
    ...route('primary'),
    before: [...route('primary').before, ['update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } }]],
    moves: { routes: { primary: { adapter: 'speedyindex', base_url: EVIL } } },
  },
  'scan_standard, password': slot('scan_standard', 'dataforseo', { login: 'lena', password: 'a-secret-key' }),
  scan_live: slot('scan_live', 'serpapi', { api_key: 'a-secret-key' }),
  scan_bing: slot('scan_bing', 'bing_webmaster', { api_key: 'a-secret-key' }),
  upstream: slot('upstream', 'crawl_supplier', { api_key: 'a-secret-key' }),
  'Search Console': {
    name: 'update_integrations',
    before: [['update_integrations', CONSOLE]],
    moves: { search_console: { base_url: EVIL } },
    path: 'search_console.service_account',
    same: { search_console: { reserve_pct: 50 } },
    entered: { search_console: { base_url: EVIL, service_account: ACCOUNT } },
  },
  'Search Console, by a slot': {
    name: 'update_integrations',
    before: [['update_integrations', CONSOLE]],
    moves: { engines: { upstream: { adapter: 'search_console', base_url: EVIL } } },
    path: 'search_console.service_account',
    same: { engines: { upstream: { adapter: 'search_console' } } },
    entered: { search_console: null, engines: { upstream: null } },
  },
  'Google client': {
    name: 'put_google_client',
    before: [['put_google_client', GOOGLE]],
    moves: { client_id: GOOGLE.client_id, base_url: EVIL },
    path: 'client_secret',
    same: { client_id: GOOGLE.client_id },
    entered: { ...GOOGLE, base_url: EVIL },
  },
  'sign-in at a supplier': {
    name: 'connect_supplier',
    before: [
      ['update_crawl_settings', { routes: { primary: { adapter: 'speedyindex', enabled: false } } }],
      ['connect_supplier', signInAt('https://supplier.example')],
    ],
    moves: { token_endpoint: `${EVIL}/token` },
    path: 'device_endpoint',
    same: {},
    entered: signInAt(EVIL),
  },
  'headers of a webhook': {
    name: 'update_webhook',
    before: [],
    moves: { id: 'whk', url: `${EVIL}/in` },
    path: 'headers',
    same: { id: 'whk', url: 'https://shop.bakery.example/another' },
    entered: { id: 'whk', url: `${EVIL}/in`, headers: ['authorization: Bearer another'] },
  },
}

function signInAt(site: string) {
  return { device_endpoint: `${site}/device`, token_endpoint: `${site}/token`, client_id: 'signalpost' }
}

let w: World
beforeEach(() => {
  w?.close()
  w = world({ signIn: () => PATIENT } as never)
  w.db.write((tx) => seedStanding(tx))
})
afterAll(() => w.close())

const PATIENT = {
  start: async () => ({
    ...{ device_code: 'device', user_code: 'ABCD', verification_uri: 'https://supplier.example/approve' },
    ...{ verification_uri_complete: null, expires_in: 900, interval: 5 },
  }),
  poll: async () => ({ state: 'pending' }),
  refresh: async () => ({ access_token: 'access', refresh_token: null, expires_in: null }),
}

const whole: Caller = callerOf('pat')

describe('another destination is refused until the secret is entered again', () => {
  test.each(Object.entries(MOVES))('%s', async (_, { name, before, moves, path, same, entered }) => {
    for (const [operation, input] of before) await w.call(whole, operation, input as never)
    const id = name === 'update_webhook' ? await webhookWithHeaders() : null
    const withId = (input: object) => (id ? { ...input, id } : input) as Record<string, unknown>
    const refused = (await refusal(w.call(whole, name, withId(moves)))) as unknown as Refused
    expect([refused.code, refused.details.issues.map((one) => one.path)]).toEqual([
      'validation_failed',
      expect.arrayContaining([path]),
    ])
    expect(refused.details.issues[0]!.message).toContain('enter it again')
    await w.call(whole, name, withId(same))
    await w.call(whole, name, withId(entered))
  })
})

type Refused = { code: string; details: { issues: { path: string; message: string }[] } }

async function webhookWithHeaders(): Promise<string> {
  await w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_starter' })
  const { id } = await w.call<{ id: string }>('ada', 'create_webhook', {
    url: 'https://shop.bakery.example/in',
    types: ['push.*'],
    headers: ['authorization: Bearer the-secret-of-a-colleague'],
  })
  return id
}

test('a person confirms who they are before a webhook leads to another host; a key does not have to', async () => {
  const id = await webhookWithHeaders()
  const moved = { id, url: `${EVIL}/in`, headers: [] }
  const late = { ...callerOf('ada'), proof: { until: '2026-11-02T08:59:00.000Z', by: ['password' as const] } }
  expect(await refusal(w.call(late, 'update_webhook', moved))).toMatchObject({ code: 'proof_required' })
  await w.call(late, 'update_webhook', { id, url: 'https://shop.bakery.example/another' })
  await w.call(callerOf('ada', 'key'), 'update_webhook', moved)
})

test('the sign-in of a connected account does not follow a route to another supplier', async () => {
  const secret = (name: string) => w.db.read((tx) => readSecret(tx, w.app.sealer, name) ?? null)
  const plant = () =>
    w.db.write((tx) => {
      for (const name of ['supplier:access_token', 'supplier:refresh_token'])
        tx.run(
          "insert into secrets (name, sealed, hint, updated_at) values (?, ?, '…', ?)",
          ...[name, w.app.sealer.seal('granted', `secrets:sealed:${name}`), tx.now],
        )
    })
  await w.call(whole, 'update_crawl_settings', { routes: { primary: { adapter: 'speedyindex', enabled: false } } })
  plant()
  const moved = { routes: { primary: { base_url: EVIL, api_key: 'another' } } }
  await w.call(whole, 'update_crawl_settings', moved)
  expect([secret('supplier:access_token'), secret('supplier:refresh_token')]).toEqual([null, null])
  plant()
  await w.call(whole, 'update_crawl_settings', { routes: { primary: null } })
  expect(secret('supplier:access_token')).toBeNull()
})

test('an account is connected for a supplier that was named before, so its sign-in reaches no other', async () => {
  expect(await refusal(w.call(whole, 'connect_supplier', signInAt('https://supplier.example')))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Name the supplier'),
  })
  // As an install of before has it, where the account came first.
  const name = 'supplier:access_token'
  w.db.write((tx) =>
    tx.run(
      "insert into secrets (name, sealed, hint, updated_at) values (?, ?, '…', ?)",
      ...[name, w.app.sealer.seal('granted', `secrets:sealed:${name}`), tx.now],
    ),
  )
  for (const adapter of ['speedyindex', 'rapidurlindexer'])
    expect(await refusal(w.call(whole, 'update_crawl_settings', { routes: { primary: { adapter } } }))).toMatchObject({
      details: { issues: [{ path: 'routes.primary.api_key', message: expect.stringContaining('enter it again') }] },
    })
  await w.call(whole, 'update_crawl_settings', { routes: { primary: { adapter: 'speedyindex', api_key: 'entered' } } })
  expect(w.db.read((tx) => readSecret(tx, w.app.sealer, name) ?? null)).toBeNull()
})

test('a key of an engine that is no longer used does not come back at another address', async () => {
  const put = (engine: object) => w.call(whole, 'update_integrations', { engines: { scan_standard: engine } })
  await put({ adapter: 'dataforseo', login: 'lena', password: 'a-secret-key' })
  await put({ adapter: 'serper', base_url: EVIL, api_key: 'junk' })
  expect(await refusal(put({ adapter: 'dataforseo' }))).toMatchObject({ code: 'validation_failed' })
})

test('another hub gets secrets of its own', () => {
  const sealed = () =>
    w.db.read((tx) => tx.row<{ secret_sealed: string }>('select secret_sealed from hub_subscriptions')!.secret_sealed)
  const topic = 'https://bakery.example/feed.xml'
  w.db.write((tx) => noteHub(tx, w.app, 'stp_bakery', { hub: 'https://hub.example/', topic }))
  const first = sealed()
  w.db.write((tx) => noteHub(tx, w.app, 'stp_bakery', { hub: `${EVIL}/`, topic }))
  expect(w.app.sealer.open(sealed(), 'hub_subscriptions:secret_sealed:stp_bakery')).not.toBe(
    w.app.sealer.open(first, 'hub_subscriptions:secret_sealed:stp_bakery'),
  )
})

/** Fields by which an operation would name another destination. None of these operations has one. */
const FIXED: Record<string, readonly string[]> = {
  update_audit_sink: ['url'],
  update_standing_push: ['address', 'source', 'url'],
  update_identity_provider: ['issuer', 'kind', 'organisation'],
}

test.each(Object.entries(FIXED))('%s cannot name another destination', (name, fields) => {
  const { properties } = operations.find((one) => one.name === name)!.input
  expect(fields.filter((field) => field in properties)).toEqual([])
})

/** Where each sealed value goes. A name in MOVES or FIXED has its test above; the rest leaves the install nowhere. */
const COLUMNS: Record<string, string> = {
  'secrets.sealed': 'to suppliers, engines and the mail server: MOVES',
  'webhook_endpoints.secrets_sealed': 'headers to the endpoint: MOVES. Its signing secret signs and is never sent',
  'audit_sinks.secrets_sealed': 'to the address of the sink: FIXED',
  'standing_pushes.authorization_sealed': 'to the origin of the source: FIXED',
  'hub_subscriptions.secret_sealed': 'to the hub: made anew for another one',
  'identity_providers.secret_sealed': 'to the issuer: FIXED',
  'google_clients.secret_sealed': 'to Google: MOVES',
  'google_accounts.refresh_sealed': 'to Google, with the client: MOVES',
  'sso_sessions.id_token_sealed': 'to the issuer that made it, at the end of the session: FIXED',
  'deploy_hooks.secret_sealed': 'nowhere: it proves calls that come in',
  'factors.secret_sealed': 'nowhere: it proves codes that come in',
  'idempotency_keys.answer': 'nowhere: the same caller reads its answer again',
  'mails.link_sealed': 'to the recipient that the letter was written to',
  'report_links.token_sealed': 'nowhere: an address of this install, for who may share',
  'month_report_links.token_sealed': 'nowhere: an address of this install, for who may share',
  'portals.token_sealed': 'nowhere: an address of this install, for who may share',
  'invites.code_sealed': 'nowhere: a code of this install',
}

test('every sealed column says where its values go', () => {
  expect(Object.keys(COLUMNS).toSorted()).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
})

/** Operations that take a secret to keep, by what keeps it at its destination; the rest takes one that is only compared. */
const INPUTS: Record<string, 'MOVES' | 'FIXED' | 'new' | 'comes in'> = {
  update_email_settings: 'MOVES',
  update_crawl_settings: 'MOVES',
  update_integrations: 'MOVES',
  put_google_client: 'MOVES',
  create_audit_sink: 'new',
  update_audit_sink: 'FIXED',
  create_standing_push: 'new',
  preview_standing_push: 'new',
  update_standing_push: 'FIXED',
  create_identity_provider: 'new',
  update_identity_provider: 'FIXED',
  put_bounce_hook: 'comes in',
  create_deploy_hook: 'comes in',
  update_deploy_hook: 'comes in',
  rotate_deploy_hook: 'comes in',
  update_profile: 'comes in',
  change_password: 'comes in',
  add_passkey: 'comes in',
  confirm_totp: 'comes in',
  prove_yourself: 'comes in',
  create_user: 'comes in',
  verify_webhook_signature: 'comes in',
}

const holdsSecret = (schema: TSchema): boolean => JSON.stringify(schema).includes('"writeOnly":true')

test('every secret input says what keeps it at its destination', () => {
  const taking = operations.filter(({ input, secret_names }) => secret_names.length > 0 || holdsSecret(input))
  expect(taking.map(({ name }) => name).toSorted()).toEqual(Object.keys(INPUTS).toSorted())
  const moving = new Set(Object.values(MOVES).map(({ name }) => name))
  for (const [name, how] of Object.entries(INPUTS)) {
    if (how === 'MOVES') expect([name, moving.has(name)]).toEqual([name, true])
    if (how === 'FIXED') expect([name, name in FIXED]).toEqual([name, true])
  }
})
