import { DAY, dayOf, plus } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { balances } from '../credits/index.ts'
import { ownTallies, sumOf } from '../jobs/index.ts'
import type { readTenant } from '../tenants/index.ts'
import { runwayOf } from './runway.ts'

const SPAN = 30
/** A purse that lasts no longer than this is running dry. */
const DRY_DAYS = 7

export type ClientFigures = {
  sent_30d: number
  indexed_30d: number
  /** Of what was settled within 30 days, the part that was indexed; null where nothing was. */
  rate: number | null
  available: number
  reserved: number
  runway_days: number | null
  running_dry: boolean
}

/** What an agency looks at first in each of its clients: each one's own, without those below it. */
export function clientFigures(
  tx: ReadTx,
  tenant: Pick<ReturnType<typeof readTenant>, 'id' | 'created_at'>,
): ClientFigures {
  const days = ownTallies(tx, tenant.id, dayOf(plus(tx.now, -SPAN * DAY)))
  const [indexed, returned] = [sumOf(days, 'indexed'), sumOf(days, 'returned')]
  const { available, reserved } = balances(tx, tenant.id).index
  const runway_days = runwayOf(tx, tenant, SPAN)
  return {
    sent_30d: sumOf(days, 'sent'),
    indexed_30d: indexed,
    rate: indexed + returned === 0 ? null : indexed / (indexed + returned),
    available,
    reserved,
    runway_days,
    running_dry: runway_days !== null && runway_days <= DRY_DAYS,
  }
}
