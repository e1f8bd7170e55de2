/** A year of an engine that misses 5 % of what it has, twenty times. */
import { expect, test } from 'bun:test'
import { simulatedYear } from './simulated-year.ts'

test('twenty years with 5 % false noes give at most 12 false drops each on average, and true drops are known in time', () => {
  const years = Array.from({ length: 20 }, (_, i) => simulatedYear(i + 1))
  const mean = years.reduce((sum, { false_drops }) => sum + false_drops, 0) / years.length
  expect(mean).toBeLessThanOrEqual(12)
  for (const { in_time } of years) expect(in_time).toBeGreaterThanOrEqual(0.95)
}, 600_000)
