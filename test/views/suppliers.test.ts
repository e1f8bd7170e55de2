/** Suppliers and engines are connected, tested and taken away on their pages; what is secret is never shown again. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type World, world } from '../world.ts'
import { browserOf } from './browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  w = world()
  browser = browserOf(w)
})
afterEach(() => w.close())

const SUPPLIERS = '/app/platform/suppliers'
const ENGINES = '/app/platform/engines'
const KEY = 'a-key-that-nobody-sees-4711'

const crawl = () =>
  w.call<{ routes: Record<string, { adapter: string; enabled: boolean } | null> }>('pat', 'get_crawl_settings')
const engines = () =>
  w.call<{ engines: Record<string, Record<string, unknown> | null>; search_console: unknown }>(
    'pat',
    'get_integrations',
  )

test('an install without a supplier says so; the simulated one is connected, tested and taken away', async () => {
  expect((await browser.visit('pat', SUPPLIERS)).text).toContain('nothing can be pushed')
  await browser.send('pat', `${SUPPLIERS}/routes/primary`, { adapter: 'simulated', enabled: 'true' })
  const { text } = await browser.visit('pat', SUPPLIERS)
  expect([
    text.includes('nothing can be pushed'),
    text.includes('No link sent this month'),
    text.includes('Working'),
  ]).toEqual([false, true, false])
  expect(await browser.send('pat', `${SUPPLIERS}/routes/primary/test`)).toMatchObject({
    status: 303,
    location: SUPPLIERS,
  })
  await browser.send('pat', `${SUPPLIERS}/routes/primary`, { adapter: 'simulated' })
  expect((await browser.visit('pat', SUPPLIERS)).text).toContain('Switched off')
  expect((await browser.visit('pat', `${SUPPLIERS}/routes/primary/disconnect`)).text).toContain('Its key is forgotten')
  await browser.send('pat', `${SUPPLIERS}/routes/primary/disconnect`)
  expect((await crawl()).routes.primary).toBeNull()
})

test('a key is asked for at its field, sealed, kept by a blank, and on no page', async () => {
  const missing = await browser.send('pat', `${SUPPLIERS}/routes/primary`, { adapter: 'speedyindex', enabled: 'true' })
  expect([missing.status, missing.text.includes('is required before the route can be used')]).toEqual([422, true])
  expect(missing.main).toMatch(/name="api_key"[^>]*aria-invalid|aria-invalid[^>]*name="api_key"/)
  const address = 'http://127.0.0.1:9/'
  await browser.send('pat', `${SUPPLIERS}/routes/primary`, {
    adapter: 'speedyindex',
    api_key: KEY,
    base_url: address,
    enabled: 'true',
  })
  const { main } = await browser.visit('pat', SUPPLIERS)
  expect([main.includes(KEY), main.includes('4711')]).toEqual([false, true])
  await browser.send('pat', `${SUPPLIERS}/routes/primary`, {
    adapter: 'speedyindex',
    api_key: '',
    base_url: '',
    enabled: 'true',
  })
  expect((await crawl()).routes.primary).toMatchObject({
    base_url: null,
    api_key: { set: true, hint: expect.stringContaining('4711') },
  })
  const refused = await browser.send('pat', `${SUPPLIERS}/routes/fallback`, {
    adapter: 'speedyindex',
    api_key: KEY,
    base_url: 'x',
    enabled: 'true',
  })
  expect([refused.status, refused.main.includes(KEY)]).toEqual([422, false])
})

test('thresholds are saved with blanks as none, and refused at their field', async () => {
  expect((await browser.send('pat', `${SUPPLIERS}/thresholds`, { failover_errors: '0' })).status).toBe(422)
  await browser.send('pat', `${SUPPLIERS}/thresholds`, {
    failover_errors: '3',
    plan_tier: 'Gold',
    monthly_allowance: '',
  })
  expect(await crawl()).toMatchObject({ failover_errors: 3, plan_tier: 'Gold', monthly_allowance: null })
  expect((await browser.send('pat', `${SUPPLIERS}/sync`, { frequency: '6h', time: '25:00', tz: 'UTC' })).status).toBe(
    422,
  )
})

test('an engine is connected with its caps, tested, and disconnected', async () => {
  expect((await browser.visit('pat', ENGINES)).text).toContain('Google is not connected')
  const missing = await browser.send('pat', `${ENGINES}/scan_standard`, {
    adapter: 'dataforseo',
    login: 'x',
    enabled: 'true',
  })
  expect([missing.status, missing.text.includes('is required before the engine can be used')]).toEqual([422, true])
  const form = { adapter: 'simulated', daily_cap: '500', daily_cap_usd: '', enabled: 'true' }
  await browser.send('pat', `${ENGINES}/scan_standard`, form)
  expect((await engines()).engines.scan_standard).toMatchObject({ daily_cap: 500, daily_cap_usd: null, enabled: true })
  expect((await browser.visit('pat', ENGINES)).text).toContain('0 of 500')
  expect((await browser.send('pat', `${ENGINES}/scan_standard/test`)).status).toBe(303)
  await browser.send('pat', `${ENGINES}/scan_standard/disconnect`)
  expect((await engines()).engines.scan_standard).toBeNull()
})

test('Search Console takes the key file as Google gives it, and never shows its key', async () => {
  const broken = await browser.send('pat', `${ENGINES}/search_console`, { service_account: '{"client_email"' })
  expect([broken.status, broken.text.includes('paste the whole file')]).toEqual([422, true])
  const file = JSON.stringify({ type: 'service_account', client_email: 'looks@quay.example', private_key: KEY })
  await browser.send('pat', `${ENGINES}/search_console`, {
    service_account: file,
    properties: 'sc-domain:bakery.example\n\nhttps://quay.example/\n',
    reserve_pct: '25',
  })
  const { main } = await browser.visit('pat', ENGINES)
  const none = await browser.send('pat', `${ENGINES}/search_console`, { service_account: 'null' })
  expect([none.status, (await engines()).search_console]).toMatchObject([422, { service_account: { set: true } }])
  expect([main.includes('looks@quay.example'), main.includes('sc-domain:bakery.example'), main.includes(KEY)]).toEqual([
    true,
    true,
    false,
  ])
})

test('they are there for platform admins alone', async () => {
  for (const path of [SUPPLIERS, ENGINES]) expect((await browser.visit('ada', path)).status).toBe(404)
  expect((await browser.send('ada', `${SUPPLIERS}/routes/primary`, { adapter: 'simulated' })).status).toBe(404)
})

test('an account is connected by its code, asked, and taken away; the breaker is closed by hand', async () => {
  await browser.send('pat', `${SUPPLIERS}/routes/primary`, { adapter: 'simulated', enabled: 'true' })
  await browser.send('pat', `${SUPPLIERS}/account`)
  expect((await browser.visit('pat', SUPPLIERS)).main).toContain('SIMULATED')
  for (const [act, words] of [
    ['account/finish', 'Fetch now'],
    ['account/sync', 'Fetch now'],
    ['account/disconnect', 'Get a code'],
    ['reset', 'No link sent this month'],
  ] as const) {
    expect((await browser.send('pat', `${SUPPLIERS}/${act}`)).status).toBe(303)
    expect((await browser.visit('pat', SUPPLIERS)).text).toContain(words)
  }
  expect((await browser.visit('pat', `${SUPPLIERS}/account/disconnect`)).text).toContain('keeps the account')
})
