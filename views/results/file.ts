/** The results as they are shown, as a file: a line for each row and week. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { csvLines } from '../../src/kernel/operation/csv.ts'
import { daysOfZone } from '../../src/kernel/time/zone-days.ts'
import { hasShare } from '../kit/share.ts'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { nameOf } from '../suppliers/vendors.ts'
import type { ResultsProps } from './props.ts'

type Line = { row: string; week: string; seen: number; due: number; sent: number; settled: boolean }

export function resultsFile(
  call: SignedInCall,
  { results, rows, by_row, day }: Pick<ResultsProps, 'results' | 'rows' | 'by_row' | 'day'>,
): Response {
  const weeksOf = (row: string, all: typeof results.rows): Line[] =>
    all.map(({ key, cells }) => ({ row, week: key, ...cells.find((cell) => cell.day === day)! })).toReversed()
  const lines: Line[] = [
    ...weeksOf('All', results.rows),
    ...weeksOf(`All, ${results.weeks.length} weeks before`, results.before?.rows ?? []),
    ...rows.flatMap(({ key, label, weeks }) =>
      weeks.map((week) => ({ ...week, row: by_row === 'supplier' ? nameOf(key) : label })).toReversed(),
    ),
  ]
  const columns = {
    [by_row]: ({ row }: Line) => row,
    week: ({ week }: Line) => week,
    links: ({ sent }: Line) => sent,
    [`indexed_by_day_${day}`]: ({ seen }: Line) => seen,
    still_to_check: ({ due }: Line) => due,
    share_percent: ({ seen, sent, settled }: Line) =>
      settled && hasShare(sent) ? Math.round((seen / sent) * 100) : '',
    complete: ({ settled }: Line) => (settled ? 'yes' : 'no'),
  }
  return sendFile(call, {
    filename: `results-by-${by_row}-${daysOfZone(results.time_zone).dayOf(call.app.clock.now())}.csv`,
    lines: csvLines(columns, [lines], separatorFor(call)),
  })
}
