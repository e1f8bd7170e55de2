/** When the reports of a schedule are drafted, sent and given up. */
import { DAY, millis, plus, type Time } from '../../../kernel/time/clock.ts'
import { monthAt, type ZoneFrom, zoneIn } from '../../../kernel/time/month-zones.ts'
import { isQuarter, monthAfterPeriod, periodAfter, periodBefore, quarterOf } from '../../../kernel/time/periods.ts'
import { momentAt } from '../../../kernel/time/zones.ts'

export type ScheduleTiming = {
  day: number
  first_working_day: boolean
  hour: number
  period: 'month' | 'quarter'
  zones: readonly ZoneFrom[]
}

/** Days between the draft and the hour of sending, for the approval. */
const DAYS_TO_APPROVE = 3
/** A report that nobody approved by then is never sent. */
const DAYS_TO_EXPIRE = 10

/** The hour at which the report of a period is to go: on a day of the month after the period. */
export function dueAt({ day, first_working_day, hour, zones }: ScheduleTiming, period: string): Time {
  const month = monthAfterPeriod(period)
  const on = first_working_day ? firstWorkingDay(month) : day
  return momentAt(zoneIn(zones, month), `${month}-${String(on).padStart(2, '0')}`, hour)
}

/** The first day of a month from Monday to Friday. */
function firstWorkingDay(month: string): number {
  // 1 January 1970 was a Thursday; 0 is Monday.
  const weekday = (millis(`${month}-01T00:00:00.000Z`) / DAY + 3) % 7
  return weekday < 5 ? 1 : 8 - weekday
}

export const draftAt = (timing: ScheduleTiming, period: string): Time =>
  plus(dueAt(timing, period), -DAYS_TO_APPROVE * DAY)
export const expiresAt = (due: Time): Time => plus(due, DAYS_TO_EXPIRE * DAY)
export const remindAt = (due: Time): Time => plus(due, -DAY)

/** The period in which a moment lies. */
const periodAt = ({ period, zones }: ScheduleTiming, now: Time): string => {
  const month = monthAt(zones, now)
  return period === 'quarter' ? quarterOf(month) : month
}

/** The first period after `last` whose report can still go on time: the one before the present one, or the present one. */
export function nextPeriod(timing: ScheduleTiming, now: Time, last: string | null): string {
  const running = periodAt(timing, now)
  const before = periodBefore(running)
  const next = dueAt(timing, before) > now ? before : running
  return last !== null && sameKind(last, next) && last >= next ? periodAfter(last) : next
}

const sameKind = (a: string, b: string): boolean => isQuarter(a) === isQuarter(b)
