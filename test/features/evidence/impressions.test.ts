/** Pages that Google showed to people are indexed: dated, free, and never the other way round. */
import { afterEach, expect, test } from 'bun:test'
import { readImpressionsTask } from '../../../src/features/evidence/tasks.ts'
import { DAY, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { expectBooksToBalance } from '../../books.ts'
import { pages } from '../../domains/providers/setting.ts'
import { START } from '../../world.ts'
import { type Queued, queued } from './queued.ts'

const open: Queued[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

type Options = Parameters<typeof queued>[0]

/** The paid engine finds nothing, and no property is asked for single pages. */
async function start(shown: NonNullable<Options>['shown'], options: Options = {}) {
  const one = await queued({ verdict: () => ({ verdict: 'VERDICT_UNSPECIFIED' }), found: false, shown, ...options })
  open.push(one)
  return one
}

/** Lives through days as the tasks do, from one to the other. */
async function live(one: Queued, from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day += 0.25) {
    one.clock.set(plus(START, day * DAY))
    await one.run(readImpressionsTask)
    await one.work(2)
  }
  expectBooksToBalance(one.db)
}

const queries = (one: Queued) => one.google.received.filter(({ path }) => path.endsWith('/searchAnalytics/query'))
const [PAGE] = pages(1) as [string]

test('a page that was shown on day 2 makes its link indexed at the latest on day 5, free, on that date, and uses the credit', async () => {
  // START is 2 November 2026, 01:00 in California: day 2 is the 4th there.
  const one = await start((_, day) => (day === '2026-11-04' ? [[PAGE, 14]] : []))
  const { id } = await one.push([PAGE])
  await live(one, 0, 4.75)
  expect((await one.job(id)).outcome.credits).toMatchObject({ reserved: 1 })
  await live(one, 5, 6)
  expect((await one.job(id)).outcome).toMatchObject({
    states: { indexed: 1 },
    credits: { reserved: 0, consumed: 1, released: 0 },
  })
  const last = (await one.results(id)).at(-1)!
  expect(last).toMatchObject({ indexed: 'yes', method: 'impression', adapter: 'search_console', cost_usd: 0, day: 3 })
  expect(last.evidence).toBe('Google showed it 14 times on Wednesday, 4 November 2026')
  expect((await one.job(id)).status).toBe('done')
  const { link } = await one.call<{ link: object }>('ada', 'get_link', { uid: last.uid })
  expect(link).toMatchObject({ last_shown: { day: '2026-11-04', impressions: 14 } })
  // Day 7 needs no paid look.
  const paid = one.paid.received.length
  await live(one, 6.25, 9)
  expect(one.paid.received).toHaveLength(paid)
})

test('a check that waits is answered by it, and nobody is asked', async () => {
  const one = await start((_, day) => (day === '2026-11-03' ? [[PAGE, 1]] : []))
  const { id } = await one.push([PAGE])
  await one.work()
  one.db.write(
    (tx) =>
      tx.run(
        "insert into quotas (name, minute, paused_until, reason) values ('engine:scan_standard', '', '2026-12-01T00:00:00.000Z', 'away')",
      ) ?? null,
  )
  await live(one, 1, 3.75)
  const [waiting] = one.db.read((tx) =>
    tx.rows<{ state: string }>("select state from looks where purpose = 'guarantee'"),
  )
  expect(waiting).toEqual({ state: 'queued' })
  await live(one, 4, 5)
  const results = await one.results(id)
  expect(results).toMatchObject([
    { indexed: 'yes', method: 'impression', evidence: 'Google showed it 1 time on Tuesday, 3 November 2026' },
  ])
  expect(one.paid.received.filter(({ path }) => path.includes('search'))).toHaveLength(0)
})

test('a page that is missing says nothing: all is as without impressions', async () => {
  const outcomes = await Promise.all(
    [() => [['https://bakery.example/another', 5]] as [string, number][], () => [], undefined].map(async (shown) => {
      const one = await start(shown)
      const { id } = await one.push(pages(3))
      await live(one, 0, 9)
      return [
        (await one.job(id)).outcome,
        (await one.results(id)).map(({ indexed, method, day }) => [indexed, method, day]),
      ]
    }),
  )
  expect(outcomes[0]).toEqual(outcomes[2]!)
  expect(outcomes[1]).toEqual(outcomes[2]!)
  expect(outcomes[0]![0]).toMatchObject({ states: { not_indexed: 3 }, credits: { released: 3 } })
})

test('the day of the push and days before it settle nothing, and a refunded credit stays refunded', async () => {
  const one = await start((_, day) => (day <= '2026-11-02' || day === '2026-11-08' ? [[PAGE, 9]] : []))
  const { id } = await one.push([PAGE])
  await live(one, 0, 9.5)
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 0, released: 1 })
  await live(one, 9.75, 12)
  expect((await one.job(id)).outcome).toMatchObject({ states: { indexed: 1 }, credits: { consumed: 0, released: 1 } })
})

test('only pages of links here are kept, each of the workspaces that pushed it, for 35 days', async () => {
  const one = await start(() => [
    [PAGE, 3],
    ['https://bakery.example/never-pushed', 8],
    [`${PAGE}#part`, 2],
  ])
  await one.push([PAGE])
  await one.work()
  await live(one, 3, 4)
  const rows = one.db.read((tx) =>
    tx.rows<{ tenant_id: string; impressions: number }>('select tenant_id, impressions from impressions order by day'),
  )
  expect(rows.every(({ tenant_id, impressions }) => tenant_id === 'ten_northwind' && impressions === 5)).toBe(true)
  // Ten days back when the property is new, then each day that is finished.
  expect(
    queries(one)
      .map(({ json }) => (json as { startDate: string }).startDate)
      .sort(),
  ).toEqual(Array.from({ length: rows.length }, (_, i) => plus('2026-10-24T00:00:00.000Z', i * DAY).slice(0, 10)))
  one.clock.turn(40 * DAY)
  for (const expire of one.app.expired) one.db.write((tx) => expire(tx, 1000))
  expect(one.db.read((tx) => tx.number('select count(*) from impressions'))).toBe(0)
})

test('a load quota pauses the property for 15 minutes, and a second one until the next day of Google', async () => {
  const one = await start(() => [[PAGE, 3]])
  const body = {
    error: {
      code: 403,
      message: 'Search Analytics load quota exceeded.',
      errors: [{ domain: 'usageLimits', reason: 'quotaExceeded' }],
    },
  }
  one.google.fail({ status: 403, body }, 2, /searchAnalytics/)
  const at = async (minutes: number) => {
    one.clock.set(plus(START, minutes * MINUTE))
    await one.run(readImpressionsTask)
    return queries(one).length
  }
  expect([await at(0), await at(14), await at(15), await at(40), await at(22 * 60 + 59)]).toEqual([1, 1, 2, 2, 2])
  expect(await at(23 * 60)).toBeGreaterThan(10)
})

test('an answer that never came, broke off or is none is asked for again, and counts once', async () => {
  const one = await start(() => [[PAGE, 3]])
  const { id } = await one.push([PAGE])
  await one.work()
  for (const fault of ['cut', 'garbage', 'html', 'empty'] as const) one.google.fail(fault, 1, /searchAnalytics/)
  await live(one, 5, 8)
  expect((await one.job(id)).outcome.credits).toMatchObject({ consumed: 1, released: 0 })
  expect(one.db.read((tx) => tx.rows('select distinct impressions from impressions'))).toEqual([{ impressions: 3 }])
})
