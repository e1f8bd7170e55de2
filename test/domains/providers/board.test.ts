/** What the operator sees of the suppliers: balances, usage, batches, scoreboard with its hold-out, margin. */
import { afterEach, expect, test } from 'bun:test'
import type { CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import { MINUTE } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { serper } from '../../upstreams/serper.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { pages, type Setting, setting } from './setting.ts'

const open: Setting[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

/** Sent links named `good-…` get in on the second day; the search engine shows them then, and `known-…` always. */
async function start() {
  const one = await setting({ index: 200 })
  open.push(one)
  const speedy = one.use(
    speedyIndex({ now: one.now, api_key: 'speedy-key', indexed: (url) => url.includes('/good-'), done_after: 1 }),
  )
  const isSent = (url: string) => speedy.tasks.some(({ urls }) => urls.includes(url))
  const vendor = one.use(
    serper({
      now: one.now,
      api_key: 'serper-key',
      results: (query) => {
        const url = `https://${query.replace('site:', '')}`
        const late = one.now() > '2026-11-04'
        return url.includes('/known-') || (late && url.includes('/good-') && isSent(url)) ? [url] : []
      },
    }),
  )
  await one.call('pat', 'update_crawl_settings', {
    cost_per_indexed_usd: 0.01,
    routes: { primary: { adapter: 'speedyindex', base_url: speedy.url, api_key: 'speedy-key' } },
  })
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', base_url: vendor.url, api_key: 'serper-key', daily_cap: 500 } },
  })
  const links = (n: number, name: string) => Array.from({ length: n }, (_, i) => `https://bakery.example/${name}-${i}`)
  const rounds = async () => {
    for (const day of [0, 1, 3, 7]) await one.day(day, 20)
  }
  return { ...one, speedy, vendor, links, rounds }
}

type Listed<T> = { items: T[]; total: number }

test('a hold-out is not sent, costs nothing, is looked at with the others, and shows the lift', async () => {
  const one = await start()
  const { id } = await one.push(one.links(40, 'good'), { holdout_pct: 25 })
  await one.work()
  const { states, credits } = (await one.job(id)).outcome
  expect([states.sent, states.held_out]).toEqual([30, 10])
  expect([credits.reserved, credits.excluded]).toEqual([30, 10])
  expect(one.speedy.tasks.flatMap(({ urls }) => urls)).toHaveLength(30)
  await one.rounds()
  const results = await one.results(id)
  expect(results.filter(({ purpose }) => purpose === 'holdout')).toHaveLength(30)
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 30, excluded: 10, reserved: 0 })
  expect((await one.job(id)).status).toBe('done')
  await one.call('pat', 'sync_supplier')
  const { items } = await one.call<Listed<unknown>>('pat', 'get_provider_scoreboard')
  expect(items).toMatchObject([
    {
      month: '2026-11',
      route: 'primary',
      adapter: 'speedyindex',
      links: 30,
      indexed_day1: 0,
      indexed_day3: 30,
      indexed_day7: 30,
      indexed_rate: 1,
      cost_usd: 0.3,
      cost_per_indexed_usd: 0.01,
      held_out: 10,
      held_out_indexed: 0,
      lift: 1,
    },
  ])
})

test('links that would have got in anyway are no lift', async () => {
  const one = await start()
  await one.push([...one.links(20, 'known')], { holdout_pct: 50 })
  await one.rounds()
  const { items } = await one.call<Listed<unknown>>('pat', 'get_provider_scoreboard')
  expect(items).toMatchObject([{ links: 10, indexed_day1: 10, held_out: 10, held_out_indexed: 10, lift: 0 }])
})

