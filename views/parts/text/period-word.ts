/** A report's period in words. */
import { firstMonthOf, isQuarter } from '../../../src/kernel/time/periods.ts'
import { longMonth } from './format.ts'

/** `October 2026`, or `October to December 2026`. */
export function periodWord(period: string): string {
  const first = firstMonthOf(period)
  if (!isQuarter(period)) return monthIn(first)
  const last = `${first.slice(0, 5)}${String(Number(first.slice(5)) + 2).padStart(2, '0')}`
  return `${monthIn(first).split(' ')[0]} to ${monthIn(last)}`
}

const monthIn = (month: string): string => longMonth(`${month}-15T12:00:00.000Z`)
