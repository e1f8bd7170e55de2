import { expect, test } from 'bun:test'
import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import { type Forecast, runwayWords } from '../../../views/credits/forecast.ts'

test.each([
  [null, null, { label: 'Credits', value: '1,200' }],
  ['2027-01-08', 41, { label: 'Credits last until', value: 'Fri 8 Jan 2027' }],
  ['2034-04-14', 2693, { label: 'Credits last', value: 'over a year' }],
])('credits that last until %p', (last_day, runway_days, words) => {
  expect(runwayWords({ last_day, runway_days, spendable: 1200 } as Forecast, ENGLISH)).toEqual(words)
})
