/** Suppliers and engines are connected, tested and taken away on their pages; what is secret is never shown again. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  w = world()
  browser = browserOf(w)
})
afterEach(() => w.close())

const SUPPLIERS = '/app/platform/suppliers'
const PRIMARY = `${SUPPLIERS}/primary`
const KEY = 'a-key-that-nobody-sees-4711'
const RULES = {
  failover_errors: '5',
  failover_window_min: '10',
  failover_cooldown_min: '30',
  failover_allowance_pct: '95',
  failover_day3_min_rate_pct: '20',
}

const crawl = () =>
  w.call<{ routes: Record<string, { adapter: string; enabled: boolean } | null> }>('pat', 'get_crawl_settings')
const engines = () =>
  w.call<{ engines: Record<string, Record<string, unknown> | null>; search_console: unknown }>(
    'pat',
    'get_integrations',
  )

test('an install without a supplier says so; the simulated one is connected, tested and removed', async () => {
  expect((await browser.visit('pat', SUPPLIERS)).text).toContain('nothing can be pushed')
  const sent = await browser.send('pat', PRIMARY, { adapter: 'simulated', enabled: 'true', ...RULES })
  expect([sent.status, sent.location]).toEqual([303, PRIMARY])
  const { text } = await browser.visit('pat', SUPPLIERS)
  expect([
    text.includes('nothing can be pushed'),
    text.includes('No link sent this month'),
    text.includes('Working'),
  ]).toEqual([false, true, false])
  await browser.send('pat', PRIMARY, { adapter: 'simulated', ...RULES })
  expect((await browser.visit('pat', PRIMARY)).text).toContain('Off')
  expect((await browser.visit('pat', `${PRIMARY}/disconnect`)).text).toContain('API key is deleted')
  await browser.send('pat', `${PRIMARY}/disconnect`)
  expect((await crawl()).routes.primary).toBeNull()
})

test('a key is asked for at its field, sealed, kept by a blank, and on no page', async () => {
  const missing = await browser.send('pat', PRIMARY, { adapter: 'speedyindex', enabled: 'true', ...RULES })
  expect([missing.status, missing.text.includes('is required before the route can be used')]).toEqual([422, true])
  expect(missing.main).toMatch(/name="api_key"[^>]*aria-invalid|aria-invalid[^>]*name="api_key"/)
  const form = { adapter: 'speedyindex', api_key: KEY, base_url: 'http://127.0.0.1:9/', enabled: 'true', ...RULES }
  await browser.send('pat', PRIMARY, form)
  const { main } = await browser.visit('pat', PRIMARY)
  expect([main.includes(KEY), main.includes('4711')]).toEqual([false, true])
  const moved = await browser.send('pat', PRIMARY, { ...form, api_key: '', base_url: '' })
  expect([moved.status, moved.main.includes('enter it again')]).toEqual([422, true])
  await browser.send('pat', PRIMARY, { ...form, api_key: '', enabled: '' })
  expect((await crawl()).routes.primary).toMatchObject({
    enabled: false,
    api_key: { set: true, hint: expect.stringContaining('4711') },
  })
  const refused = await browser.send('pat', `${SUPPLIERS}/fallback`, { ...form, base_url: 'x' })
  expect([refused.status, refused.main.includes(KEY)]).toEqual([422, false])
})

test('the rules of the main supplier are fields in a sentence, saved with it and refused at their field', async () => {
  const { main } = await browser.visit('pat', PRIMARY)
  expect(main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain('after failures in min, try again after min')
  const wrong = await browser.send('pat', PRIMARY, {
    adapter: 'simulated',
    enabled: 'true',
    ...RULES,
    failover_errors: '0',
  })
  expect([wrong.status, wrong.main]).toEqual([
    422,
    expect.stringMatching(/<input[^>]*name="failover_errors"[^>]*aria-invalid="true"/),
  ])
  await browser.send('pat', PRIMARY, { adapter: 'simulated', enabled: 'true', ...RULES, failover_errors: '3' })
  expect(await crawl()).toMatchObject({ failover_errors: 3, cost_per_indexed_usd: null })
  const balance = { plan_tier: 'Gold', monthly_allowance: '', credits: '5000', as_of: '', next_bill_at: '' }
  await browser.send('pat', `${SUPPLIERS}/balance`, balance)
  expect(await crawl()).toMatchObject({ failover_errors: 3, plan_tier: 'Gold', monthly_allowance: null })
  const sync = { frequency: '6h', time: '25:00', tz: 'UTC' }
  expect((await browser.send('pat', `${SUPPLIERS}/sync`, sync)).status).toBe(422)
})

test('one button saves the key, tests it, and resumes a paused supplier; a refused key stays paused', async () => {
  const api = speedyIndex({ now: () => w.clock.now(), api_key: KEY })
  const form = { adapter: 'speedyindex', api_key: KEY, base_url: api.url, enabled: 'true', ...RULES }
  const pause = () =>
    w.db.write(
      (tx) =>
        void tx.run(
          "insert into breakers (route, state, cause, reason, opened_at, until) values ('primary', 'open', 'errors', '5 failures', ?1, ?1)",
          w.clock.now(),
        ) as never,
    )
  const status = async () => (await crawl()).routes.primary as unknown as { status: string }
  await browser.send('pat', PRIMARY, form)
  pause()
  const { text } = await browser.visit('pat', PRIMARY)
  expect([text.includes('Paused'), text.includes('Test key and resume')]).toEqual([true, true])
  await browser.send('pat', PRIMARY, { ...form, api_key: '' })
  expect(await status()).toMatchObject({ status: 'closed' })
  pause()
  api.fail({ status: 401 }, 9)
  await browser.send('pat', PRIMARY, { ...form, api_key: '' })
  expect(await status()).toMatchObject({ status: 'open' })
  api.stop()
})

test('new pushes are split between two suppliers, and all sent to one', async () => {
  for (const route of ['primary', 'fallback'])
    await browser.send('pat', `${SUPPLIERS}/${route}`, { adapter: 'simulated', enabled: 'true', ...RULES })
  expect((await browser.visit('pat', SUPPLIERS)).text).toContain('No comparison yet')
  await browser.send('pat', `${SUPPLIERS}/share`, { main_pct: '80' })
  expect(await crawl()).toMatchObject({ fallback_share_pct: 20 })
  expect((await browser.visit('pat', SUPPLIERS)).text).toContain('Fallback, 20%')
  await browser.send('pat', `${SUPPLIERS}/share`, { main_pct: '100' })
  expect(await crawl()).toMatchObject({ fallback_share_pct: 0 })
})

const MARGIN = '/app/platform/revenue/margin'

test('an engine whose price is not known says so on the list and beside the margin, until it is entered', async () => {
  const engine = (more: object) =>
    w.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'serpapi', api_key: 'k', ...more } } })
  const said = async () => {
    const [list, margin] = [await browser.visit('pat', SUPPLIERS), await browser.visit('pat', MARGIN)]
    return [
      list.text.includes('a high one counts'),
      margin.text.includes('check at SerpApi is not known') && margin.text.includes('Margin, at least'),
    ]
  }
  await engine({})
  expect(await said()).toEqual([true, true])
  await engine({ cost_usd: 0.01 })
  expect(await said()).toEqual([false, false])
  expect((await browser.visit('pat', SUPPLIERS)).text).toContain('$10')
})

test('an engine is connected with its caps, tested, and removed; only its own fields are shown', async () => {
  expect((await browser.visit('pat', SUPPLIERS)).text).toContain('Google is not connected')
  const GOOGLE = `${SUPPLIERS}/scan_standard`
  const fields = async (adapter: string) => {
    const { main } = await browser.visit('pat', `${GOOGLE}?adapter=${adapter}`)
    return ['login', 'password', 'api_key'].filter((name) => main.includes(`name="${name}"`))
  }
  expect([await fields('dataforseo'), await fields('serper'), await fields('simulated')]).toEqual([
    ['login', 'password'],
    ['api_key'],
    [],
  ])
  const missing = await browser.send('pat', GOOGLE, { adapter: 'dataforseo', login: 'x', enabled: 'true' })
  expect([missing.status, missing.text.includes('is required before the engine can be used')]).toEqual([422, true])
  const form = { adapter: 'simulated', daily_cap: '500', daily_cap_usd: '', enabled: 'true' }
  expect((await browser.send('pat', GOOGLE, form)).status).toBe(303)
  expect((await engines()).engines.scan_standard).toMatchObject({ daily_cap: 500, daily_cap_usd: null, enabled: true })
  expect((await browser.visit('pat', GOOGLE)).text).toContain('0 of 500')
  await browser.send('pat', `${GOOGLE}/disconnect`)
  expect((await engines()).engines.scan_standard).toBeNull()
})

test('Search Console takes the key file as Google gives it, and never shows its key', async () => {
  const CONSOLE = `${SUPPLIERS}/search_console`
  const broken = await browser.send('pat', CONSOLE, { service_account: '{"client_email"' })
  expect([broken.status, broken.text.includes('paste the whole file')]).toEqual([422, true])
  const file = JSON.stringify({ type: 'service_account', client_email: 'looks@quay.example', private_key: KEY })
  await browser.send('pat', CONSOLE, {
    service_account: file,
    properties: 'sc-domain:bakery.example\n\nhttps://quay.example/\n',
    reserve_pct: '25',
  })
  const { main } = await browser.visit('pat', CONSOLE)
  const none = await browser.send('pat', CONSOLE, { service_account: 'null' })
  expect([none.status, (await engines()).search_console]).toMatchObject([422, { service_account: { set: true } }])
  expect([main.includes('looks@quay.example'), main.includes('sc-domain:bakery.example'), main.includes(KEY)]).toEqual([
    true,
    true,
    false,
  ])
})

test('old addresses lead to the list; it is there for platform admins alone', async () => {
  for (const path of ['engines', 'providers']) {
    const moved = await browser.visit('pat', `/app/platform/${path}`)
    expect([moved.status, moved.headers.get('location')]).toEqual([308, SUPPLIERS])
  }
  expect((await browser.visit('pat', `${SUPPLIERS}/nothing`)).status).toBe(404)
  for (const path of [SUPPLIERS, PRIMARY]) expect((await browser.visit('ada', path)).status).toBe(404)
  expect((await browser.send('ada', PRIMARY, { adapter: 'simulated' })).status).toBe(404)
})

test('an account is connected by its code, asked, and removed', async () => {
  await browser.send('pat', PRIMARY, { adapter: 'simulated', enabled: 'true', ...RULES })
  await browser.send('pat', `${SUPPLIERS}/account`)
  expect((await browser.visit('pat', PRIMARY)).main).toContain('SIMULATED')
  for (const [act, words] of [
    ['account/finish', 'Fetch now'],
    ['account/sync', 'Fetch now'],
    ['account/disconnect', 'Get code'],
    ['ask', 'Ask for balances now'],
  ] as const) {
    expect((await browser.send('pat', `${SUPPLIERS}/${act}`)).status).toBe(303)
    expect((await browser.visit('pat', PRIMARY)).text).toContain(words)
  }
  expect((await browser.visit('pat', `${SUPPLIERS}/account/disconnect`)).text).toContain('keeps the account')
})

test('an empty account has the way to its payments beside the message', async () => {
  const server = speedyIndex({ now: () => w.clock.now(), api_key: KEY, balance: { indexer: 0, checker: 0 } })
  try {
    const form = { adapter: 'speedyindex', api_key: KEY, base_url: server.url, enabled: 'true', ...RULES }
    await browser.send('pat', PRIMARY, form)
    w.db.write((tx) =>
      grant(tx, { tenant_id: 'ten_northwind', kind: 'index', amount: 9, reason: 'adjustment', actor: 'test' }),
    )
    const way = 'href="https://app.speedyindex.com/"'
    expect((await browser.visit('pat', PRIMARY)).main).not.toContain(way)
    await w.call('ada', 'submit_index_job', { urls: ['https://bakery.example/rye'], preflight: false })
    await w.run(advancePushesTask, sendLinksTask)
    const { main } = await browser.visit('pat', PRIMARY)
    expect([main.includes('no credits left'), main.includes(way)]).toEqual([true, true])
  } finally {
    server.stop()
  }
})
