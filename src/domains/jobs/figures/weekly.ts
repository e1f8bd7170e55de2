/** Shares of clients or hosts week by week, and the usual share of a complete week. */

import type { SearchReader } from '../../../kernel/database/search-steps.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import {
  type CohortOfWeek,
  type CohortRow,
  type CohortScope,
  cohortsByWeek,
  type GridCaller,
  isLookDay,
  isWhole,
  seenBy,
  sentOf,
  waitingFor,
} from './cohorts.ts'

type WeekCell = { week: string; seen: number; due: number; sent: number; settled: boolean }
type WeeklyRow = { key: string; label: string; sent: number; weeks: WeekCell[] }

/** The rows with the most links first, each with its weeks that have links, newest first. */
export async function weeklyGrid(
  look: SearchReader,
  reader: GridCaller,
  by: 'client' | 'host',
  day: number,
  scope: CohortScope = {},
): Promise<WeeklyRow[]> {
  if (!isLookDay(day)) throw invalid({ path: 'day', message: 'is 1, 3 or 7' })
  const cellOf = (one: CohortOfWeek): WeekCell => ({
    week: one.week,
    seen: seenBy(one, day),
    due: waitingFor(one, day),
    sent: sentOf(one),
    settled: isWhole(one, day, reader.now),
  })
  return [...Map.groupBy(await cohortsByWeek(look, reader, by, scope), ({ key }) => key)]
    .map(([key, of]) => ({
      key,
      label: of[0]!.label,
      sent: of.reduce((sum, one) => sum + sentOf(one), 0),
      weeks: of.map(cellOf),
    }))
    .toSorted((a, b) => b.sent - a.sent)
}

/** Fewer complete weeks make no usual share. */
const FEWEST = 3

/** The median share by day 7 of the complete weeks before the newest one; null with fewer than three. `rows`: by week, newest first. */
export function usualOfWeeks(rows: readonly CohortRow[]): number | null {
  const shares = rows.flatMap(({ cells }) => {
    const { settled, sent, seen } = cells.at(-1)!
    return settled ? [seen / sent] : []
  })
  const before = shares.slice(1).toSorted((a, b) => a - b)
  return before.length < FEWEST ? null : before[before.length >> 1]!
}
