/** One workspace without those below it: its figures, days and weeks. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { cohortGrid } from '../jobs/index.ts'
import { standings } from './last-settled-day.ts'
import { chartOf } from './sent-chart.ts'

/** The dashboard's numbers for this workspace only, and its last 12 weeks. */
export function readClient(tx: ReadTx, caller: Caller, id: string) {
  const { standings: known, days } = standings(tx, [id])
  return { standing: known.get(id)!, chart: chartOf(days, tx.now), weeks: weeksOf(tx, caller, id) }
}

/** As in Results: links that were found by day 7, of those whose check of that day is done. */
const weeksOf = (tx: ReadTx, caller: Caller, tenant_id: string) =>
  cohortGrid(tx, caller, 'week', { tenant_id }).map(({ key, sent, cells }) => {
    const { seen, due, settled, sent: counted } = cells.find(({ day }) => day === 7)!
    return { week: key, links: sent, checked: counted - due, seen, final: settled }
  })
