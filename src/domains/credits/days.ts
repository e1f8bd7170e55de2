/** What moved in purses, by day: the ledger's sums without its lines. */
import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import type { Credits } from './purse.ts'
import { CREDIT_KINDS, type CreditKind } from './shapes.ts'

/** Counts credits that are used up for good. The other numbers of a day follow the lines of the ledger, by a trigger. */
export const countUsed = (tx: Tx, { tenant_id, kind, amount }: Credits, day = dayOf(tx.now)): number =>
  tx.run(
    `insert into credit_days (tenant_id, day, kind, used) values (?, ?, ?, ?)
     on conflict (tenant_id, day, kind) do update set used = used + excluded.used`,
    tenant_id,
    day,
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

const COLUMNS = ['given', 'set_aside', 'back', 'used'] as const
const CELLS = CREDIT_KINDS.flatMap((kind) => COLUMNS.map((name) => ({ kind, name })))
const SUMS = CELLS.map(({ kind, name }) => `coalesce(sum(${name}) filter (where kind = '${kind}'), 0)`)

/** What moved in the purses of these workspaces between two days, each apart. One statement, which sorts nothing. */
export function movedIn(tx: ReadTx, ids: readonly string[], { from, to }: Days) {
  const rows = tx.rows<{ id: string; sums: string }>(
    `select w.value as id, (select json_array(${SUMS.join(', ')}) from credit_days
       where tenant_id = w.value and day >= ?2 and day < ?3) as sums from json_each(?1) w`,
    JSON.stringify(ids),
    from,
    to,
  )
  const sums = new Map(rows.map((row) => [row.id, JSON.parse(row.sums) as number[]]))
  return (id: string, of: CreditKind): Moved =>
    Object.fromEntries(
      CELLS.flatMap(({ kind, name }, at) => (kind === of ? [[name, sums.get(id)?.[at] ?? 0]] : [])),
    ) as Moved
}
