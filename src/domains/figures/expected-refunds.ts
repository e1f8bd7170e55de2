/** Refunds that are expected of reserved credits. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { firstDay } from '../../kernel/time/last-days.ts'
import { type Tally, tallied } from '../jobs/index.ts'
import { idsBelow, idsOf } from '../tenants/index.ts'

export type Results = Pick<Tally, 'indexed' | 'returned'>

/** Expected refunds of a workspace, if links go on as in the last 30 days: without results of its own, as in the agency. */
export const expectedRefunds = (reserved: number, lately: Results, agency: Results): number =>
  Math.round(reserved * refundedShare(lately.indexed + lately.returned > 0 ? lately : agency))

const refundedShare = ({ indexed, returned }: Results): number =>
  indexed + returned === 0 ? 0 : returned / (indexed + returned)

/** The results of the last 30 days in the whole agency of a workspace. */
export function resultsOfAgency(tx: ReadTx, path: string): Results {
  const ids = idsBelow(tx, `/${idsOf(path)[0]}/`)
  const since = firstDay(tx.now)
  return { indexed: tallied(tx, ids, 'indexed', since), returned: tallied(tx, ids, 'returned', since) }
}
