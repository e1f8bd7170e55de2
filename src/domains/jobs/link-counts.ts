/** How many links of a push wait and are due, and how many are in a batch. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'

/** Plan of a push so far: queued and scheduled links, and the first and last day. */
export const waiting = (
  tx: ReadTx,
  job_id: string,
): { queued: number; before: number; first: Time | null; last: number | null } =>
  tx.row(
    `select (select count(*) from links where job_id = ?1 and state = 'queued') as queued,
       (select count(*) from links where job_id = ?1 and due_at is not null) as before,
       (select min(due_at) from links where job_id = ?1 and due_at is not null) as first,
       (select id from links where job_id = ?1 and due_at is not null order by due_at desc, id desc limit 1) as last`,
    job_id,
  )!

/** How many links of a push are due, counted up to `most`. */
export const countDue = (tx: ReadTx, job_id: string, most: number): number =>
  tx.number('select count(*) from (select 1 from links where job_id = ? and due_at <= ? limit ?)', job_id, tx.now, most)

/** The links that were due first, at the same time. */
export const countDueTogether = (tx: ReadTx, job_id: string, most: number): number =>
  tx.number(
    `select count(*) from (select 1 from links where job_id = ?1 and due_at <= ?2 and due_at = (
       select min(due_at) from links where job_id = ?1 and due_at is not null) limit ?3)`,
    job_id,
    tx.now,
    most,
  )

export const countIn = (tx: ReadTx, batch_id: string): number =>
  tx.number('select count(*) from links where batch_id = ?', batch_id)
