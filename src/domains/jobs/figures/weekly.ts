/** Shares of clients or hosts week by week, and the usual share of a complete week. */

import type { SearchReader } from '../../../kernel/database/search-steps.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../plans/index.ts'
import { cohortMondays, isWholeWeek, mondayAfter, type WeekReader } from './cohort-weeks.ts'
import {
  type CohortCell,
  type CohortOfWeek,
  type CohortRow,
  type CohortScope,
  cohortsByWeek,
  type GridCaller,
  isLookDay,
  type LookDay,
  seenBy,
  sentOf,
  waitingFor,
} from './cohorts.ts'

type WeekCell = { week: string; seen: number; due: number; sent: number; settled: boolean }
/** Its weeks are newest first; `usual` is the median share of the complete ones. */
export type WeeklyRow = { key: string; label: string; sent: number; usual: number | null; weeks: WeekCell[] }

export function assertLookDay(day: number): asserts day is LookDay {
  if (!isLookDay(day)) throw invalid({ path: 'day', message: 'is 1, 3 or 7' })
}

/** The rows with the most links first, each with its weeks that have links, newest first. */
export async function weeklyGrid(
  look: SearchReader,
  reader: GridCaller,
  by: 'client' | 'host',
  day: number,
  scope: CohortScope = {},
): Promise<WeeklyRow[]> {
  assertLookDay(day)
  return rowsByWeek(await cohortsByWeek(look, reader, by, scope), day, reader)
}

/** The rows of these weeks, which are newest first in each row. */
export function rowsByWeek(counts: readonly CohortOfWeek[], day: LookDay, reader: WeekReader): WeeklyRow[] {
  const [since] = cohortMondays(reader)
  return [...Map.groupBy(counts, ({ key }) => key)]
    .map(([key, of]) => {
      const weeks = of.map((one) => {
        const counts = { seen: seenBy(one, day), due: waitingFor(one, day), sent: sentOf(one) }
        return { week: one.week, ...counts, settled: isWholeWeek(one.week, day, counts, reader) }
      })
      const sent = weeks.reduce((sum, one) => sum + one.sent, 0)
      return { key, label: of[0]!.label, sent, usual: usualOf(weeks.filter(({ week }) => week >= since!)), weeks }
    })
    .toSorted((a, b) => b.sent - a.sent)
}

/** Fewer complete weeks make no usual share. */
const FEWEST = 3

/** The median share of the complete weeks before the newest one; null with fewer than three. Newest first. */
function usualOf(weeks: readonly Pick<WeekCell, 'seen' | 'sent' | 'settled'>[]): number | null {
  const shares = weeks.flatMap(({ settled, sent, seen }) => (settled ? [seen / sent] : []))
  const before = shares.slice(1).toSorted((a, b) => a - b)
  return before.length < FEWEST ? null : before[before.length >> 1]!
}

/** The same of rows by week, newest first; by day 7 unless another is named. */
export const usualOfWeeks = (rows: readonly CohortRow[], day: LookDay = LAST_LOOK_DAY): number | null =>
  usualOf(rows.map(({ cells }) => cells.find((cell) => cell.day === day)!))

/** Mondays and rows by week of a period, with its complete weeks in one. */
export type Period = { weeks: string[]; rows: CohortRow[]; total: CohortCell[] }

/**
 * A period of these weeks, and the one before it; `rows`: of both, by week. A week counts once its share by day 7 is
 * complete, and before it the same week of the period before.
 */
export function periodsOf(rows: readonly CohortRow[], weeks: readonly string[]): { own: Period; before: Period } {
  const complete = new Set(rows.filter(({ cells }) => cells.at(-1)!.settled).map(({ key }) => key))
  const earlier = weeks.map((monday) => mondayAfter(monday, -weeks.length))
  const isCounted = (at: number): boolean => complete.has(weeks[at]!)
  const of = (mondays: readonly string[]): Period => ({
    weeks: [...mondays],
    rows: rows.filter(({ key }) => mondays.includes(key)),
    total: totalOf(
      rows,
      mondays.filter((monday, at) => isCounted(at) && complete.has(monday)),
    ),
  })
  return { own: of(weeks), before: of(earlier) }
}

function totalOf(rows: readonly CohortRow[], weeks: readonly string[]): CohortCell[] {
  const of = rows.filter(({ key }) => weeks.includes(key))
  return LOOK_DAYS.map((day, at) => {
    const sum = (what: 'seen' | 'due' | 'sent') => of.reduce((all, { cells }) => all + cells[at]![what], 0)
    return { day, seen: sum('seen'), due: sum('due'), sent: sum('sent'), weeks: [...weeks], settled: weeks.length > 0 }
  })
}
