/**
 * Every change of a link's state, its credit and its calendar. Whoever calls moves the credits in the same transaction
 * and counts the job anew (`refreshOutcome`); each answer is how many links were changed.
 */
import type { Time } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import type { Indexed, LinkCredit, LinkState } from './shapes.ts'

const IN = 'in (select value from json_each(?))'

// ---- Before it is sent --------------------------------------------------------------------------------------------

export type KeptFacts = { id: number; facts: object; flags: readonly string[]; fix: string | null }

/** What the pre-flight saw. */
export const keepFacts = (tx: Tx, rows: readonly KeptFacts[]): number =>
  tx.run(
    `update links set facts = f.facts, flags = f.flags, fix = f.fix from
     (select value ->> 'id' as id, value -> 'facts' as facts, value -> 'flags' as flags, value ->> 'fix' as fix from json_each(?)) f
     where links.id = f.id and links.state = 'queued'`,
    JSON.stringify(rows),
  )

/** Whether a flagged link is sent all the same: those ticked, or all. */
const wanted = (job: { skip_flagged: number }): string => (job.skip_flagged ? 'push_anyway = 1' : '1')

/** Flagged links that are sent all the same go without the guarantee. */
export const waiveFlagged = (tx: Tx, job: { id: string; skip_flagged: number }): number =>
  tx.run(
    `update links set guarantee = 0 where job_id = ? and state = 'queued' and flags <> '[]' and ${wanted(job)}`,
    job.id,
  )

/** The other flagged links are not sent. */
export const skipFlagged = (tx: Tx, job: { id: string; skip_flagged: number }): number =>
  tx.run(
    `update links set state = 'flagged', credit = 'excluded', settled_at = ?
     where job_id = ? and state = 'queued' and credit = 'reserved' and flags <> '[]' and not (${wanted(job)})`,
    tx.now,
    job.id,
  )

/** What was seen before the push. */
export const keepSnapshots = (tx: Tx, seen: readonly { link_id: number; indexed: Indexed }[]): number =>
  tx.run(
    `update links set before_indexed = f.indexed, indexed = f.indexed, checked_at = ? from
     (select json_extract(value, '$.link_id') as id, json_extract(value, '$.indexed') as indexed from json_each(?)) f
     where links.id = f.id and links.state = 'queued'`,
    tx.now,
    JSON.stringify(seen),
  )

/** Links that were visible already and are sent all the same go without the guarantee. */
export const waiveVisible = (tx: Tx, ids: readonly number[]): number =>
  tx.run(`update links set guarantee = 0 where state = 'queued' and id ${IN}`, JSON.stringify(ids))

/** Links that were visible already are not sent. */
export const skipVisible = (tx: Tx, ids: readonly number[]): number =>
  tx.run(
    `update links set state = 'visible', credit = 'excluded', settled_at = ?
     where state = 'queued' and credit = 'reserved' and id ${IN}`,
    tx.now,
    JSON.stringify(ids),
  )

/** Drawn for the comparison: never sent. */
export const holdOut = (tx: Tx, ids: readonly number[], batch_id: string): number =>
  tx.run(
    `update links set state = 'held_out', credit = 'excluded', batch_id = ?, settled_at = ? where id ${IN}`,
    batch_id,
    tx.now,
    JSON.stringify(ids),
  )

/** The next `count` links of a push get their day. */
export const schedule = (tx: Tx, job_id: string, due_at: Time, count: number): number =>
  tx.run(
    `update links set state = 'scheduled', due_at = ? where id in
     (select id from links where job_id = ? and state = 'queued' order by id limit ?)`,
    due_at,
    job_id,
    count,
  )

/** Moves every day to come of a push. */
export const shiftSchedule = (tx: Tx, job_id: string, seconds: number): number =>
  tx.run(
    `update links set due_at = strftime('%Y-%m-%dT%H:%M:%fZ', due_at, ?)
     where job_id = ? and state = 'scheduled' and batch_id is null`,
    `+${seconds} seconds`,
    job_id,
  )

/** Puts up to `count` links that are due into a batch. */
export const putIntoBatch = (tx: Tx, job_id: string, batch_id: string, count: number): number =>
  tx.run(
    `update links set batch_id = ?, due_at = null where id in
     (select id from links where job_id = ? and state = 'scheduled' and due_at <= ? and batch_id is null order by id limit ?)`,
    batch_id,
    job_id,
    tx.now,
    count,
  )

