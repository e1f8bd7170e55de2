/**
 * Links of a push that certainly did not leave: cancelled before sending, or ordered to be sent again. The caller moves
 * the credits in the same transaction and then calls `refreshOutcome`.
 */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'

/** SQL for a link `l` in no batch, or in a batch without a call to the supplier. */
export const STAYS = `l.state in ('queued', 'scheduled') and l.credit = 'reserved'
  and (l.batch_id is null or l.batch_id in (select id from batches where job_id = l.job_id and state = 'planned'))`
const UNSENT = `l.job_id = ? and ${STAYS}`

export const countUnsent = (tx: ReadTx, job_id: string): number =>
  tx.number(`select count(*) from links l where ${UNSENT}`, job_id)

export const anyUnsent = (tx: ReadTx, job_id: string): boolean =>
  tx.row(`select 1 from links l where ${UNSENT} limit 1`, job_id) !== null

/** Cancels the next `limit` of them. */
export const cancelUnsent = (tx: Tx, job_id: string, limit: number): number =>
  tx.run(
    `update links set state = 'cancelled', credit = 'excluded', due_at = null, settled_at = ?, again = null
     where id in (select l.id from links l where ${UNSENT} limit ?)`,
    tx.now,
    job_id,
    limit,
  )

// ---- Some of them -------------------------------------------------------------------------------------------------

const AMONG = 'from json_each(?) given cross join links l on l.id = given.value where'

/** Unsent links of a push; `over` is when the push ended before they were ordered again. */
export type UnsentLink = { id: number; batch_id: string | null; again: number; over: Time | null }

export const unsentAmong = (tx: ReadTx, job_id: string, ids: readonly number[]): UnsentLink[] =>
  tx.rows(
    `select l.id, l.batch_id, l.again is not null as again, l.again ->> 'over' as over ${AMONG} ${UNSENT}`,
    JSON.stringify(ids),
    job_id,
  )

export const countUnsentAmong = (tx: ReadTx, job_id: string, ids: readonly number[]): number =>
  tx.number(`select count(*) ${AMONG} ${UNSENT}`, JSON.stringify(ids), job_id)

/** A link of any push: the check credits refunded with its index credit, and whether it failed before. */
export type StoppableLink = { id: number; job_id: string; again: number; look: number }

/** The unsent ones of these links, by push. The check before a push is refunded while no call was made for it. */
export const stoppableAmong = (tx: ReadTx, ids: readonly number[]): StoppableLink[] =>
  tx.rows(
    `select l.id, l.job_id, l.again is not null as again,
       j.status <> 'sending' and (j.smart or j.pre_check) and not exists (select 1 from looks
         where job_id = l.job_id and link_id = l.id and purpose = 'before' and state <> 'queued') as look
     from json_each(?) given cross join links l on l.id = given.value cross join jobs j on j.id = l.job_id
     where ${STAYS} and j.type = 'index' and j.status <> 'cancelled'
       and l.job_id not in (select job_id from order_slices)
     order by l.job_id, l.id`,
    JSON.stringify(ids),
  )

/** Links that a supplier has or had. */
const LEFT = `(l.state in ('sent', 'indexed', 'not_indexed') or (l.state = 'scheduled' and l.batch_id in
  (select id from batches where job_id = l.job_id and state <> 'planned')))`

export const countLeftAmong = (tx: ReadTx, ids: readonly number[]): number =>
  tx.number(`select count(*) ${AMONG} ${LEFT}`, JSON.stringify(ids))

export const countLeft = (tx: ReadTx, job_id: string): number =>
  tx.number(`select count(*) from links l where l.job_id = ? and ${LEFT}`, job_id)

/** Whether a supplier ever had a link of the push, including links that it rejected. */
export const reachedSupplier = (tx: ReadTx, job_id: string): boolean =>
  tx.row(`select 1 from links l where l.job_id = ? and (l.state = 'failed' or ${LEFT}) limit 1`, job_id) !== null

/** All unsent links of a push, if each of them is sent again; else null. */
export function unsentIfAllRetried(tx: ReadTx, job_id: string): number[] | null {
  if (tx.row(`select 1 from links l where ${UNSENT} and l.again is null limit 1`, job_id)) return null
  const unsent = tx.rows<{ id: number }>(`select l.id from links l where ${UNSENT}`, job_id)
  return unsent.length > 0 ? unsent.map(({ id }) => id) : null
}

/** Restores a link that failed before and is not sent again after all. */
const AS_BEFORE =
  "reason = again ->> 'reason', settled_at = again ->> 'at', due_at = null, batch_id = null, again = null"

/** Stops these links: one that failed before is failed again, the others are cancelled. */
export function stop(tx: Tx, links: readonly UnsentLink[]): void {
  const [again, first] = [links.filter((link) => link.again), links.filter((link) => !link.again)].map((some) =>
    JSON.stringify(some.map(({ id }) => id)),
  )
  tx.run(
    `update links set state = 'failed', credit = 'released', ${AS_BEFORE} where id in (select value from json_each(?))`,
    again!,
  )
  tx.run(
    `update links set state = 'cancelled', credit = 'excluded', due_at = null, batch_id = null, settled_at = ?
     where id in (select value from json_each(?))`,
    tx.now,
    first!,
  )
}

// ---- Sent again ---------------------------------------------------------------------------------------------------

export const countFailed = (tx: ReadTx, job_id: string): number =>
  tx.number("select count(*) from links where job_id = ? and state = 'failed'", job_id)

export const failedLinks = (tx: ReadTx, job_id: string): number[] =>
  tx.rows<{ id: number }>("select id from links where job_id = ? and state = 'failed'", job_id).map(({ id }) => id)

export type RetriedLinks = { link_ids: number[]; due_at: Time; ended_at: Time | null }

/** Failed links are sent again from then on, against a new reservation. Their old state is kept for undo. */
export const scheduleFailed = (tx: Tx, { link_ids, due_at, ended_at }: RetriedLinks): number =>
  tx.run(
    `update links set state = 'scheduled', credit = 'reserved', reason = null, batch_id = null, settled_at = null, due_at = ?,
       again = json_object('reason', reason, 'at', settled_at, 'over', ?)
     where id in (select value from json_each(?))`,
    due_at,
    ended_at,
    JSON.stringify(link_ids),
  )

/** Links that are sent again and wait until then. */
export const retriesWaitingUntil = (tx: ReadTx, job_id: string, until: Time): number[] =>
  tx
    .rows<{ id: number }>(
      "select id from links where job_id = ? and state = 'scheduled' and again is not null and due_at = ?",
      job_id,
      until,
    )
    .map(({ id }) => id)

export const hasWaitingRetries = (tx: ReadTx, job_id: string): boolean =>
  tx.row("select 1 from links where job_id = ? and state = 'scheduled' and again is not null limit 1", job_id) !== null