test('a held-out link can be pushed afterwards', async () => {
  const one = await start()
  const { id } = await one.push(one.links(10, 'good'), { holdout_pct: 50 })
  await one.rounds()
  const again = await one.call<{ id: string }>('ada', 'send_unindexed_to_indexer', { id })
  expect(again).toMatchObject({ accepted: 5 })
  expect(await refusal(one.call('ada', 'send_unindexed_to_indexer', { id }))).toMatchObject({
    code: 'conflict',
    details: { job_id: again.id },
  })
  await one.call('ada', 'cancel_job', { id: again.id })
  expect(await one.call('ada', 'send_unindexed_to_indexer', { id })).toMatchObject({ accepted: 5 })
})

test('a hold-out of half of one link sends it', async () => {
  const one = await start()
  const { id } = await one.push(one.links(1, 'good'), { holdout_pct: 50 })
  await one.work()
  expect((await one.job(id)).outcome.states).toMatchObject({ sent: 1, held_out: 0 })
})

test('balances are asked once in five minutes, and again at will', async () => {
  const one = await start()
  const asks = () => one.speedy.received.filter(({ path }) => path === '/v2/account').length
  const first = await one.call('pat', 'get_upstream_balance')
  expect(first).toMatchObject({
    scan_standard: { adapter: 'serper', ok: true, amount: 2500, unit: 'credits' },
    scan_live: null,
    crawl_primary: { adapter: 'speedyindex', ok: true, amount: 1000 },
    crawl_fallback: null,
  })
  await one.call('pat', 'get_upstream_balance')
  await one.call('pat', 'get_providers')
  expect(asks()).toBe(1)
  await one.call('pat', 'get_upstream_balance', { refresh: '1' })
  expect(asks()).toBe(2)
  one.clock.turn(5 * MINUTE)
  one.speedy.fail('garbage')
  expect(await one.call('pat', 'get_upstream_balance')).toMatchObject({ crawl_primary: { ok: false } })
  await expect(one.call('ada', 'get_upstream_balance')).rejects.toMatchObject({ code: 'forbidden' })
})

test('usage, batches and margin tell the same story as the supplier’s report', async () => {
  const one = await start()
  const { id } = await one.push([...one.links(6, 'good'), ...pages(4)])
  await one.rounds()
  await one.call('ada', 'check_index', { urls: one.links(3, 'known') })
  await one.work()
  await one.call('pat', 'sync_supplier')
  const usage = { tenant_name: 'Northwind', links: 10, primary_links: 10, indexed: 6, billed: 6, cost_usd: 0.06 }
  expect(await one.call('pat', 'get_provider_usage')).toMatchObject({ items: [usage], total: 1 })
  expect(await one.call('pat', 'get_provider_usage', { month: '2026-10' })).toMatchObject({ total: 0 })
  const file = await one.call<CsvAnswer>('pat', 'get_provider_usage_csv')
  const [head, ...rows] = (await Array.fromAsync(file.lines)).join('').trim().split('\r\n')
  const cells = Object.fromEntries(head!.split(',').map((name, at) => [name, rows[0]!.split(',')[at]]))
  expect([file.filename, rows.length]).toEqual(['crawl-usage-2026-11.csv', 1])
  expect(cells).toMatchObject(Object.fromEntries(Object.entries(usage).map(([name, value]) => [name, String(value)])))
  const { items } = await one.call<Listed<{ id: string }>>('pat', 'list_campaigns', { site: 'bakery.example' })
  expect(items).toMatchObject([{ job_id: id, url_count: 10, indexed_day3: 6, billed: 6, report: { done: true } }])
  for (const other of [{ site: 'rival.example' }, { q: 'nothing' }, { tenant_id: 'ten_rival' }])
    expect(await one.call('pat', 'list_campaigns', other)).toMatchObject({ total: 0 })
  expect(await one.call('pat', 'list_campaign_links', { id: items[0]!.id })).toMatchObject({ total: 10 })
  expect(await one.call('pat', 'get_providers')).toMatchObject({
    today: [{ engine: 'scan_standard', looks: 11, daily_cap: 500 }],
  })

  const month = '2026-11'
  expect(await one.call('pat', 'put_margin_reconciliation', { month, billed_count: 8, note: 'invoice 4' })).toEqual({
    month,
    our_count: 6,
    billed_count: 8,
    difference: 2,
    note: 'invoice 4',
  })
  const margin = await one.call<{ rows: Record<string, number>[]; totals: Record<string, number> }>('pat', 'get_margin')
  expect(margin).toMatchObject({
    rows: [
      {
        links_sent: 10,
        index_used: 6,
        indexed_later: 0,
        crawl_cost_usd: 0.06,
        checks_used: 3,
        index_revenue_usd: 0.399,
      },
    ],
    reconciliation: [{ month, difference: 2 }, { month: '2026-10' }],
  })
  const [row] = margin.rows
  const shown = (amount: number) => Number(amount.toFixed(2))
  const sums = ['index_revenue_usd', 'check_revenue_usd'].reduce((sum, name) => sum + shown(row![name]!), 0)
  expect(margin.totals.margin_usd).toBeCloseTo(sums - shown(row!.crawl_cost_usd!) - shown(row!.look_cost_usd!), 6)
  await expect(
    one.call('pat', 'put_margin_reconciliation', { month: '2026-13', billed_count: 1 }),
  ).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(
    one.call('pat', 'put_margin_reconciliation', { month: '2026-11', billed_count: 1e308 }),
  ).rejects.toMatchObject({ code: 'validation_failed', details: { issues: [{ path: 'billed_count' }] } })
})

