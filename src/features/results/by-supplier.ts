/** Results by supplier: from the counts of batches, since links do not name their supplier. */

import {
  assertLookDay,
  type CohortScope,
  cohortMondays,
  rowsByWeek,
  type WeeklyRow,
  type WeekReader,
} from '../../domains/jobs/index.ts'
import { suppliersSince } from '../../domains/providers/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'

/** Clients never read the name of a supplier. Platform admins too count the workspaces below their own. */
export function suppliersByWeek(
  tx: ReadTx,
  { caller, ...reader }: WeekReader & { caller: Caller },
  day: number,
  { tenant_id, host, last_weeks }: CohortScope,
): WeeklyRow[] {
  if (!caller.platform) throw forbidden('Only a platform admin may read results by supplier.')
  assertLookDay(day)
  if (host !== undefined) throw invalid({ path: 'host', message: 'cannot be combined with suppliers' })
  const borders = cohortMondays(reader, last_weeks === undefined ? {} : { last_weeks }).map(reader.days.startOf)
  const tree = treeOf({ ...caller, platform: tenant_id !== undefined })
  const sums = new Map<string, { key: string; label: string; week: string; seen: number; due: number; sent: number }>()
  for (const one of suppliersSince(tx, tree, { since: borders[0]!, borders }, tenant_id)) {
    const [key, week] = [one.adapter, reader.days.weekOf(one.sent_at)]
    const sum = sums.get(`${week} ${key}`) ?? { key, label: key, week, seen: 0, due: 0, sent: 0 }
    sum.seen += one[`indexed_day${day}`]
    sum.due += Math.max(0, one.links - one[`answered_day${day}`])
    sum.sent += one.links
    sums.set(`${week} ${key}`, sum)
  }
  const counts = [...sums.values()].filter(({ sent }) => sent > 0)
  return rowsByWeek(
    counts.toSorted((a, b) => (a.week < b.week ? 1 : -1)),
    day,
    reader,
  )
}
