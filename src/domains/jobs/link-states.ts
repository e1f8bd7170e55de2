/**
 * Every change of a link's state, credit and check dates. The caller moves the credits in the same transaction and then
 * calls `refreshOutcome`. Each function returns how many links it changed.
 */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Stored } from '../../kernel/language/say.ts'
import type { Time } from '../../kernel/time/clock.ts'
import type { Indexed, LinkCredit, LinkState } from './shapes.ts'

const IN = 'in (select value from json_each(?))'

// ---- Before it is sent --------------------------------------------------------------------------------------------

type LinkFacts = {
  id: number
  facts: object
  flags: readonly string[]
  fix: string | null
  warnings: readonly Stored[]
  bing_flags: readonly string[]
  answers: readonly string[] | null
}

export const keepFacts = (tx: Tx, rows: readonly LinkFacts[]): number =>
  tx.run(
    `update links set facts = f.facts, flags = f.flags, fix = f.fix, warnings = f.warnings, bing_flags = f.bing_flags,
       answers = f.answers from
     (select value ->> 'id' as id, value -> 'facts' as facts, value -> 'flags' as flags, value ->> 'fix' as fix,
        value -> 'warnings' as warnings, value -> 'bing_flags' as bing_flags,
        nullif(value -> 'answers', 'null') as answers from json_each(?)) f
     where links.id = f.id and links.state = 'queued'`,
    JSON.stringify(rows),
  )

/** SQL for flagged links that are sent anyway: the chosen ones, or all. */
const wanted = (job: { skip_flagged: number }): string => (job.skip_flagged ? 'push_anyway = 1' : '1')

/** The next `limit` flagged links that are sent anyway lose the guarantee. */
export const waiveFlagged = (tx: Tx, job: { id: string; skip_flagged: number }, limit: number): number =>
  tx.run(
    `update links set guarantee = 0 where id in (select id from links
     where job_id = ? and state = 'queued' and guarantee = 1 and flags <> '[]' and ${wanted(job)} limit ?)`,
    job.id,
    limit,
  )

/** The next `limit` other flagged links are not sent. */
export const skipFlagged = (tx: Tx, job: { id: string; skip_flagged: number }, limit: number): number =>
  tx.run(
    `update links set state = 'flagged', credit = 'excluded', settled_at = ? where id in (select id from links
     where job_id = ? and state = 'queued' and credit = 'reserved' and flags <> '[]' and not (${wanted(job)}) limit ?)`,
    tx.now,
    job.id,
    limit,
  )

/** Stores the results from before the push. */
export const keepSnapshots = (tx: Tx, seen: readonly { link_id: number; indexed: Indexed }[]): number =>
  tx.run(
    `update links set before_indexed = f.indexed, indexed = f.indexed, checked_at = ? from
     (select json_extract(value, '$.link_id') as id, json_extract(value, '$.indexed') as indexed from json_each(?)) f
     where links.id = f.id and links.state = 'queued'`,
    tx.now,
    JSON.stringify(seen),
  )

/** Links that were already visible and are sent anyway lose the guarantee. */
export const waiveVisible = (tx: Tx, ids: readonly number[]): number =>
  tx.run(`update links set guarantee = 0 where state = 'queued' and id ${IN}`, JSON.stringify(ids))

/** Links that were already visible are not sent. */
export const skipVisible = (tx: Tx, ids: readonly number[]): number =>
  tx.run(
    `update links set state = 'visible', credit = 'excluded', settled_at = ?
     where state = 'queued' and credit = 'reserved' and id ${IN}`,
    tx.now,
    JSON.stringify(ids),
  )

/** Control group: never sent, only checked. */
export const holdOut = (tx: Tx, ids: readonly number[], batch_id: string, next_look_at: Time): number =>
  tx.run(
    `update links set state = 'held_out', credit = 'excluded', batch_id = ?, settled_at = ?, next_look_at = ? where id ${IN}`,
    batch_id,
    tx.now,
    next_look_at,
    JSON.stringify(ids),
  )

/** Sets the day of the next links of a push, in the given order. The unary plus makes SQLite walk the ids. */
export function schedule(tx: Tx, job: { id: string; last_link: number; after: number }, days: readonly Time[]): number {
  const next = tx.rows<{ id: number }>(
    "select id from links where id > ? and id <= ? and +job_id = ? and +state = 'queued' order by id limit ?",
    job.after,
    job.last_link,
    job.id,
    days.length,
  )
  return tx.run(
    `update links set state = 'scheduled', due_at = d.due_at from
     (select value ->> 0 as id, value ->> 1 as due_at from json_each(?)) d where links.id = d.id`,
    JSON.stringify(next.map(({ id }, i) => [id, days[i]!])),
  )
}

/** Moves the day of the next `limit` drip links after `after`. Returns how many, and the id of the last. */
export function shiftSchedule(
  tx: Tx,
  job: { id: string; last_link: number; after: number },
  seconds: number,
  limit: number,
): { moved: number; last: number } {
  const ids = tx.rows<{ id: number }>(
    'select id from links where id > ? and id <= ? and +job_id = ? and +due_at is not null and again is null order by id limit ?',
    job.after,
    job.last_link,
    job.id,
    limit,
  )
  const moved = tx.run(
    `update links set due_at = strftime('%Y-%m-%dT%H:%M:%fZ', due_at, ?) where id ${IN}`,
    `+${seconds} seconds`,
    JSON.stringify(ids.map(({ id }) => id)),
  )
  return { moved, last: ids.at(-1)?.id ?? job.last_link }
}

