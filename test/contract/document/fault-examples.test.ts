/** The refusals that the document shows are those that the server gives: each code is brought about, and told as it was. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openSession, sessionCookieName } from '../../../src/domains/accounts/index.ts'
import { subscribe } from '../../../src/domains/plans/index.ts'
import { exampleFault } from '../../../src/doors/docs/example-answers.ts'
import { Searched } from '../../../src/kernel/database/search-steps.ts'
import { FAULT_CODES, type FaultCode, statusOf } from '../../../src/kernel/operation/fault.ts'
import { exampleId } from '../../../src/kernel/operation/offered/example-ids.ts'
import { UpstreamError } from '../../../src/kernel/web-fetch/upstream-error.ts'
import { type House, house } from '../../doors/house.ts'
import { offline, patient } from '../cast.ts'
import { createAjv, type Document, type Json, readDocument, resolved } from '../document.ts'
import { told } from '../samples.ts'

const FILE = resolve(import.meta.dir, '../../../src/doors/docs/example-faults.jsonl')

let h: House
let document: Document
const given = new Map<FaultCode, { status: number; body: unknown }>()

const busy = new UpstreamError('rate', 'The supplier is busy.', 7000)
const signIn = () => ({ ...patient, start: () => Promise.reject(busy) })
const urls = ['https://bakery.example/bread', 'https://bakery.example/cake']

/** How each code comes about; the last of them break what the others need. */
const ways: Record<FaultCode, () => Promise<Response>> = {
  unauthorized: () => ask(null, 'GET', '/me'),
  insufficient_credits: () => ask('ada', 'POST', '/jobs', { urls, tenant_id: 'ten_bakery' }),
  over_max_credits: () => ask('ada', 'POST', '/jobs', { urls, max_credits: 1 }),
  forbidden: () => ask('ada', 'GET', '/users'),
  read_only_key: () => ask('vera', 'POST', '/jobs', { urls }),
  awaiting_approval: async () => ask(await ofWaiting(), 'POST', '/jobs', { urls }),
  plan_required: async () => {
    h.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_starter' }))
    return ask('ada', 'PUT', '/tenants/ten_bakery/branding', { accent: '#8a2b06' })
  },
  approval_required: async () => ask(await keyOf({ approval_above: 1 }), 'POST', '/jobs', { urls }),
  proof_required: async () => ask(await longSignedIn(), 'POST', '/api-keys', { name: 'Publishing' }),
  second_factor_required: async () => {
    h.db.write((tx) =>
      tx.run("insert into factor_rules (tenant_id, second_factor) values ('ten_northwind', 'everyone')"),
    )
    const refused = await ask(await longSignedIn(), 'GET', '/jobs')
    h.db.write((tx) => tx.run('delete from factor_rules'))
    return refused
  },
  not_found: () => ask('ada', 'GET', `/jobs/${exampleId('job_unknown')}`),
  method_not_allowed: () => ask('ada', 'PUT', '/jobs', {}),
  conflict: async () => {
    await ask('ada', 'POST', '/indexnow/sites', { host: 'bakery.example' })
    return ask('ada', 'POST', '/indexnow/sites', { host: 'bakery.example' })
  },
  too_many_urls: () => ask('ada', 'POST', '/urls/validate', { urls: Array(10_001).fill(urls[0]) }),
  body_too_large: () => ask('ada', 'POST', '/tenants', { name: 'B'.repeat(4 << 20) }),
  unsupported_media_type: () => ask('ada', 'POST', '/tenants', { name: 'Café' }, { 'content-type': 'text/plain' }),
  validation_failed: () => ask('ada', 'POST', '/jobs', { urls: ['https://bakery.example/', 7], nmae: 'Autumn' }),
  rate_limited: async () => {
    const key = await keyOf({ rate_per_min: 1 })
    await ask(key, 'GET', '/me')
    return ask(key, 'GET', '/me')
  },
  plan_limit: async () => {
    h.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_starter' }))
    for (const name of ['Florist', 'Garage', 'Hotel', 'Inn']) await ask('ada', 'POST', '/tenants', { name })
    return ask('ada', 'POST', '/tenants', { name: 'Jeweller' })
  },
  daily_cap: async () => ask(await keyOf({ daily_credit_cap: 1 }), 'POST', '/jobs', { urls }),
  upstream_unavailable: () => ask('pat', 'POST', '/admin/providers/supplier/connect', SUPPLIER),
  internal: async () => {
    h.db.write((tx) => tx.run('alter table ledger rename to elsewhere'))
    return ask('ada', 'GET', '/credits')
  },
  busy: async () => {
    const left = new AbortController()
    const long = new Searched(
      () => new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve())),
      { long: true },
    )
    const turn = { party: { agency: 'ten_northwind', workspace: 'ten_northwind' }, signal: left.signal }
    const line = Array.from({ length: 18 }, () => h.db.search(long, turn).catch(() => {}))
    const refused = await ask('ada', 'GET', '/links?q=guest')
    left.abort()
    await Promise.all(line)
    return refused
  },
  storage: async () => {
    h.db.storage.condemn('disk I/O error (SQLITE_IOERR_FSYNC)')
    return ask('ada', 'GET', '/me')
  },
}

