import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { addUp, type Moments, partsOf, quarterHourOf, sumsOfParts } from '../../kernel/time/zone-days.ts'

const WHAT = ['sent', 'indexed', 'returned'] as const
type TallyField = (typeof WHAT)[number]
/** `came` and `missed`: results, under the time of sending. */
const COUNTED = [...WHAT, 'came', 'missed'] as const
export type CountedField = (typeof COUNTED)[number]

/** Counts links by the quarter of an hour in which they changed (default: this one), so that no chart counts links. A trigger counts days. */
export function tally(
  tx: Tx,
  tenant_id: string,
  counts: Partial<Record<CountedField, number>>,
  at: Time = tx.now,
): void {
  const given = COUNTED.filter((what) => (counts[what] ?? 0) !== 0)
  if (given.length === 0) return
  tx.run(
    `insert into link_quarters (tenant_id, quarter, ${given.join(', ')}) values (?, ?, ${given.map(() => '?').join(', ')})
     on conflict do update set ${given.map((what) => `${what} = ${what} + excluded.${what}`).join(', ')}`,
    tenant_id,
    quarterHourOf(at),
    ...given.map((what) => counts[what]!),
  )
}

const NONE = COUNTED.map((what) => `${what} = 0`).join(' and ')

/** Drops what counts nothing any longer, as if it had never been. */
export function forgetEmpty(tx: Tx, tenant_id: string): void {
  for (const table of ['link_quarters', 'link_days'])
    tx.run(`delete from ${table} where tenant_id = ? and ${NONE}`, tenant_id)
}

/** Drops at most `limit` counts from before a day (UTC). */
export function forgetTallies(tx: Tx, before: string, limit: number): number {
  const gone = tx.run(
    `delete from link_quarters where (tenant_id, quarter) in (
       select tenant_id, quarter from link_quarters where quarter < ? limit ?)`,
    before,
    limit,
  )
  return gone > 0 ? gone : tx.run('delete from link_days where day < ?', before)
}

/** Links `l` in the counter `indexed`, by `settled_at`. One seen only after its refund is not counted. */
export const INDEXED_IN_TIME = "l.state = 'indexed' and l.credit is not 'released'"
/** Links `l` in the counter `returned`, by `settled_at`: not seen by the last check. */
export const RETURNED = "l.credit = 'released' and l.state <> 'failed'"

/** Total of one counter over these workspaces, between two moments. */
export function tallied(tx: ReadTx, ids: readonly string[], what: TallyField, span: Moments): number {
  const parts = partsOf(span)
  return tx.number(
    `select sum(${sumsOfParts(parts, 'link', `coalesce(sum(${what}), 0)`, 'tenant_id = i.value').join(' + ')}) from json_each(?1) i`,
    JSON.stringify(ids),
    ...parts.flatMap(({ from, to }) => [from, to]),
  )
}

export type Tally = Record<TallyField, number>

const SUMS = WHAT.map((what) => `coalesce(sum(${what}), 0)`).join(', ')

/** All counters of each of these workspaces, from a moment up to but excluding another. */
export function tallyOfEach(tx: ReadTx, ids: readonly string[], from: Time, to = '~'): Map<string, Tally> {
  const parts = partsOf({ from, to })
  const sums = sumsOfParts(parts, 'link', `json_array(${SUMS})`, 'tenant_id = i.value')
  const rows = tx.rows<{ id: string; sums: string }>(
    `select i.value as id, json_array(${sums.map((one) => `json(${one})`).join(', ')}) as sums from json_each(?1) i`,
    JSON.stringify(ids),
    ...parts.flatMap(({ from, to }) => [from, to]),
  )
  return new Map(
    rows.map(({ id, sums }) => {
      const [sent, indexed, returned] = addUp(JSON.parse(sums)) as [number, number, number]
      return [id, { sent, indexed, returned }]
    }),
  )
}