/** Links that have surely not been sent (in no batch, or in one that no call was made for) are not sent any more. */
export const cancelUnsent = (tx: Tx, job_id: string): number =>
  tx.run(
    `update links set state = 'cancelled', credit = 'excluded', due_at = null, settled_at = ?
     where job_id = ? and state in ('queued', 'scheduled') and credit = 'reserved'
       and (batch_id is null or batch_id in (select id from batches where job_id = links.job_id and state = 'planned'))`,
    tx.now,
    job_id,
  )

// ---- Sending ------------------------------------------------------------------------------------------------------

/** The supplier took the batch. A link without the guarantee has used its credit up. */
export const markSent = (tx: Tx, batch_id: string, next_look_at: Time | null): number =>
  tx.run(
    `update links set state = 'sent', sent_at = ?1, next_look_at = ?2, credit = iif(guarantee, credit, 'consumed')
     where batch_id = ?3 and state = 'scheduled'`,
    tx.now,
    next_look_at,
    batch_id,
  )

/** The supplier would not take these. */
export const markFailed = (tx: Tx, batch_id: string, rejected: readonly { url: string; reason: string }[]): number =>
  tx.run(
    `update links set state = 'failed', credit = 'released', reason = r.reason, settled_at = ? from
     (select value ->> 'url' as url, value ->> 'reason' as reason from json_each(?)) r
     where links.batch_id = ? and links.url = r.url and links.state = 'scheduled' and links.credit = 'reserved'`,
    tx.now,
    JSON.stringify(rejected),
    batch_id,
  )

/** Failed links are to be sent again, now, against a new reservation. */
export const scheduleFailed = (tx: Tx, job_id: string): number =>
  tx.run(
    `update links set state = 'scheduled', credit = 'reserved', reason = null, batch_id = null, settled_at = null, due_at = ?
     where job_id = ? and state = 'failed'`,
    tx.now,
    job_id,
  )

// ---- Looks --------------------------------------------------------------------------------------------------------

/** A planned link leaves the calendar until its look is settled, so that planning twice plans once. */
export const takeOffCalendar = (tx: Tx, ids: readonly number[]): number =>
  tx.run(`update links set next_look_at = null where id ${IN}`, JSON.stringify(ids))

/** The next `count` links that were held out get their first look. */
export const watchHeldOut = (tx: Tx, job_id: string, next_look_at: Time, count: number): number =>
  tx.run(
    `update links set next_look_at = ? where id in
     (select id from links where job_id = ? and state = 'held_out' and next_look_at is null and looks = 0 order by id limit ?)`,
    next_look_at,
    job_id,
    count,
  )

export type SettledLink = {
  id: number
  state: LinkState
  indexed: Indexed
  credit: LinkCredit | null
  looks: number
  next_look_at: Time | null
  settled_at: Time | null
}

/** What a look at links of a push has come to. */
export const settleLinks = (tx: Tx, settled: readonly SettledLink[]): number =>
  tx.run(
    `update links set state = s.state, indexed = s.indexed, credit = s.credit, looks = s.looks, next_look_at = s.next_look_at,
       settled_at = s.settled_at, checked_at = ? from
     (select value ->> 'id' as id, value ->> 'state' as state, value ->> 'indexed' as indexed, value ->> 'credit' as credit,
        value ->> 'looks' as looks, value ->> 'next_look_at' as next_look_at, value ->> 'settled_at' as settled_at from json_each(?)) s
     where links.id = s.id`,
    tx.now,
    JSON.stringify(settled),
  )

/** What was seen of links of a check; what was not told stays as it was last seen. */
export const markChecked = (tx: Tx, seen: readonly { link_id: number; indexed: Indexed }[]): number =>
  tx.run(
    `update links set state = 'checked', indexed = iif(f.indexed = 'unknown', links.indexed, f.indexed), checked_at = ? from
     (select json_extract(value, '$.link_id') as link_id, json_extract(value, '$.indexed') as indexed from json_each(?)) f
     where links.id = f.link_id`,
    tx.now,
    JSON.stringify(seen),
  )

/** Links of a check whose looks were withdrawn; those that were looked at before keep what was seen. */
export const cancelChecks = (tx: Tx, ids: readonly number[]): number =>
  tx.run(`update links set state = 'cancelled' where state = 'queued' and id ${IN}`, JSON.stringify(ids))

/** Links of a check whose looks were never planned. */
export const cancelUnplanned = (tx: Tx, job_id: string): number =>
  tx.run(
    `update links set state = 'cancelled' where job_id = ? and state = 'queued' and not exists (
       select 1 from looks k where k.job_id = links.job_id and k.link_id = links.id)`,
    job_id,
  )

export const removeLink = (tx: Tx, id: number): number => tx.run('delete from links where id = ?', id)
