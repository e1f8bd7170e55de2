import { afterEach, beforeEach, expect, test } from 'bun:test'
import { askDirectly, type DirectAnswer, spentToday } from '../../../src/domains/checks/index.ts'
import { usedToday } from '../../../src/kernel/scheduling/quota.ts'
import { type SerpApiStandIn, serpApi } from '../../upstreams/serpapi.ts'
import { type World, world } from '../../world.ts'

const API_KEY = 'serpapi-0d93'
const signal = new AbortController().signal
const freely = () => true

let w: World
let server: SerpApiStandIn
beforeEach(async () => {
  w = world()
  const links = ['https://rival.example/', 'https://bakery.example/bread']
  server = serpApi({ now: w.clock.now, api_key: API_KEY, results: () => links })
  await connect({ cost_usd: 0.02 })
})
afterEach(() => {
  server.stop()
  w.close()
})

const connect = (more: object) =>
  w.call('pat', 'update_integrations', {
    engines: { scan_live: { adapter: 'serpapi', enabled: true, base_url: server.url, api_key: API_KEY, ...more } },
  })
const spent = () => w.db.read((tx) => spentToday(tx, 'scan_live'))
const ask = (
  question = { query: 'fresh bread', near: 'bakery.example' } as { query: string; near: string } | { url: string },
): Promise<DirectAnswer> => askDirectly(w.app, question, freely, signal)

test('a question is one search, its price part of what the engine has cost today and of its calls', async () => {
  expect(await ask()).toMatchObject({
    state: 'answered',
    simulated: false,
    cost_usd: 0.02,
    found: {
      surface: 'google_ai_mode',
      results: [{ url: 'https://rival.example/' }, { url: 'https://bakery.example/bread' }],
    },
  })
  expect(server.received[0]!.query).toMatchObject({ engine: 'google_ai_mode', q: 'fresh bread' })
  expect(await ask({ url: 'https://bakery.example/bread' })).toMatchObject({
    found: { indexed: 'yes' },
    cost_usd: 0.02,
  })
  expect(spent()).toBeCloseTo(0.04)
  expect(w.db.read((tx) => usedToday(tx, 'engine:scan_live'))).toBe(2)
})

test('nothing is asked beyond the cap of the operator, or of whoever asks', async () => {
  await connect({ daily_cap_usd: 0.02 })
  const refused = (_: unknown, price: number) => price < 0.02
  expect(await askDirectly(w.app, { url: 'https://a.example/' }, refused, signal)).toEqual({
    state: 'closed',
    why: 'budget',
  })
  expect((await ask()).state).toBe('answered')
  expect(await ask()).toEqual({ state: 'closed', why: 'limits' })
  expect(server.received).toHaveLength(1)
  await w.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'serpapi', enabled: false } } })
  expect(await ask()).toEqual({ state: 'closed', why: 'no_engine' })
})

test('a refusal costs nothing; a lost answer is paid until the account tells, and stays in the sum of the day', async () => {
  server.fail({ status: 401, body: { error: 'Invalid API key' } })
  expect(await ask()).toEqual({ state: 'failed', cost_usd: 0 })
  expect(spent()).toBe(0)
  server.fail('cut')
  const answer = await ask()
  expect(answer).toEqual({ state: 'failed', cost_usd: 0.02 })
  expect(spent()).toBeCloseTo(0.02)
  expect(w.db.read((tx) => tx.rows('select units, cost_usd, state from lost_calls'))).toEqual([
    { units: 1, cost_usd: 0, state: 'open' },
  ])
})

test('where nobody tells a price, a search costs what is assumed for its vendor', async () => {
  await connect({ cost_usd: null })
  expect(await ask()).toMatchObject({ cost_usd: 0.025 })
})

test('the simulation answers free of charge and says so', async () => {
  await w.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'simulated', enabled: true } } })
  const answer = await ask()
  expect(answer).toMatchObject({ state: 'answered', simulated: true, cost_usd: 0 })
  expect(spent()).toBe(0)
})