const SUPPLIER = {
  device_endpoint: 'https://supplier.example/device',
  token_endpoint: 'https://supplier.example/token',
  client_id: 'signalpost',
}

type Who = 'ada' | 'vera' | 'pat' | Record<string, string> | null

function ask(who: Who, method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const headers = { 'x-request-id': exampleId('req'), 'content-type': 'application/json', ...more }
  const own = typeof who === 'string' ? {} : who
  return h.ask(typeof who === 'string' ? who : null, `/api/v1${path}`, {
    method,
    headers: { ...headers, ...own },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

async function keyOf(limits: object): Promise<Record<string, string>> {
  const { secret } = await h.call<{ secret: string }>('ada', 'create_api_key', { name: 'Publishing', ...limits })
  return { 'x-api-key': secret }
}

/** Ben, before anybody let him in. */
async function ofWaiting(): Promise<Record<string, string>> {
  h.db.write((tx) => tx.run("update users set status = 'pending' where id = 'usr_ben'"))
  const { token } = await openSession(h.app, 'usr_ben', { ip: null, user_agent: null })
  return { cookie: `${sessionCookieName(h.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' }
}

/** Ada, who signed in half an hour ago. */
async function longSignedIn(): Promise<Record<string, string>> {
  const { token } = await openSession(h.app, 'usr_ada', { ip: null, user_agent: null })
  h.db.write((tx) => tx.run("update sessions set proved_at = '2026-11-02T08:30:00.000Z'"))
  return { cookie: `${sessionCookieName(h.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' }
}

beforeAll(async () => {
  h = house({ env: { SIGNALPOST_SITE_URL: 'https://push.northwind.example' }, fetch: offline, signIn })
  await h.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await h.call('pat', 'adjust_credits', { tenant_id: 'ten_northwind', amount: 50, reason: 'for examples' })
  document = await readDocument({ url: h.url })
  for (const code of FAULT_CODES.toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b))) {
    const response = await ways[code]()
    given.set(code, { status: response.status, body: told(await response.json(), ['ten_northwind', 'ten_bakery']) })
  }
})
afterAll(() => h.close())

const LAST: FaultCode[] = ['internal', 'storage']
const lineOf = ([code, { body }]: [string, { body: unknown }]): string => `${JSON.stringify([code, body])}\n`

if (process.env.UPDATE_ANSWERS)
  test('the refusals are written', () => writeFileSync(FILE, [...given].map(lineOf).sort().join('')))

test.each(FAULT_CODES)('%s is answered as the document shows it, or UPDATE_ANSWERS=1 is needed', (code) => {
  const { status, body } = given.get(code)!
  expect({ status, body }).toMatchObject({ status: statusOf(code), body: { error: { code } } })
  expect(body).toEqual(exampleFault(code))
})

test('each response of the document has an example of each of its codes, which fits its schema', () => {
  const ajv = createAjv()
  const shown = Object.values(document.json.components!.responses as Record<string, Json>).flatMap((response) => {
    const { content } = resolved(document.json, response) as { content: Record<string, Json> }
    const { schema, examples } = content['application/json']!
    return Object.entries(examples as Record<string, Json>).map(([code, { value }]) => {
      expect([code, ajv.validate(schema as object, value), ajv.errors]).toEqual([code, true, null])
      return code
    })
  })
  // A client made of the document calls no method that there is not.
  expect(shown.sort()).toEqual(FAULT_CODES.filter((code) => code !== 'method_not_allowed').sort())
})
