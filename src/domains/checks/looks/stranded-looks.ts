/** Checks that no turn would take up again: their order was interrupted, or their engine was replaced or removed. */
import type { Tx } from '../../../kernel/database/database.ts'
import { HOUR, plus } from '../../../kernel/time/clock.ts'
import type { EngineSlot } from '../../jobs/index.ts'
import type { Engine } from '../engine.ts'
import { doubt } from '../lost-calls.ts'
import { looksIn, priceOf, type Queue } from '../queues.ts'
import type { LookRow } from '../tables.ts'
import * as looks from './look-states.ts'
import { type AfterLooks, endLooks } from './record-looks.ts'

/**
 * Orders interrupted by a crash, none of those `under_way`: with an engine that queues they may be at the vendor; else
 * they are asked again.
 */
export function recoverLost(
  tx: Tx,
  queue: Queue,
  engine: Engine | null,
  under_way: readonly number[],
  limit: number,
): number {
  const { sql, param } = looksIn(queue)
  const lost = tx.rows<LookRow>(
    `select * from looks where state = 'ordering' and ${sql} and id not in (select value from json_each(?)) limit ?`,
    param,
    JSON.stringify(under_way),
    limit,
  )
  if (lost.length === 0) return 0
  if (engine?.collect) looks.doubtAll(tx, lost)
  else {
    const ours = lost.filter(({ adapter }) => adapter === engine?.adapter)
    if (engine?.billing) doubt(tx, engine.billing, engine.adapter, ours)
    looks.orderAgain(tx, lost, 'unknown')
  }
  return lost.length
}

/** Checks that wait for an hour at a vendor which the slot no longer uses are ordered from the new one. */
export function orderElsewhere(tx: Tx, slot: EngineSlot, { adapter }: Engine, limit: number): number {
  const stranded = tx.rows<LookRow>(
    `select * from looks where engine = ? and state in ('waiting', 'doubtful') and adapter <> ? and ordered_at < ? limit ?`,
    slot,
    adapter,
    plus(tx.now, -HOUR),
    limit,
  )
  if (stranded.length === 0) return 0
  leaveInDoubt(tx, slot, stranded)
  looks.orderAgain(tx, stranded, null)
  return stranded.length
}

/** Orders that cannot be searched for any more: their possible cost stays in doubt. */
function leaveInDoubt(tx: Tx, slot: EngineSlot, left: LookRow[]): void {
  const lost = left.filter((look) => look.state === 'doubtful' && look.handle === null)
  const price = { units: 1, unit_usd: priceOf(tx, slot) }
  for (const [adapter, of] of Map.groupBy(lost, (look) => look.adapter ?? ''))
    doubt(tx, { ...price, account: adapter }, adapter, of)
}

/** The slot has no engine, so after an hour its checks end without a result. */
export function endForgotten(tx: Tx, slot: EngineSlot | null, after: AfterLooks, limit: number): number {
  if (!slot) return 0
  // One part per state, because each state has its own index; those in state `ordering` were recovered before.
  const waiting = tx.rows<LookRow>(
    `select * from (select * from looks where engine = ?1 and state = 'queued' and property is null and created_at < ?2 limit ?3)
     union all select * from (select * from looks where engine = ?1 and state in ('waiting', 'doubtful') and property is null
       and created_at < ?2 limit ?3) limit ?3`,
    slot,
    plus(tx.now, -HOUR),
    limit,
  )
  leaveInDoubt(tx, slot, waiting)
  endLooks(tx, waiting, 'No check engine is connected.', after)
  return waiting.length
}
