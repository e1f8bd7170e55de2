/**
 * Links of a push that have surely not left: taken back before they are sent, or ordered to be sent again. Whoever calls
 * moves the credits in the same transaction and counts the job anew (`refreshOutcome`).
 */
import type { Time } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'

/** SQL for a link `l` in no batch, or in one that no call was made for. */
export const STAYS = `l.state in ('queued', 'scheduled') and l.credit = 'reserved'
  and (l.batch_id is null or l.batch_id in (select id from batches where job_id = l.job_id and state = 'planned'))`
const UNSENT = `l.job_id = ? and ${STAYS}`

export const countUnsent = (tx: ReadTx, job_id: string): number =>
  tx.number(`select count(*) from links l where ${UNSENT}`, job_id)

export const anyUnsent = (tx: ReadTx, job_id: string): boolean =>
  tx.row(`select 1 from links l where ${UNSENT} limit 1`, job_id) !== null

/** The next `limit` of them are not sent any more. */
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

/** Of these links of a push, those that have not left; `over` is when the push was over before they were ordered again. */
export type Unsent = { id: number; batch_id: string | null; again: number; over: Time | null }

export const unsentAmong = (tx: ReadTx, job_id: string, ids: readonly number[]): Unsent[] =>
  tx.rows(
    `select l.id, l.batch_id, l.again is not null as again, l.again ->> 'over' as over ${AMONG} ${UNSENT}`,
    JSON.stringify(ids),
    job_id,
  )

export const countUnsentAmong = (tx: ReadTx, job_id: string, ids: readonly number[]): number =>
  tx.number(`select count(*) ${AMONG} ${UNSENT}`, JSON.stringify(ids), job_id)

/** One of any push: what stopping it gives back, beside its index credit, and whether it failed before. */
export type Stoppable = { id: number; job_id: string; again: number; look: number }

/** Of these links, those that have not left, push by push. A look before the push is free until a call is made for it. */
export const stoppableAmong = (tx: ReadTx, ids: readonly number[]): Stoppable[] =>
  tx.rows(
    `select l.id, l.job_id, l.again is not null as again,
       j.status <> 'sending' and (j.smart or j.pre_check) and not exists (select 1 from looks
         where job_id = l.job_id and link_id = l.id and purpose = 'before' and state <> 'queued') as look
     from json_each(?) given cross join links l on l.id = given.value cross join jobs j on j.id = l.job_id
     where ${STAYS} and j.type = 'index' and j.status <> 'cancelled' order by l.job_id, l.id`,
    JSON.stringify(ids),
  )

/** Links that a supplier has, or had. */
const LEFT = `(l.state in ('sent', 'indexed', 'not_indexed') or (l.state = 'scheduled' and l.batch_id in
  (select id from batches where job_id = l.job_id and state <> 'planned')))`

/** Of these links, of whichever job. */
export const countLeftAmong = (tx: ReadTx, ids: readonly number[]): number =>
  tx.number(`select count(*) ${AMONG} ${LEFT}`, JSON.stringify(ids))

export const countLeft = (tx: ReadTx, job_id: string): number =>
  tx.number(`select count(*) from links l where l.job_id = ? and ${LEFT}`, job_id)

/** Whether a supplier ever had a link of the push, or has one now: one that it would not take as well. */
export const reachedSupplier = (tx: ReadTx, job_id: string): boolean =>
  tx.row(`select 1 from links l where l.job_id = ? and (l.state = 'failed' or ${LEFT}) limit 1`, job_id) !== null

/** All that have not left of a push of which nothing waits to be sent for the first time; else null. */
export function onlyAgain(tx: ReadTx, job_id: string): number[] | null {
  if (tx.row(`select 1 from links l where ${UNSENT} and l.again is null limit 1`, job_id)) return null
  const unsent = tx.rows<{ id: number }>(`select l.id from links l where ${UNSENT}`, job_id)
  return unsent.length > 0 ? unsent.map(({ id }) => id) : null
}

/** What a link is again that failed before and is not sent again after all. */
const AS_BEFORE =
  "reason = again ->> 'reason', settled_at = again ->> 'at', due_at = null, batch_id = null, again = null"

/** These are not sent: one that failed before is where it was, the others are cancelled. */
export function stop(tx: Tx, links: readonly Unsent[]): void {
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

/** Failed links are to be sent again, now, against a new reservation. What they were is kept, should it be undone. */
export const scheduleFailed = (tx: Tx, job_id: string): number =>
  tx.run(
    `update links set state = 'scheduled', credit = 'reserved', reason = null, batch_id = null, settled_at = null, due_at = ?,
       again = json_object('reason', reason, 'at', settled_at, 'over', (select finished_at from jobs where id = job_id))
     where job_id = ? and state = 'failed'`,
    tx.now,
    job_id,
  )

const DUE_AGAIN = "state = 'scheduled' and batch_id is null and again is not null and due_at = ?"

/** Those that were ordered to be sent again in this transaction go only then. */
export const holdAgain = (tx: Tx, job_id: string, until: Time): number =>
  tx.run(`update links set due_at = ? where job_id = ? and ${DUE_AGAIN}`, until, job_id, tx.now)

/** When the push was over before those that wait until then were ordered again. */
export const overBefore = (tx: Tx, job_id: string, until: Time): Time | null =>
  tx.row<{ over: Time | null }>(
    `select max(again ->> 'over') as over from links where job_id = ? and ${DUE_AGAIN}`,
    job_id,
    until,
  )!.over

/** Those that wait until then to be sent again stay unsent after all. */
export const failAgain = (tx: Tx, job_id: string, until: Time): number =>
  tx.run(
    `update links set state = 'failed', credit = 'released', ${AS_BEFORE} where job_id = ? and ${DUE_AGAIN}`,
    job_id,
    until,
  )

/** Whether links of the push wait to be sent again. */
export const anyAgain = (tx: ReadTx, job_id: string): boolean =>
  tx.row("select 1 from links where job_id = ? and state = 'scheduled' and again is not null limit 1", job_id) !== null
