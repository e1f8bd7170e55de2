/** A day that Google ends before our count does. */
import { afterEach, expect, test } from 'bun:test'
import { MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { momentAt } from '../../../src/kernel/time/zones.ts'
import { type Queued, queued } from './queued.ts'

let one: Queued
afterEach(() => one.end())

const midnight = (day: string) => momentAt('America/Los_Angeles', day, 0)

test('a day that Google ends at 900 has no further call, the next ones stay at 720, and two clean days later it is whole', async () => {
  one = await queued({ daily_quota: 900 })
  one.clock.set(midnight('2026-11-10'))
  one.wait('ten_bakery', 9000, 4, 'recheck')
  const isClosed = () => one.db.read((tx) => tx.row('select 1 from google_refused_days')) !== null
  while (!isClosed()) await one.until(plus(one.now(), 15 * MINUTE), 15 * MINUTE)
  const ended = one.inspections().length
  // The call that was refused, and those under way with it.
  expect(ended).toBeGreaterThan(900)
  expect(ended).toBeLessThanOrEqual(905)
  await one.call('pat', 'update_integrations', { search_console: { reserve_pct: 25 } })
  const asked: number[] = []
  for (const day of ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14']) {
    await one.until(midnight(day), 15 * MINUTE)
    asked.push(one.inspections().length - ended - asked.reduce((sum, n) => sum + n, 0))
    one.google.allow(2000)
  }
  expect(asked).toEqual([0, 720, 720, 1500])
})
