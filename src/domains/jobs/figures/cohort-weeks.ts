/** Weeks of the results: where they begin in a time zone, and when they are complete. */
import type { Time } from '../../../kernel/time/clock.ts'
import { daysLater, type Moments, type ZoneDays } from '../../../kernel/time/zone-days.ts'
import type { LocalDay } from '../../../kernel/time/zones.ts'
import { isNearlyFinal } from './sent-days.ts'

/** Weeks of the grid unless asked otherwise, and those of the usual share. */
export const COHORT_WEEKS = 12

type Span = { last_weeks?: number }

/** The moment of reading, and the days of the zone in which weeks begin. */
export type WeekReader = { now: Time; days: ZoneDays }

/** The Mondays of the grid, the oldest first. */
export function cohortMondays({ now, days }: WeekReader, { last_weeks = COHORT_WEEKS }: Span = {}): LocalDay[] {
  const last = days.weekOf(now)
  return Array.from({ length: last_weeks }, (_, n) => mondayAfter(last, n + 1 - last_weeks))
}

export const cohortsSince = (reader: WeekReader, scope: Span): Time =>
  reader.days.startOf(cohortMondays(reader, scope)[0]!)

/** The Monday `weeks` later. */
export const mondayAfter = (monday: LocalDay, weeks: number): LocalDay => daysLater(monday, weeks * 7)

/** A week of the grid, from its first moment to the first one of the next. */
export const momentsOfWeek = (days: ZoneDays, monday: LocalDay): Moments => days.moments(monday, daysLater(monday, 6))

/** SQL for the Monday of the week in which links were sent; its parameters begin with ?5. */
export const weekSql = (weeks: number): string =>
  `case ${Array.from({ length: weeks }, (_, n) => `when c.quarter >= ?${5 + 2 * n} then ?${6 + 2 * n}`).join(' ')} end`

/** Whether a week is over and every link has had its check of this day; once the day has come for all, nearly every. */
export function isWholeWeek(
  week: LocalDay,
  day: number,
  { sent, due }: { sent: number; due: number },
  { now, days }: WeekReader,
): boolean {
  const is_over = week < days.weekOf(now)
  if (!is_over || due === 0) return is_over
  return daysLater(week, 6 + day) <= days.dayOf(now) && isNearlyFinal(sent, due)
}
