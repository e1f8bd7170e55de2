/** One property's day at Google, shared by all that wait for it. */
import { afterEach, expect, test } from 'bun:test'
import { HOUR, MINUTE, millis, plus } from '../../../src/kernel/time/clock.ts'
import { momentAt } from '../../../src/kernel/time/zones.ts'
import { some } from '../../long/whole.ts'
import { type Queued, queued } from './queued.ts'

const open: Queued[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.end()
})

const start = async (...options: Parameters<typeof queued>): Promise<Queued> => {
  const one = await queued(...options)
  open.push(one)
  return one
}

const midnight = (day: string) => momentAt('America/Los_Angeles', day, 0)
const counted = (times: string[], length: number): number[] =>
  [...Map.groupBy(times, (time) => time.slice(0, length)).values()].map((of) => of.length)

test('three workspaces with 10,000, 500 and 20 checks on one property get a fair share of the day, of three quarters of 2,000', async () => {
  const one = await start()
  one.clients('ten_large', 'ten_middle', 'ten_small')
  one.clock.set(midnight('2026-11-10'))
  one.wait('ten_large', 10_000)
  one.clock.turn(1)
  one.wait('ten_middle', 500)
  one.wait('ten_small', 20)
  await one.until(midnight('2026-11-11'), 10 * MINUTE)
  expect(one.answered()).toEqual({ ten_large: 980, ten_middle: 500, ten_small: 20 })
  const times = one.inspections().map(({ at }) => at)
  expect(times).toHaveLength(1500)
  expect(Math.max(...counted(times, 16))).toBeLessThanOrEqual(600)
  // Each hour has its share: there is no burst at midnight.
  expect(Math.max(...counted(times, 13))).toBeLessThanOrEqual(Math.ceil(1500 / 24) + 1)
  expect(one.paid.received).toHaveLength(0)
})

test.each(
  some(
    [
      ['2026-11-01', 25],
      ['2026-03-08', 23],
    ] as const,
    2,
  ),
)('a day of changed clocks, %s, is one of %i hours and gives 1,500 calls', async (day, hours) => {
  const one = await start()
  const [from, to] = [midnight(day), midnight(day === '2026-03-08' ? '2026-03-09' : '2026-11-02')]
  expect((millis(to) - millis(from)) / HOUR).toBe(hours)
  one.clock.set(from)
  one.wait('ten_bakery', 1700, 4, 'recheck')
  await one.until(to, 15 * MINUTE)
  const times = one.inspections().map(({ at }) => at)
  expect(times).toHaveLength(1500)
  expect(counted(times, 13)).toHaveLength(hours)
  await one.until(plus(to, HOUR), 15 * MINUTE)
  expect(one.inspections().length).toBeGreaterThan(1500)
})

test('classes are served in a strict order, and people at the screen at once with a twentieth of the day', async () => {
  const one = await start()
  one.clock.set(midnight('2026-11-10'))
  for (const [of, purpose] of [
    [6, 'recheck'],
    [5, 'check'],
    [4, 'recheck'],
    [3, 'before'],
    [2, 'recheck'],
    [1, 'guarantee'],
  ] as const)
    one.wait('ten_bakery', 100, of, purpose)
  await one.until(plus(one.now(), 11 * HOUR), 5 * MINUTE)
  const asked = one.db.read((tx) =>
    tx.rows<{ class: number }>("select class from looks where adapter = 'search_console' order by ordered_at, class"),
  )
  const classes = asked.map((look) => look.class)
  expect(classes.slice(0, 75)).toEqual(Array(75).fill(5))
  const runs = classes.slice(75).filter((of, i, all) => of !== all[i - 1])
  expect(runs).toEqual([1, 2, 4, 5, 6])
  // A push waits for its smart filter, so another engine answered after an hour.
  const elsewhere = "select count(*) from looks where adapter = 'serper' and class = 3 and indexed <> 'unknown'"
  expect(one.db.read((tx) => tx.number(elsewhere))).toBe(100)
})
