/** How moments are written: near ones by how long ago they are, all with the exact one beside, the year where it is not this one. */
import { expect, test } from 'bun:test'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { DAY, HOUR, MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import {
  ago,
  countedDay,
  countedWeekday,
  day,
  dayTime,
  exactly,
  fullDay,
  weekday,
} from '../../../views/parts/text/format.ts'
import { When } from '../../../views/parts/text/when.tsx'

const NOW = '2026-11-22T12:00:00.000Z'
const here = readerOf('UTC', 'en', NOW)
const at = (ms: number) => plus(NOW, ms)

test('a near moment is told by how far it is, in steps that stand still for a while', () => {
  const told = (ms: number) => ago(at(ms), here)
  expect([0, 59 * SECOND, -59 * SECOND].map(told)).toEqual(['just now', 'just now', 'just now'])
  expect([-MINUTE, -59 * MINUTE, -HOUR, -23 * HOUR].map(told)).toEqual([
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
  ])
  expect([2 * MINUTE, 3 * HOUR].map(told)).toEqual(['in 2 min', 'in 3 h'])
  expect([-DAY, -3 * DAY, DAY, 3 * DAY].map(told)).toEqual(['yesterday', '3 days ago', 'tomorrow', 'in 3 days'])
  expect(told(-2 * HOUR)).toBe(told(-3 * HOUR + SECOND))
})

test('days are counted as the person counts them, by midnights where they are', () => {
  const auckland = readerOf('Pacific/Auckland', 'en', '2026-11-22T12:00:00.000Z') // 01:00 on the 23rd there
  expect(ago('2026-11-21T10:30:00.000Z', auckland)).toBe('2 days ago') // 23:30 on the 21st
  expect(ago('2026-11-21T11:30:00.000Z', auckland)).toBe('yesterday') // 00:30 on the 22nd
})

test('what is a week away has its day, and the year where it is not this one', () => {
  expect(ago(at(-7 * DAY), here)).toBe('15 Nov')
  expect(ago(at(7 * DAY), here)).toBe('29 Nov')
  expect(ago('2025-11-22T12:00:00.000Z', here)).toBe('22 Nov 2025')
  expect(dayTime(NOW, here)).toBe('22 Nov, 12:00')
  expect(dayTime('2027-01-02T07:05:00.000Z', here)).toBe('2 Jan 2027, 07:05')
  expect([day(NOW, here), day('2025-11-22T12:00:00.000Z', here)]).toEqual(['22 Nov', '22 Nov 2025'])
  expect([weekday('2026-11-29T08:00:00.000Z', here), weekday('2027-01-03T08:00:00.000Z', here)]).toEqual([
    'Sun 29 Nov',
    'Sun 3 Jan 2027',
  ])
})

test('the turn of the year is the one where the person is', () => {
  const tokyo = readerOf('Asia/Tokyo', 'en', '2026-12-31T16:00:00.000Z')
  expect(dayTime('2026-12-31T15:30:00.000Z', tokyo)).toBe('1 Jan, 00:30')
  expect(dayTime('2026-12-31T14:30:00.000Z', tokyo)).toBe('31 Dec 2026, 23:30')
})

test('where nobody says when it is read, nothing is near and every date has its year', () => {
  expect(dayTime(NOW)).toBe('22 Nov 2026, 12:00')
  expect(ago(NOW, 'Asia/Tokyo')).toBe('22 Nov 2026')
  expect(weekday(NOW)).toBe('Sun 22 Nov 2026')
  expect(fullDay(NOW, here)).toBe('22 Nov 2026')
})

test('zone and language are the person’s', () => {
  const vienna = readerOf('Europe/Vienna', 'de-AT', NOW)
  expect(exactly(NOW, vienna)).toBe('22. Nov. 2026, 13:00 MEZ')
  expect(exactly(NOW, here)).toBe('22 Nov 2026, 12:00 UTC')
  expect(ago(at(-3 * DAY), vienna)).toBe('vor 3 Tagen')
  expect(ago(at(-2 * HOUR), vienna)).toBe('vor 2 Std.')
})

test('a day that the data counts is the same day wherever it is read', () => {
  const auckland = readerOf('Pacific/Auckland', 'en', NOW)
  expect(countedDay('2026-11-21', auckland)).toBe('21 Nov')
  expect(countedDay('2025-11-21', auckland)).toBe('21 Nov 2025')
  expect(countedWeekday('2026-11-16', auckland)).toBe('Mon 16 Nov')
})

test('the exact moment stands beside the near one, for ears, the pointer and the keyboard', () => {
  expect(String(<When time={at(-2 * HOUR)} zone={here} />)).toBe(
    `<time class="ago" datetime="${at(-2 * HOUR)}" title="22 Nov 2026, 10:00 UTC">2 h ago <span class="exact">(22 Nov 2026, 10:00 UTC)</span></time>`,
  )
  expect(String(<When time={at(-2 * HOUR)} zone={here} exact />)).toBe(
    `<time datetime="${at(-2 * HOUR)}" title="22 Nov 2026, 10:00 UTC">22 Nov, 10:00</time>`,
  )
  expect(String(<When time={NOW} />)).toContain('>22 Nov 2026, 12:00</time>')
  expect(String(<When time={null} zone={here} />)).toBe('<span class="muted">–</span>')
})
