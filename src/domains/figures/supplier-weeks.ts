/** Results of suppliers: from the counts of batches, since links do not name their supplier. */

import Type from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'
import { type CohortOfWeek, type CohortScope, cohortMondays, type WeekReader } from '../jobs/index.ts'
import { CRAWL_ADAPTERS, suppliersSince } from '../providers/index.ts'
import { namesOf } from '../tenants/index.ts'

export const OfSupplier = Type.Optional(
  Type.Enum(CRAWL_ADAPTERS, {
    title: 'Supplier',
    description: 'Only links that this supplier took; for platform admins, and not by host',
  }),
)

/**
 * Weeks of what suppliers took, newest first, of one `supplier` or of all. Clients never read the name of a supplier;
 * platform admins too count the workspaces below their own.
 */
export function suppliersByWeek(
  tx: ReadTx,
  { caller, ...reader }: WeekReader & { caller: Caller },
  by: 'week' | 'client' | 'supplier' | 'host',
  { tenant_id, host, supplier, last_weeks }: CohortScope & { supplier?: string },
): CohortOfWeek[] {
  if (!caller.platform) throw forbidden('Only a platform admin may read results by supplier.')
  if (host !== undefined || by === 'host') throw invalid({ path: 'host', message: 'cannot be combined with suppliers' })
  const borders = cohortMondays(reader, last_weeks === undefined ? {} : { last_weeks }).map(reader.days.startOf)
  const tree = treeOf({ ...caller, platform: tenant_id !== undefined })
  const sums = new Map<string, CohortOfWeek>()
  for (const one of suppliersSince(tx, tree, { since: borders[0]!, borders }, tenant_id)) {
    if (supplier !== undefined && supplier !== one.adapter) continue
    const week = reader.days.weekOf(one.sent_at)
    const key = { week, client: one.tenant_id, supplier: one.adapter }[by]
    const sum = sums.get(`${week} ${key}`) ?? { key, label: key, week, ...NONE }
    for (const [stage, links] of Object.entries(stagesOf(one))) sum[stage as keyof typeof NONE] += links
    sums.set(`${week} ${key}`, sum)
  }
  const rows = [...sums.values()].toSorted((a, b) => (a.week < b.week ? 1 : a.week > b.week ? -1 : 0))
  const names = by === 'client' ? namesOf(tx, [...new Set(rows.map(({ key }) => key))]) : null
  return rows.map((row) => ({ ...row, label: names?.get(row.key) ?? row.key }))
}

const NONE = { wait1: 0, wait3: 0, wait7: 0, day1: 0, day3: 0, day7: 0, later: 0, never: 0 }

type Batches = ReturnType<typeof suppliersSince>[number]

/**
 * The stages of the links of batches; `later` stays 0, because batches have no day after the seventh. A link without an
 * answer of one day that has one of a later day waits for nothing.
 */
function stagesOf(one: Batches): Omit<typeof NONE, 'later'> {
  const due7 = Math.max(0, one.links - one.answered_day7)
  const due3 = Math.min(due7, one.links - one.answered_day3)
  const due1 = Math.min(due3, one.links - one.answered_day1)
  return {
    wait1: due1,
    wait3: due3 - due1,
    wait7: due7 - due3,
    day1: one.indexed_day1,
    day3: one.indexed_day3 - one.indexed_day1,
    day7: one.indexed_day7 - one.indexed_day3,
    never: one.links - due7 - one.indexed_day7,
  }
}
