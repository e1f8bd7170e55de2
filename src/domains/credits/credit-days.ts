/** Credit movements of workspaces by the quarter of an hour: sums of the ledger that need not read its lines. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { addUp, type Moments, partsOf, quarterHourOf, sumsOfParts } from '../../kernel/time/zone-days.ts'
import type { Credits } from './purse.ts'
import { CREDIT_KINDS, type CreditKind } from './shapes.ts'

/** Credits by the quarter of an hour in which they were used. */
export type UsedThen = { quarter: Time; used: number }

/** Counts used credits, which have no ledger line. Triggers count the other numbers from the ledger, and days. */
export const countUsed = (tx: Tx, { tenant_id, kind, amount }: Credits, at: Time = tx.now): number =>
  tx.run(
    `insert into credit_quarters (tenant_id, quarter, kind, used) values (?, ?, ?, ?)
     on conflict (tenant_id, quarter, kind) do update set used = used + excluded.used`,
    tenant_id,
    quarterHourOf(at),
    kind,
    amount,
  )

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

/** Movements of each of these workspaces between two moments. One statement, without a sort. */
export function movementsOf(tx: ReadTx, ids: readonly string[], span: Moments) {
  const parts = partsOf(span)
  const of_parts = sumsOfParts(parts, 'credit', `json_array(${SUMS.join(', ')})`, 'tenant_id = w.value')
  const rows = tx.rows<{ id: string; sums: string }>(
    `select w.value as id, json_array(${of_parts.map((one) => `json(${one})`).join(', ')}) as sums from json_each(?1) w`,
    JSON.stringify(ids),
    ...parts.flatMap(({ from, to }) => [from, to]),
  )
  const sums = new Map(rows.map((row) => [row.id, addUp(JSON.parse(row.sums))]))
  return (id: string, of: CreditKind): CreditMovements =>
    Object.fromEntries(
      CELLS.flatMap(({ kind, name }, at) => (kind === of ? [[name, sums.get(id)?.[at] ?? 0]] : [])),
    ) as CreditMovements
}
