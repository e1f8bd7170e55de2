/** When something happened to a link, as the numbers of days count it: a number of some days leads to these links. */
import type { Caller } from '../../kernel/caller.ts'
import { DAY, dayOf, plus } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { movedIn } from '../credits/index.ts'
import { INDEXED_IN_TIME, RETURNED, tallied } from '../jobs/index.ts'
import { below } from '../tenants/index.ts'

export const MOMENTS = ['ordered', 'sent', 'indexed', 'used', 'returned'] as const
export type LinkMoment = (typeof MOMENTS)[number]

/** Days, UTC, both counted in; of a moment of links. */
export type MomentSought = { moment?: LinkMoment; from?: string; to?: string }

export type MomentTerms = {
  /** Conditions on links `l` that something became of at `at`. */
  links: string
  at: string
  /** Where they are found within a job: by an index, or one by one. */
  index: 'links_settled' | 'links_job' | null
}

/** Links know all moments but that of their order, which is their job's. */
export const MOMENT_SQL: Record<Exclude<LinkMoment, 'ordered'>, MomentTerms> = {
  sent: { links: 'l.sent_at is not null', at: 'l.sent_at', index: null },
  indexed: { links: INDEXED_IN_TIME, at: 'l.settled_at', index: 'links_settled' },
  returned: { links: RETURNED, at: 'l.settled_at', index: 'links_settled' },
  // Without the guarantee a credit is used as the link is sent.
  used: {
    links: "l.state in ('sent', 'indexed', 'not_indexed') and l.credit = 'consumed'",
    at: 'iif(l.guarantee, l.settled_at, l.sent_at)',
    index: 'links_job',
  },
}

/** The day after: where days end that count their last one in. */
export const dayAfter = (day: string): string => dayOf(plus(`${day}T00:00:00.000Z`, DAY))

type Counted = { moment: Exclude<LinkMoment, 'ordered'>; from: string; to: string; tenant_id?: string }

/** How many links the numbers of these days count, those that were removed since among them. */
export function countedIn(tx: ReadTx, caller: Caller, { moment, from, to, tenant_id }: Counted): number {
  const ids = tenant_id ? [tenant_id] : idsBelow(tx, caller)
  const end = dayAfter(to)
  if (moment === 'used') {
    const moved = movedIn(tx, ids, { from, to: end })
    return ids.reduce((sum, id) => sum + moved(id, 'index').used, 0)
  }
  return tallied(tx, ids, moment, from, end)
}

/** The workspace and those below it, archived ones too: what was indexed there was indexed. */
export const idsBelow = (tx: ReadTx, { path }: Pick<Caller, 'path'>): string[] =>
  tx.rows<{ id: string }>('select id from tenants where path >= ? and path < ?', ...below(path)).map(({ id }) => id)