test('a link that is indexed after its credit went back costs, brings nothing, and is shown apart', async () => {
  const one = await start()
  const { id } = await one.push(pages(1))
  await one.rounds()
  expect((await one.job(id)).outcome.credits).toMatchObject({ released: 1 })
  one.vendor.fail(
    { status: 200, body: { searchParameters: {}, organic: [{ link: pages(1)[0] }], credits: 1 } },
    1,
    /search/,
  )
  await one.call('ada', 'recheck_job', { id })
  await one.work()
  expect((await one.job(id)).outcome).toMatchObject({ states: { indexed: 1 }, credits: { released: 1 } })
  expect(await one.call('pat', 'get_margin')).toMatchObject({ rows: [{ index_used: 0, indexed_later: 1 }] })
})

test('the duel counts final links only, of each supplier in use, beside the control groups', async () => {
  const one = await start()
  expect((await one.call<{ duel: Duel }>('pat', 'get_provider_scoreboard')).duel.sides).toHaveLength(1)
  await one.call('pat', 'update_crawl_settings', { routes: { fallback: { adapter: 'simulated' } } })
  await one.push(one.links(40, 'good'), { holdout_pct: 25 })
  await one.work()
  const duel = async () => (await one.call<{ duel: Duel }>('pat', 'get_provider_scoreboard')).duel
  const answered = ({ days }: { days: { answered: number }[] }) => days.map((day) => day.answered)
  const early = await duel()
  expect([answered(early.sides[0]!), early.verdict]).toEqual([[0, 0, 0], null])
  for (const day of [0, 1, 3]) await one.day(day, 20)
  expect(answered((await duel()).sides[0]!)).toEqual([30, 30, 0])
  for (const day of [7]) await one.day(day, 20)
  const { sides, control, verdict } = await duel()
  expect(sides).toMatchObject([
    {
      route: 'primary',
      adapter: 'speedyindex',
      share_pct: 100,
      links: 30,
      days: [{ rate: 0 }, { rate: 1 }, { rate: 1 }],
    },
    { route: 'fallback', adapter: 'simulated', share_pct: 0, links: 0, days: [{ rate: null }, {}, { low: null }] },
  ])
  expect(control).toMatchObject([{ answered: 10, indexed: 0 }, { answered: 10 }, { answered: 10, rate: 0 }])
  expect(verdict).toBeNull()
})

type Duel = { sides: { route: string; days: { answered: number }[] }[]; control: unknown; verdict: unknown }
