/** Credit movements of workspaces by day: sums of the ledger that need not read its lines. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { dayOf } from '../../kernel/time/clock.ts'
import type { Credits } from './purse.ts'
import { CREDIT_KINDS, type CreditKind } from './shapes.ts'

/** Used credits by day. */
export type UsedDay = { day: string; used: number }

/** Counts used credits, which have no ledger line. A trigger counts the other numbers of a day from the ledger. */
export const countUsed = (tx: Tx, { tenant_id, kind, amount }: Credits, day = dayOf(tx.now)): number =>
  tx.run(
    `insert into credit_days (tenant_id, day, kind, used) values (?, ?, ?, ?)
     on conflict (tenant_id, day, kind) do update set used = used + excluded.used`,
    tenant_id,
    day,
    kind,
    amount,
  )

/** `from` is included, `to` is not. */
export type DayRange = { from: string; to: string }

type CreditMovements = {
  /** Received from outside (grants, packs, other workspaces), minus what went there. */
  given: number
  /** Reserved for jobs. */
  set_aside: number
  /** Returned by jobs, for any reason. */
  back: number
  used: number
}

const COLUMNS = ['given', 'set_aside', 'back', 'used'] as const
const CELLS = CREDIT_KINDS.flatMap((kind) => COLUMNS.map((name) => ({ kind, name })))
const SUMS = CELLS.map(({ kind, name }) => `coalesce(sum(${name}) filter (where kind = '${kind}'), 0)`)

/** Movements of each of these workspaces between two days. One statement, without a sort. */
export function movementsOf(tx: ReadTx, ids: readonly string[], { from, to }: DayRange) {
  const rows = tx.rows<{ id: string; sums: string }>(
    `select w.value as id, (select json_array(${SUMS.join(', ')}) from credit_days
       where tenant_id = w.value and day >= ?2 and day < ?3) as sums from json_each(?1) w`,
    JSON.stringify(ids),
    from,
    to,
  )
  const sums = new Map(rows.map((row) => [row.id, JSON.parse(row.sums) as number[]]))
  return (id: string, of: CreditKind): CreditMovements =>
    Object.fromEntries(
      CELLS.flatMap(({ kind, name }, at) => (kind === of ? [[name, sums.get(id)?.[at] ?? 0]] : [])),
    ) as CreditMovements
}
