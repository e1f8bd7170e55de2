import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Task } from '../../../src/kernel/scheduling/task.ts'
import { DAY, HOUR, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import {
  clockDoubt,
  doubtInWords,
  judgeTime,
  keepTime,
  mayRun,
  trustClock,
} from '../../../src/kernel/time/clock-doubt.ts'
import { START, type World, world } from '../../world.ts'

const why = (ms: number) => judgeTime(plus(START, ms), START, null)?.why ?? null

test('a machine may be off for 35 days, and its clock be set back by an hour', () => {
  expect([0, 35 * DAY, -HOUR, -HOUR + SECOND].map(why)).toEqual([null, null, null, null])
  expect([35 * DAY + SECOND, 26_000 * DAY].map(why)).toEqual(['ahead', 'ahead'])
  expect([-HOUR - SECOND, -400 * DAY].map(why)).toEqual(['back', 'back'])
})

test('nothing speaks against the first time of all; one before the build does, until somebody vouches for it', () => {
  const built = plus(START, DAY)
  expect(judgeTime(START, null, null)).toBeNull()
  expect(judgeTime(START, null, built)?.why).toBe('before_build')
  expect(judgeTime(START, START, built, START)).toBeNull()
  expect(judgeTime(plus(START, -DAY), null, built, START)?.why).toBe('before_build')
})

test('the doubt is a sentence', () => {
  expect(doubtInWords(judgeTime('2099-06-01T00:00:00.000Z', START, null)!)).toBe(
    'The clock says 2099-06-01 00:00 UTC, more than 35 days after the latest time that was seen (2026-11-02 09:00 UTC).',
  )
})

describe('while an install runs', () => {
  let w: World
  let passed = 0
  beforeEach(() => {
    w = world()
    Object.assign(w.clock, { passed: () => passed })
    w.db.write((tx) => void keepTime(tx) as undefined)
    expect(may()).toBe(true)
  })
  afterEach(() => w.close())
  const may = () => mayRun(w.app, { in_doubt: false } as unknown as Task)
  const go = (wall: number, real: number) => {
    w.clock.turn(wall)
    passed += real
  }

  test('a clock that jumps by more than two days is doubted at once, until it is right again', () => {
    go(3 * DAY, SECOND)
    expect([may(), w.db.read(clockDoubt)?.why]).toEqual([false, 'jumped'])
    go(-3 * DAY, SECOND)
    expect(may()).toBe(true)
    w.db.write((tx) => void keepTime(tx) as undefined)
    go(3 * DAY, 3 * DAY)
    expect(may()).toBe(true)
  })

  test('a machine that slept is believed, and so is a jump that somebody vouches for', () => {
    go(20 * DAY, 20 * DAY)
    expect(may()).toBe(true)
    go(20 * DAY, 0)
    expect(may()).toBe(false)
    w.db.write((tx) => void trustClock(tx) as undefined)
    expect(may()).toBe(true)
  })
})
