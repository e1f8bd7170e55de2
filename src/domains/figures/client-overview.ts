/** One workspace without those below it: its figures, days and weeks. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { SearchReader } from '../../kernel/database/search-steps.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import { cohortGrid, type GridCaller } from '../jobs/index.ts'
import { standings } from './last-settled-day.ts'
import { chartOf } from './sent-chart.ts'

/** The dashboard's numbers for this workspace only. */
export function readClient(tx: ReadTx, id: string, days: ZoneDays) {
  const { standings: known, sent } = standings(tx, [id], days)
  return { standing: known.get(id)!, chart: chartOf(sent, days, tx.now) }
}

/** Without links on hosts of other clients, as its other figures, for all who ask. */
const asViewer = ({ caller, ...reader }: GridCaller): GridCaller => ({
  ...reader,
  caller: { ...caller, role: 'client_viewer' },
})

/** Its last 12 weeks, as in Results of its viewers. */
export const weeksOf = async (look: SearchReader, reader: GridCaller, tenant_id: string) =>
  (await cohortGrid(look, asViewer(reader), 'week', { tenant_id })).map(({ key, sent, cells }) => {
    const { seen, due, settled, sent: counted } = cells.find(({ day }) => day === 7)!
    return { week: key, links: sent, checked: counted - due, seen, final: settled }
  })
