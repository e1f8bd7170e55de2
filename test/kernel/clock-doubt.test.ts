import { expect, test } from 'bun:test'
import { DAY, HOUR, plus, SECOND } from '../../src/kernel/clock.ts'
import { doubtInWords, judgeTime } from '../../src/kernel/clock-doubt.ts'
import { START } from '../world.ts'

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
