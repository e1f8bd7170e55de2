/**
 * Every change of a check's state. `queued` → `ordering` → `done`, or → `waiting` at the vendor; `doubtful` when it is
 * unknown whether the vendor has it. A new attempt has a new `ref`, because the old one may still appear at the vendor.
 */

import type { Tx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { JobRows } from '../../jobs/index.ts'
import type { Engine, Sighting } from '../engine.ts'
import type { LookRow } from '../tables.ts'

const IN = 'in (select value from json_each(?))'
const NEW_REF = "ref = 'sp' || lower(hex(randomblob(12)))"

const idsOf = (looks: readonly Pick<LookRow, 'id'>[]): string => JSON.stringify(looks.map(({ id }) => id))

const line = (text: string): string => text.slice(0, 1000)

/** Marks checks as being ordered, before any call is made. */
export const claim = (
  tx: Tx,
  { adapter, desktop_only }: Pick<Engine, 'adapter' | 'desktop_only'>,
  ids: readonly number[],
): LookRow[] =>
  ids.length === 0
    ? []
    : tx.rows<LookRow>(
        `update looks set state = 'ordering', adapter = ?, ordered_at = ?, place = iif(?, replace(place, '/mobile', ''), place) where id ${IN} returning *`,
        adapter,
        tx.now,
        desktop_only ? 1 : 0,
        JSON.stringify(ids),
      )

/** Returns claimed checks without a call to the queue. */
export const unclaim = (tx: Tx, looks: readonly LookRow[]): number =>
  tx.run(`update looks set state = 'queued' where state = 'ordering' and id ${IN}`, idsOf(looks))

/** Marks checks that the vendor may have. */
export const doubtAll = (tx: Tx, looks: readonly LookRow[]): number =>
  tx.run(`update looks set state = 'doubtful', next_attempt_at = null where id ${IN}`, idsOf(looks))

/** The vendor certainly does not have them, or cannot be asked any more: they are ordered again now. */
export const orderAgain = (tx: Tx, looks: readonly LookRow[], failure: 'unknown' | null): number =>
  tx.run(
    `update looks set state = 'queued', ${NEW_REF}, handle = null, ready = 0, failure = coalesce(?, failure), next_attempt_at = ?
     where id ${IN}`,
    failure,
    tx.now,
    idsOf(looks),
  )

/** Search Console had no answer, so the slot's own engine is asked. */
export const passOn = (tx: Tx, look: LookRow, why: string): number =>
  tx.run(
    `update looks set state = 'queued', property = null, ${NEW_REF}, evidence = ?, next_attempt_at = ? where id = ?`,
    line(why),
    tx.now,
    look.id,
  )

/** The vendor has it under this handle. */
export const wait = (tx: Tx, look: LookRow, handle: string, cost_usd: number): number =>
  tx.run(
    "update looks set state = 'waiting', handle = ?, next_attempt_at = null, cost_usd = cost_usd + ?, failure = null where id = ?",
    handle,
    cost_usd,
    look.id,
  )

/** The answer to the order was lost. */
export const doubt = (tx: Tx, look: LookRow, message: string): number =>
  tx.run(
    "update looks set state = 'doubtful', next_attempt_at = null, failure = 'unknown', evidence = ? where id = ?",
    line(message),
    look.id,
  )

type LookFailure = { failure: string; message: string; cost_usd?: number }

export const tryAgain = (
  tx: Tx,
  look: LookRow,
  { failure, message, cost_usd = 0, counts, at }: LookFailure & { counts: boolean; at: Time },
): number =>
  tx.run(
    `update looks set state = 'queued', ${NEW_REF}, handle = null, ready = 0, failure = ?, evidence = ?,
     cost_usd = cost_usd + ?, attempts = attempts + ?, next_attempt_at = ? where id = ?`,
    failure,
    line(message),
    cost_usd,
    counts ? 1 : 0,
    at,
    look.id,
  )

type Verdict = Pick<Sighting, 'indexed' | 'method' | 'evidence' | 'cost_usd' | 'google'> & { is_free: boolean }

/** Returns 0 when the job was deleted while the check was under way. */
export const finish = (
  tx: Tx,
  look: LookRow,
  { indexed, method, evidence, cost_usd, google, is_free }: Verdict,
): number =>
  tx.run(
    `update looks set state = 'done', indexed = ?, method = ?, evidence = ?, failure = null, cost_usd = cost_usd + ?, finished_at = ?,
     next_attempt_at = null, cause = ?, google_canonical = ?, crawled_at = ?, credits = iif(?, 0, credits) where id = ?`,
    indexed,
    method,
    line(evidence),
    cost_usd,
    tx.now,
    google?.cause ?? null,
    google?.canonical ?? null,
    google?.crawled_at ?? null,
    Number(is_free),
    look.id,
  )

type Shown = { link_id: number; evidence: string; raw: string; at: Time }
type NewShown = Shown & { job_id: string; tenant_id: string; url: string; purpose: string; day: number | null }

/** Writes checks for links that Google showed, which `finishShown` ends. */
export const planShown = (tx: Tx, shown: readonly NewShown[]): { id: number; link_id: number }[] =>
  shown.length === 0
    ? []
    : tx.rows(
        `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, day, state, next_attempt_at, created_at)
         select 'sp' || lower(hex(randomblob(12))), value ->> 'tenant_id', value ->> 'job_id', value ->> 'link_id',
           value ->> 'url', 'scan_standard', value ->> 'purpose', value ->> 'day', 'queued', ?1, ?1 from json_each(?2)
         returning id, link_id`,
        tx.now,
        JSON.stringify(shown),
      )

/** Ends checks of links that Google showed, on the day on which it did. */
export function finishShown(tx: Tx, shown: readonly (Shown & { id: number })[]): LookRow[] {
  const given = JSON.stringify(shown)
  tx.run(
    `insert or replace into look_answers (look_id, body) select value ->> 'id', value ->> 'raw' from json_each(?)`,
    given,
  )
  return tx.rows<LookRow>(
    `update looks set state = 'done', indexed = 'yes', method = 'impression', adapter = 'search_console', property = null,
       evidence = s.evidence, failure = null, finished_at = s.at, next_attempt_at = null
     from (select value ->> 'id' as id, value ->> 'evidence' as evidence, value ->> 'at' as at from json_each(?)) s
     where looks.id = s.id and looks.state = 'queued' returning *`,
    given,
  )
}

export const giveUp = (tx: Tx, look: LookRow, { failure, message, cost_usd = 0 }: LookFailure): number =>
  tx.run(
    `update looks set state = 'done', indexed = 'unknown', evidence = ?, failure = ?, cost_usd = cost_usd + ?, finished_at = ?,
     next_attempt_at = null where id = ?`,
    line(message),
    failure,
    cost_usd,
    tx.now,
    look.id,
  )

/** Ends checks without a result, in one statement: a job may have ten thousand. */
export const end = (tx: Tx, looks: readonly LookRow[], why: string): number =>
  tx.run(
    `update looks set state = 'done', indexed = 'unknown', evidence = ?, failure = 'unknown', finished_at = ?, next_attempt_at = null
     where id ${IN}`,
    why,
    tx.now,
    idsOf(looks),
  )

// ---- Where they wait ----------------------------------------------------------------------------------------------

/** A callback announced that these tasks are finished. */
export const markReady = (tx: Tx, tasks: readonly { id: string; tag: string | null }[]): number =>
  tx.run(
    `update looks set ready = 1, handle = coalesce(handle, t.id) from
     (select value ->> 'id' as id, value ->> 'tag' as tag from json_each(?)) t
     where looks.state in ('ordering', 'waiting', 'doubtful')
       and (looks.ref = t.tag and coalesce(looks.handle, t.id) = t.id or t.tag is null and looks.handle = t.id)`,
    JSON.stringify(tasks),
  )

/** The announced result was not there; it is found by polling. */
export const forgetReady = (tx: Tx, looks: readonly LookRow[]): number =>
  tx.run(`update looks set ready = 0 where id ${IN}`, idsOf(looks))

/** Makes the next `limit` waiting checks due now: all, or only refused ones. */
export const hasten = (tx: Tx, which: 'all' | 'refused', limit: number): number =>
  tx.run(
    `update looks set next_attempt_at = ?1 where id in (select id from looks where state = 'queued' and next_attempt_at > ?1
     ${which === 'refused' ? "and failure in ('auth', 'quota')" : ''} order by next_attempt_at desc limit ?2)`,
    tx.now,
    limit,
  )

/** Checks that can be removed: never made, or done without an open question about a bill. look_days has the cost. */
const IDLE = `((state = 'queued' and cost_usd = 0) or
  (state = 'done' and id not in (select look_id from lost_calls where state = 'open')))`

/** Removes the checks of a deleted job. */
export const LOOKS_OF_JOBS: JobRows = {
  forget: (tx, job_id, limit) =>
    tx.run(`delete from looks where id in (select id from looks where job_id = ? and ${IDLE} limit ?)`, job_id, limit),
  keeps: (tx, job_id) => tx.row('select 1 from looks where job_id = ? limit 1', job_id) !== null,
}
