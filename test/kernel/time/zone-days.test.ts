import { describe, expect, test } from 'bun:test'
import { at, DAY, dayAfter, HOUR, MINUTE, millis, plus } from '../../../src/kernel/time/clock.ts'
import { daysLater, daysOfZone, quarterHourOf } from '../../../src/kernel/time/zone-days.ts'
import { localDay } from '../../../src/kernel/time/zones.ts'
import { ZONES } from '../../zones.ts'

const QUARTER = 15 * MINUTE
const FROM = '2026-01-01T00:00:00.000Z'

/** Each moment with the day before it and after it: the begin of a day, and random ones. */
const momentsOf = (zone: string): string[] => {
  const days = daysOfZone(zone)
  const begins = Array.from({ length: 800 }, (_, n) => days.startOf(daysLater('2025-12-01', n)))
  const around = begins.flatMap((begin) => [plus(begin, -1), begin, plus(begin, 1)])
  const others = Array.from({ length: 2000 }, (_, n) => plus(FROM, (n * 7919 * MINUTE) % (800 * DAY)))
  return [...around, ...others]
}

describe.each(ZONES)('days in %s', (zone) => {
  const days = daysOfZone(zone)

  test('hold every moment in exactly one day, week and month', () => {
    for (const moment of momentsOf(zone)) {
      const day = days.dayOf(moment)
      expect(day).toBe(localDay(zone, moment))
      expect(days.startOf(day) <= moment && moment < days.startOf(dayAfter(day))).toBe(true)
      const monday = days.weekOf(moment)
      expect(days.startOf(monday) <= moment && moment < days.startOf(daysLater(monday, 7))).toBe(true)
      expect(new Date(monday).getUTCDay()).toBe(1)
      expect(days.monthOf(moment)).toBe(day.slice(0, 7))
    }
  })

  test('last 23 to 25 hours, begin with a quarter of an hour, and leave no gap', () => {
    for (let day = '2025-12-01'; day < '2028-03-01'; day = dayAfter(day)) {
      const { from, to } = days.moments(day, day)
      const hours = (millis(to) - millis(from)) / HOUR
      expect(hours >= 23 && hours <= 25).toBe(true)
      expect(quarterHourOf(from)).toBe(from)
      expect(days.dayOf(plus(to, -1))).toBe(day)
      expect(days.dayOf(to)).toBe(dayAfter(day))
    }
  })

  test('add up to weeks and months: each quarter of an hour is counted once', () => {
    const { from, to } = days.moments('2026-03-01', '2026-11-30')
    const [by_day, by_week] = [new Map<string, number>(), new Map<string, number>()]
    let quarters = 0
    for (let ms = millis(from); ms < millis(to); ms += QUARTER, quarters++) {
      const moment = at(ms)
      by_day.set(days.dayOf(moment), (by_day.get(days.dayOf(moment)) ?? 0) + 1)
      by_week.set(days.weekOf(moment), (by_week.get(days.weekOf(moment)) ?? 0) + 1)
    }
    const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, n) => all + n, 0)
    expect([...by_day.keys()]).toEqual(Array.from({ length: 275 }, (_, n) => daysLater('2026-03-01', n)))
    expect([sum(by_day), sum(by_week)]).toEqual([quarters, quarters])
    for (const [monday, n] of by_week)
      if (monday >= '2026-03-02' && monday <= '2026-11-23')
        expect(n).toBe(Array.from({ length: 7 }, (_, i) => by_day.get(daysLater(monday, i))!).reduce((a, b) => a + b))
  })
})

test('a day may lack midnight, or be left out', () => {
  const sao_paulo = daysOfZone('America/Sao_Paulo')
  expect(sao_paulo.startOf('2018-11-04')).toBe('2018-11-04T03:00:00.000Z')
  expect(sao_paulo.dayOf('2018-11-04T02:59:59.999Z')).toBe('2018-11-03')
  const apia = daysOfZone('Pacific/Apia')
  expect(apia.moments('2011-12-30', '2011-12-30')).toEqual({
    from: '2011-12-30T10:00:00.000Z',
    to: '2011-12-30T10:00:00.000Z',
  })
  expect(['2011-12-30T09:59:59.999Z', '2011-12-30T10:00:00.000Z'].map(apia.dayOf)).toEqual(['2011-12-29', '2011-12-31'])
  expect(apia.weekOf('2011-12-30T10:00:00.000Z')).toBe('2011-12-26')
})

test('clocks that go back over midnight leave each moment in one day', () => {
  // At a minute past midnight it was a minute past eleven again.
  const st_johns = daysOfZone('America/St_Johns')
  const begin = st_johns.startOf('2010-11-07')
  expect(begin).toBe('2010-11-07T02:30:00.000Z')
  for (let ms = millis(begin); ms < millis(begin) + 2 * HOUR; ms += MINUTE)
    expect(st_johns.dayOf(at(ms))).toBe('2010-11-07')
})

test('half past eleven in New York is not tomorrow', () => {
  const days = daysOfZone('America/New_York')
  expect(days.dayOf('2026-11-24T04:30:00.000Z')).toBe('2026-11-23')
  expect(days.weekOf('2026-11-23T04:30:00.000Z')).toBe('2026-11-16')
  expect(days.monthOf('2026-12-01T04:30:00.000Z')).toBe('2026-11')
  expect(days.firstDay('2026-11-24T04:30:00.000Z', 7)).toBe('2026-11-17')
})

test('the hour is cut to its quarter', () => {
  const cut = ['00:00.000', '14:59.999', '15:00.000', '44:59.999', '45:00.000', '59:59.999'].map((rest) =>
    quarterHourOf(`2026-11-23T04:${rest}Z`).slice(14, 16),
  )
  expect(cut).toEqual(['00', '00', '15', '30', '45', '45'])
})
