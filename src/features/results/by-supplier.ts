/** Results by supplier: from the counts of batches, since links do not name their supplier. */

import { assertLookDay, type CohortScope, cohortMondays, rowsByWeek, type WeeklyRow } from '../../domains/jobs/index.ts'
import { suppliersByDay } from '../../domains/providers/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'
import { weekOf } from '../../kernel/time/clock.ts'
import { UTC_DAYS } from '../../kernel/time/zone-days.ts'

/** Clients never read the name of a supplier. Platform admins too count the workspaces below their own. */
export function suppliersByWeek(
  tx: ReadTx,
  caller: Caller,
  day: number,
  { tenant_id, host, last_weeks }: CohortScope,
): WeeklyRow[] {
  if (!caller.platform) throw forbidden('Only a platform admin may read results by supplier.')
  assertLookDay(day)
  if (host !== undefined) throw invalid({ path: 'host', message: 'cannot be combined with suppliers' })
  const reader = { now: tx.now, days: UTC_DAYS }
  const [since] = cohortMondays(reader, last_weeks === undefined ? {} : { last_weeks })
  const sums = new Map<string, { key: string; label: string; week: string; seen: number; due: number; sent: number }>()
  for (const one of suppliersByDay(tx, treeOf({ ...caller, platform: tenant_id !== undefined }), since!, tenant_id)) {
    const [key, week] = [one.adapter, weekOf(`${one.day}T12:00:00.000Z`)]
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
