/** Moments of links, as the counters use them, so that a number of some days opens exactly these links. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { namedEnum } from '../../kernel/operation/schema-names.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import type { LocalDay } from '../../kernel/time/zones.ts'
import { movementsOf } from '../credits/index.ts'
import { INDEXED_IN_TIME, RETURNED, tallied } from '../jobs/index.ts'
import { idsBelow } from '../tenants/index.ts'

export const MOMENTS = namedEnum('LinkMoment', ['ordered', 'sent', 'indexed', 'used', 'returned'])
export type LinkMoment = (typeof MOMENTS)[number]

/** Days, both inclusive, and the event of the links. */
export type MomentSought = { moment?: LinkMoment; from?: LocalDay; to?: LocalDay }

type MomentTerms = {
  /** Condition on links `l` with an event at `at`. */
  links: string
  at: string
  /** The index that finds them within a job; null: link by link. */
  index: 'links_settled' | 'links_job' | null
}

/** Columns of each moment, except for that of the order, which is the job's. */
export const MOMENT_SQL: Record<Exclude<LinkMoment, 'ordered'>, MomentTerms> = {
  sent: { links: 'l.sent_at is not null', at: 'l.sent_at', index: null },
  indexed: { links: INDEXED_IN_TIME, at: 'l.settled_at', index: 'links_settled' },
  returned: { links: RETURNED, at: 'l.settled_at', index: 'links_settled' },
  // Without the guarantee a credit is used when the link is sent.
  used: {
    links: "l.state in ('sent', 'indexed', 'not_indexed') and l.credit = 'consumed'",
    at: 'iif(l.guarantee, l.settled_at, l.sent_at)',
    index: 'links_job',
  },
}

type Counted = { moment: Exclude<LinkMoment, 'ordered'>; from: LocalDay; to: LocalDay; tenant_id?: string | undefined }

/** Number of links in the counters of these days, including removed links. */
export function countedIn(tx: ReadTx, caller: Caller, days: ZoneDays, asked: Counted): number {
  const { moment, from, to, tenant_id } = asked
  const ids = tenant_id ? [tenant_id] : idsBelow(tx, caller.path)
  const span = days.moments(from, to)
  if (moment === 'used') {
    const moved = movementsOf(tx, ids, span)
    return ids.reduce((sum, id) => sum + moved(id, 'index').used, 0)
  }
  return tallied(tx, ids, moment, span)
}
