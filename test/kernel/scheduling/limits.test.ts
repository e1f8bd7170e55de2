import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import {
  addToDay,
  countOfDay,
  createLimits,
  forgetDays,
  takeDailyCredits,
} from '../../../src/kernel/scheduling/limits.ts'
import { taskName } from '../../../src/kernel/scheduling/task.ts'
import { DAY, dayOf, HOUR, MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const refused = (work: () => unknown): Fault => {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('was not refused')
}

describe('a bucket', () => {
  test('fills evenly and never beyond one minute of calls', () => {
    const limits = createLimits(w.db, w.clock)
    const take = () => limits.take('key_a', 6, null)
    expect(Array.from({ length: 6 }, take)).toEqual([5, 4, 3, 2, 1, 0])
    expect(refused(take)).toMatchObject({ code: 'rate_limited', retry_after: 10 })
    w.clock.turn(10 * SECOND)
    expect(take()).toBe(0)
    w.clock.turn(HOUR)
    expect(take()).toBe(5)
  })

  test('is not filled by a clock that goes back', () => {
    const limits = createLimits(w.db, w.clock)
    for (let i = 0; i < 6; i++) limits.take('key_a', 6, null)
    w.clock.turn(-DAY)
    expect(refused(() => limits.take('key_a', 6, null)).code).toBe('rate_limited')
  })

  test('that was forgotten among very many was a full one', () => {
    const limits = createLimits(w.db, w.clock)
    for (let i = 0; i < 6; i++) limits.take('key_a', 6, null)
    for (let i = 0; i < 20_001; i++) limits.take(`visitor ${i}`, 6, null)
    w.clock.turn(MINUTE - SECOND)
    limits.save()
    expect(limits.take('key_a', 6, null)).toBe(4)
  })
})

describe('counters of days', () => {
  test('are written once however often they are saved', () => {
    const limits = createLimits(w.db, w.clock)
    limits.take('key_a', 600, 10)
    for (let i = 0; i < 3; i++) limits.save()
    expect(w.db.read((tx) => countOfDay(tx, 'calls:key_a', dayOf(tx.now)))).toBe(1)
  })

  test('are forgotten day by day', () => {
    w.db.write((tx) => addToDay(tx, 'x', '2026-11-01', 1) + addToDay(tx, 'x', '2026-11-02', 2))
    expect(w.db.write((tx) => forgetDays(tx, '2026-11-02'))).toBe(1)
    expect(w.db.read((tx) => [countOfDay(tx, 'x', '2026-11-01'), countOfDay(tx, 'x', '2026-11-02')])).toEqual([0, 2])
  })
})

describe('the ceiling on a key’s credits a day', () => {
  const key = { key_id: 'key_a', daily_credit_cap: 10 }
  const spend = (amount: number, who: Parameters<typeof takeDailyCredits>[1] = key) =>
    w.db.write((tx) => takeDailyCredits(tx, who, amount) as undefined)

  test('lets through what fits exactly, and refuses one more with the seconds until midnight UTC', () => {
    spend(4)
    spend(6)
    expect(refused(() => spend(1))).toMatchObject({
      code: 'daily_cap',
      status: 429,
      message: 'This key may use 10 credits a day; 10 are used and this needs 1; the count resets at 00:00 UTC.',
      details: { code: 'daily_cap', cap: 10, used: 10, need: 1 },
      retry_after: 15 * 3600,
    })
  })

  test('says of an order above it that no day has room for it', () => {
    expect(refused(() => spend(1_200)).message).toBe(
      'This key may use 10 credits a day, and this needs 1,200 at once: send fewer links at a time, or have the cap of the key raised.',
    )
  })

  test('a refused order uses nothing of it', () => {
    spend(8)
    expect(refused(() => spend(5)).code).toBe('daily_cap')
    spend(2)
  })

  test('begins anew at midnight UTC', () => {
    spend(10)
    w.clock.set('2026-11-02T23:59:59.999Z')
    expect(refused(() => spend(1)).retry_after).toBe(1)
    w.clock.set('2026-11-03T00:00:00.000Z')
    spend(10)
  })

  test('holds for its key alone, and people have none', () => {
    spend(10)
    spend(10, { key_id: 'key_b', daily_credit_cap: 10 })
    spend(1_000_000, { key_id: null, daily_credit_cap: null })
    spend(1_000_000, { key_id: 'key_c', daily_credit_cap: null })
  })

  test('counts what was spent before the ceiling was set', () => {
    spend(7, { ...key, daily_credit_cap: null })
    expect(refused(() => spend(4)).details).toMatchObject({ used: 7, need: 4 })
  })
})

test('what is older than ninety days goes with the housekeeping, the rest stays', async () => {
  w.db.write(
    (tx) => addToDay(tx, 'x', dayOf(plus(tx.now, -91 * DAY)), 1) + addToDay(tx, 'x', dayOf(plus(tx.now, -89 * DAY)), 1),
  )
  await w.app.runTask(taskName('housekeeping'), new AbortController().signal)
  expect(w.db.read((tx) => tx.count('select count(*) from day_counters'))).toBe(1)
})
