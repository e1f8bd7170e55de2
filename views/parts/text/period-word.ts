/** A report's period in words. */
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { firstMonthOf, isQuarter } from '../../../src/kernel/time/periods.ts'
import { longMonth, monthAlone } from './format.ts'

/** `October 2026`, or `October to December 2026`. */
export function periodWord(period: string, to: Reader = ENGLISH): string {
  const first = noon(firstMonthOf(period))
  if (!isQuarter(period)) return longMonth(first, to)
  const last = noon(`${period.slice(0, 5)}${String(Number(firstMonthOf(period).slice(5)) + 2).padStart(2, '0')}`)
  return say(to, '{first} to {last}', { first: monthAlone(first, to), last: longMonth(last, to) })
}

/** The middle of a month, which is in it in every zone. */
const noon = (month: string): string => `${month}-15T12:00:00.000Z`
