/** What an order leaves out is told, and bounded: the answer is kept for retries. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(async () => {
  w = world()
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
  for (const kind of ['index', 'check'])
    await w.call('pat', 'adjust_credits', { tenant_id: 'ten_northwind', amount: 50, reason: 'for tests', kind })
})
afterEach(() => w.close())

type Answer = { id: string; invalid: { given: string }[]; duplicates: object[]; dropped: object }
const PAGE = 'https://bakery.example/'
const URLS = [PAGE, ...Array(1_500).fill(PAGE), ...Array.from({ length: 2_000 }, (_, i) => `${i} ${'x'.repeat(3_000)}`)]

test.each(['submit_index_job', 'check_index'])(
  '%s repeats a thousand of each, 200 letters long, and counts all',
  async (name) => {
    const { invalid, duplicates, dropped } = await w.call<Answer>('ada', name, { urls: URLS })
    expect(dropped).toEqual({ duplicates: 1_500, invalid: 2_000 })
    expect([invalid.length, duplicates.length]).toEqual([1_000, 1_000])
    expect(Math.max(...invalid.map(({ given }) => given.length))).toBe(200)
  },
)

test('a retry of a long order is told its ids and counts, and orders nothing', async () => {
  const push = () => w.call<Answer>('ada', 'submit_index_job', { urls: URLS }, { idempotency_key: 'once' })
  const first = await push()
  expect(await push()).toEqual({ ...first, invalid: [], duplicates: [] })
  const kept = w.db.read((tx) => tx.row<{ n: number }>('select sum(length(answer)) as n from idempotency_keys')!.n)
  expect(kept).toBeLessThan(400_000)
  expect((await w.call<{ total: number }>('ada', 'list_jobs')).total).toBe(1)
})
