/** What moved in purses, by day: the ledger's sums without its lines. */
import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import type { Credits } from './purse.ts'
import type { CreditKind } from './shapes.ts'

/** Counts credits that are used up for good. The other numbers of a day follow the lines of the ledger, by a trigger. */
export const countUsed = (tx: Tx, { tenant_id, kind, amount }: Credits): number =>
  tx.run(
    `insert into credit_days (tenant_id, day, kind, used) values (?, ?, ?, ?)
     on conflict (tenant_id, day, kind) do update set used = used + excluded.used`,
    tenant_id,
    dayOf(tx.now),
    kind,
    amount,
  )

/** From a day, up to another that is not counted any more. */
export type Days = { from: string; to: string }

export type Moved = {
  /** Came from elsewhere (grants, packs, other workspaces), less what left for elsewhere. */
  given: number
  /** For jobs. */
  set_aside: number
  /** What jobs gave back, for whatever reason. */
  back: number
  used: number
}

const NOTHING: Moved = { given: 0, set_aside: 0, back: 0, used: 0 }

/** What moved in the purses of these workspaces between two days, each apart: one statement. */
export function movedIn(tx: ReadTx, ids: readonly string[], { from, to }: Days) {
  const rows = tx.rows<Moved & { id: string; kind: CreditKind }>(
    `select c.tenant_id as id, c.kind, sum(c.given) as given, sum(c.set_aside) as set_aside, sum(c.back) as back,
       sum(c.used) as used
     from json_each(?) w cross join credit_days c on c.tenant_id = w.value and c.day >= ? and c.day < ? group by 1, 2`,
    JSON.stringify(ids),
    from,
    to,
  )
  const known = new Map(rows.map(({ id, kind, ...moved }) => [`${id} ${kind}`, moved]))
  return (id: string, kind: CreditKind): Moved => known.get(`${id} ${kind}`) ?? NOTHING
}