/** Links of a batch without an answer from the supplier. */
export const unsentOf = (tx: Tx, batch_id: string, limit: number): { url: string }[] =>
  tx.rows("select url from links where batch_id = ? and state = 'scheduled' limit ?", batch_id, limit)

/** Puts up to `count` due links into a batch, by day and then in the given order. */
export const putIntoBatch = (tx: Tx, job_id: string, batch_id: string, count: number): number =>
  tx.run(
    `update links set batch_id = ?, due_at = null where id in
     (select id from links where job_id = ? and due_at <= ? order by due_at, id limit ?)`,
    batch_id,
    job_id,
    tx.now,
    count,
  )

/** Links that were in an order after the backup from which this install was restored. */
export const putIntoLostBatches = (tx: Tx, links: readonly { id: number; batch_id: string }[]): number =>
  tx.run(
    `update links set batch_id = l.batch_id, due_at = null, state = 'scheduled' from
     (select value ->> 'id' as id, value ->> 'batch_id' as batch_id from json_each(?)) l
     where links.id = l.id and links.state in ('queued', 'scheduled') and l.batch_id in (select id from batches where state = 'doubtful')`,
    JSON.stringify(links),
  )

// ---- Sending ------------------------------------------------------------------------------------------------------

type SentLink = { id: number; url: string; guarantee: number; bing_may: number }

/** The supplier has the batch: the next `limit` links are sent. Without the guarantee a link uses its credit now. */
export const markSent = (
  tx: Tx,
  { id, sent_at, next_look_at }: { id: string; sent_at: Time; next_look_at: Time | null },
  limit: number,
): SentLink[] =>
  tx.rows<SentLink>(
    `update links set state = 'sent', sent_at = ?1, next_look_at = ?2, credit = iif(guarantee, credit, 'consumed'), again = null
     where id in (select id from links where batch_id = ?3 and state = 'scheduled' order by id limit ?4)
     returning id, url, guarantee, (bing_flags = '[]' or push_anyway = 1) as bing_may`,
    sent_at,
    next_look_at,
    id,
    limit,
  )

/** The supplier rejected these. Finds the ids first, because one statement for both would read every link. */
export function markFailed(
  tx: Tx,
  batch: { id: string; job_id: string },
  rejected: readonly { url: string; reason: string }[],
): number {
  const found = tx.rows<{ id: number; reason: string }>(
    `select l.id, value ->> 'reason' as reason from json_each(?) cross join links l indexed by links_url
     where l.job_id = ? and l.url = value ->> 'url' and l.batch_id = ? and l.state = 'scheduled' and l.credit = 'reserved'`,
    JSON.stringify(rejected),
    batch.job_id,
    batch.id,
  )
  return tx.run(
    `update links set state = 'failed', credit = 'released', reason = r.reason, settled_at = ?, again = null from
     (select value ->> 'id' as id, value ->> 'reason' as reason from json_each(?)) r where links.id = r.id`,
    tx.now,
    JSON.stringify(found),
  )
}

// ---- Looks --------------------------------------------------------------------------------------------------------

/** A link with a planned check has no next date until that check is settled, so planning twice plans once. */
export const takeOffCalendar = (tx: Tx, ids: readonly number[]): number =>
  tx.run(`update links set next_look_at = null where id ${IN}`, JSON.stringify(ids))

type SettledLink = {
  id: number
  state: LinkState
  indexed: Indexed
  credit: LinkCredit | null
  looks: number
  next_look_at: Time | null
  settled_at: Time | null
}

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

/** Stores results of a check job; `unknown` keeps the previous result. */
export const markChecked = (tx: Tx, seen: readonly { link_id: number; indexed: Indexed }[]): number =>
  tx.run(
    `update links set state = 'checked', indexed = iif(f.indexed = 'unknown', links.indexed, f.indexed), checked_at = ? from
     (select json_extract(value, '$.link_id') as link_id, json_extract(value, '$.indexed') as indexed from json_each(?)) f
     where links.id = f.link_id`,
    tx.now,
    JSON.stringify(seen),
  )

/** Links of a check job whose checks were withdrawn; a link with an earlier result keeps it. */
export const cancelChecks = (tx: Tx, ids: readonly number[]): number =>
  tx.run(`update links set state = 'cancelled' where state = 'queued' and id ${IN}`, JSON.stringify(ids))

/** Links of a check job without a planned check. */
const UNPLANNED = `job_id = ? and state = 'queued' and not exists (
  select 1 from looks k where k.job_id = links.job_id and k.link_id = links.id)`

export const countUnplanned = (tx: ReadTx, job_id: string): number =>
  tx.number(`select count(*) from links where ${UNPLANNED}`, job_id)

/** The next `limit` of them are cancelled. */
export const cancelUnplanned = (tx: Tx, job_id: string, limit: number): number =>
  tx.run(
    `update links set state = 'cancelled' where id in (select id from links where ${UNPLANNED} limit ?)`,
    job_id,
    limit,
  )

export const removeLink = (tx: Tx, id: number): number => tx.run('delete from links where id = ?', id)
