/** Calendar months, `2026-11`, and quarters, `2026-Q4`. */
import { DAY, dayAfter, dayOf, HOUR, plus, plusMonths, type Time } from './clock.ts'

export const MONTH = '^20[0-9]{2}-(0[1-9]|1[0-2])$'
export const PERIOD = '^20[0-9]{2}-(0[1-9]|1[0-2]|Q[1-4])$'

export const isMonth = (text: string): boolean => new RegExp(MONTH).test(text)

export const monthOf = (time: Time): string => time.slice(0, 7)
export const monthAfter = (month: string): string => monthOf(plusMonths(`${month}-01T00:00:00.000Z`, 1))
export const monthBefore = (month: string): string => monthOf(plusMonths(`${month}-01T00:00:00.000Z`, -1))

/** The first month of a period: itself, or `2026-10` of `2026-Q4`. */
export const firstMonthOf = (period: string): string => {
  const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(period) ?? []
  return quarter ? `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}` : period
}
export const isQuarter = (period: string): boolean => period.includes('Q')
export const monthAfterPeriod = (period: string): string => {
  const first = firstMonthOf(period)
  return isQuarter(period) ? monthAfter(monthAfter(monthAfter(first))) : monthAfter(first)
}
export const quarterOf = (month: string): string => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`
export const periodAfter = (period: string): string => {
  const next = monthAfterPeriod(period)
  return isQuarter(period) ? quarterOf(next) : next
}
export const periodBefore = (period: string): string => {
  const last = monthBefore(firstMonthOf(period))
  return isQuarter(period) ? quarterOf(last) : last
}

/** The first day of a period, and its last. */
export const firstDayOf = (period: string): string => `${firstMonthOf(period)}-01`
export const lastDayOf = (period: string): string => dayOf(plus(`${monthAfterPeriod(period)}-01T00:00:00.000Z`, -1))

/** Whether the month or quarter has begun somewhere; reports exist only for such periods. */
export const hasBegun = (period: string, now: Time): boolean =>
  firstMonthOf(period) <= monthOf(plus(now, FURTHEST_EAST))
const FURTHEST_EAST = 14 * HOUR

/** Days of the period, plus the days after it on which its pushes are still checked, up to today. */
export function daysOf(period: string, today: string, watched: number): string[] {
  const end = dayOf(plus(`${monthAfterPeriod(period)}-01T00:00:00.000Z`, watched * DAY))
  const last = [end, today].sort()[0]!
  const days: string[] = []
  for (let day = firstDayOf(period); day <= last; day = dayAfter(day)) days.push(day)
  return days
}
