/** Queues with limits: what a supplier lets us do, by the minute and by the day, whatever happens to the process. */
import { afterEach, expect, test } from 'bun:test'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import { etaOf, headroom, pauseQuota, perDay, takeQuota } from '../../../src/kernel/scheduling/quota.ts'
import { HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { type World, world } from '../../world.ts'

const worlds: World[] = []
afterEach(() => {
  for (const one of worlds.splice(0)) one.close()
})

function queue(allowance: Parameters<typeof perDay>[0]) {
  const one = world()
  worlds.push(one)
  let { db } = one
  return {
    clock: one.clock,
    left: () => db.read((tx) => headroom(tx, 'vendor', allowance)),
    eta: (n: number) => db.read((tx) => etaOf(tx, 'vendor', allowance, n)),
    take: (n: number) => db.write((tx) => takeQuota(tx, 'vendor', n, allowance) ?? null),
    pause: (until: string) => db.write((tx) => pauseQuota(tx, 'vendor', until, 'told so') ?? null),
    restart() {
      if (db !== one.db) db.close()
      db = openDatabase(`${one.folder}/signalpost.db`, one.clock)
    },
    end: () => db.close(),
  }
}

test('a minute and a day give what is left of them, and more when the next one begins', () => {
  const vendor = queue({ per_minute: 10, per_day: 25 })
  vendor.take(10)
  expect(vendor.left()).toMatchObject({ left: 0, resumes_at: '2026-11-02T09:01:00.000Z', why: '10 a minute are used' })
  vendor.clock.turn(MINUTE)
  expect(vendor.left().left).toBe(10)
  vendor.take(10)
  vendor.clock.turn(MINUTE)
  expect(vendor.left().left).toBe(5)
  vendor.take(5)
  expect(vendor.left()).toMatchObject({ left: 0, resumes_at: '2026-11-03T00:00:00.000Z', why: '25 a day are used' })
  vendor.clock.turn(15 * HOUR)
  expect(vendor.left().left).toBe(10)
})

test('a restart neither forgets nor forgives what was used, nor a pause', () => {
  const vendor = queue({ per_minute: 10, per_day: 12 })
  vendor.take(7)
  vendor.restart()
  expect(vendor.left().left).toBe(3)
  vendor.pause('2026-11-02T09:05:00.000Z')
  vendor.restart()
  expect(vendor.left()).toEqual({
    left: 0,
    resumes_at: '2026-11-02T09:05:00.000Z',
    why: 'told so',
    plainly: ['nothing more is taken for now'],
  })
  vendor.clock.turn(5 * MINUTE)
  expect(vendor.left().left).toBe(5)
  vendor.end()
})

test('a shorter pause does not end a longer one', () => {
  const vendor = queue({})
  vendor.pause('2026-11-02T10:00:00.000Z')
  vendor.pause('2026-11-02T09:30:00.000Z')
  expect(vendor.left().resumes_at).toBe('2026-11-02T10:00:00.000Z')
})

test('the reserve is not ours to use', () => {
  expect(perDay({ per_day: 2000, reserve_pct: 25 })).toBe(1500)
  expect(queue({ per_day: 2000, reserve_pct: 100 }).left().left).toBe(0)
})

test('the forecast counts minutes and days', () => {
  const vendor = queue({ per_minute: 10, per_day: 100 })
  expect(vendor.eta(10)).toBe('2026-11-02T09:00:00.000Z')
  expect(vendor.eta(30)).toBe('2026-11-02T09:02:00.000Z')
  vendor.take(10)
  expect(vendor.eta(90)).toBe('2026-11-02T09:09:00.000Z')
  expect(vendor.eta(91)).toBe('2026-11-03T00:00:00.000Z')
  expect(vendor.eta(290)).toBe('2026-11-04T00:09:00.000Z')
})

test.each([
  ['2026-03-08', 23, '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['2026-06-01', 24, '2026-06-01T07:00:00.000Z', '2026-06-02T07:00:00.000Z'],
  ['2026-11-01', 25, '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
])('a day of a service on the Pacific coast, %s, has %i hours', (_, hours, begins, ends) => {
  const google = queue({ per_day: 100, zone: 'America/Los_Angeles' })
  google.clock.set(begins)
  google.take(100)
  let counted = 0
  for (; google.left().left === 0; counted += 1) {
    expect(google.left().resumes_at).toBe(ends)
    google.clock.turn(HOUR)
  }
  expect(counted).toBe(hours)
  expect(google.clock.now()).toBe(ends)
  expect(google.left().left).toBe(100)
})
