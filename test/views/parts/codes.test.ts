/** The zones in a page: those that a reader without script can choose from. */
import { expect, test } from 'bun:test'
import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import { codesOf } from '../../../views/parts/forms/codes.ts'

const DAYS = ['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z'].map((day) => Date.parse(day))

/** Its distance from UTC in winter and in summer. */
const rulesOf = (timeZone: string): string =>
  DAYS.map((day) =>
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
      .formatToParts(day)
      .find(({ type }) => type === 'timeZoneName')!
      .value.padEnd(9, '+00:00'),
  ).join(' ')

test('each clock that is kept somewhere is among the zones of a page', () => {
  const offered = new Set(codesOf(ENGLISH, 'zone', 'UTC').map(({ value }) => rulesOf(value)))
  const missing = Intl.supportedValuesOf('timeZone').filter(
    (zone) => !zone.startsWith('Etc/') && !offered.has(rulesOf(zone)),
  )
  expect(missing).toEqual([])
})

test('a zone that is stored stays a choice', () => {
  expect(codesOf(ENGLISH, 'zone', 'Europe/Bratislava')[0]).toEqual({
    ...{ value: 'Europe/Bratislava', label: 'Bratislava', group: 'Europe' },
  })
  expect(codesOf(ENGLISH, 'zone', 'Europe/Vienna').filter(({ label }) => label === 'Vienna')).toHaveLength(1)
})
