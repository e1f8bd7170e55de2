/**
 * Every change of a look's state. `queued` → `ordering` → `done`, or → `waiting` at the vendor; `doubtful` when nobody
 * knows whether the vendor has it. A new attempt takes a new `ref`: the old one may still turn up at the vendor.
 */
import type { Time } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import type { Indexed } from '../jobs/index.ts'
import type { Method } from './engine.ts'
import type { LookRow } from './tables.ts'

const IN = 'in (select value from json_each(?))'
const NEW_REF = "ref = 'sp' || lower(hex(randomblob(12)))"

const idsOf = (looks: readonly Pick<LookRow, 'id'>[]): string => JSON.stringify(looks.map(({ id }) => id))

/** One line for a person. */
const line = (text: string): string => text.slice(0, 1000)

/** Claims what is about to be ordered, before any call is made. */
export const claim = (tx: Tx, adapter: string, ids: readonly number[]): LookRow[] =>
  ids.length === 0
    ? []
    : tx.rows<LookRow>(
        `update looks set state = 'ordering', adapter = ?, ordered_at = ? where id ${IN} returning *`,
        adapter,
        tx.now,
        JSON.stringify(ids),
      )

/** Gives back what was claimed and not begun. */
export const unclaim = (tx: Tx, looks: readonly LookRow[]): number =>
  tx.run(`update looks set state = 'queued' where state = 'ordering' and id ${IN}`, idsOf(looks))

/** The vendor may have them. */
export const doubtAll = (tx: Tx, looks: readonly LookRow[]): number =>
  tx.run(`update looks set state = 'doubtful', next_attempt_at = null where id ${IN}`, idsOf(looks))

/** The vendor surely has not, or cannot be asked any more: they are ordered anew, now. */
export const orderAnew = (tx: Tx, looks: readonly LookRow[], failure: 'unknown' | null): number =>
  tx.run(
    `update looks set state = 'queued', ${NEW_REF}, handle = null, ready = 0, failure = coalesce(?, failure), next_attempt_at = ?
     where id ${IN}`,
    failure,
    tx.now,
    idsOf(looks),
  )

/** Search Console could not tell: the slot's own engine is asked instead. */
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

export type Failure = { failure: string; message: string; cost_usd?: number }

export const tryAgain = (
  tx: Tx,
  look: LookRow,
  { failure, message, cost_usd = 0, counts, at }: Failure & { counts: boolean; at: Time },
): number =>
  tx.run(
    `update looks set state = 'queued', ${NEW_REF}, handle = null, failure = ?, evidence = ?,
     cost_usd = cost_usd + ?, attempts = attempts + ?, next_attempt_at = ? where id = ?`,
    failure,
    line(message),
    cost_usd,
    counts ? 1 : 0,
    at,
    look.id,
  )

type Verdict = { indexed: Indexed; method: Method; evidence: string; cost_usd: number }

/** 0 when its job was deleted while the look was under way. */
export const finish = (tx: Tx, look: LookRow, { indexed, method, evidence, cost_usd }: Verdict): number =>
  tx.run(
    `update looks set state = 'done', indexed = ?, method = ?, evidence = ?, failure = null, cost_usd = cost_usd + ?, finished_at = ?,
     next_attempt_at = null where id = ?`,
    indexed,
    method,
    line(evidence),
    cost_usd,
    tx.now,
    look.id,
  )

export const giveUp = (tx: Tx, look: LookRow, { failure, message, cost_usd = 0 }: Failure): number =>
  tx.run(
    `update looks set state = 'done', indexed = 'unknown', evidence = ?, failure = ?, cost_usd = cost_usd + ?, finished_at = ?,
     next_attempt_at = null where id = ?`,
    line(message),
    failure,
    cost_usd,
    tx.now,
    look.id,
  )

/** Ends looks without a verdict, all in one statement: a job may have ten thousand. */
export const end = (tx: Tx, looks: readonly LookRow[], why: string): number =>
  tx.run(
    `update looks set state = 'done', indexed = 'unknown', evidence = ?, failure = 'unknown', finished_at = ?, next_attempt_at = null
     where id ${IN}`,
    why,
    tx.now,
    idsOf(looks),
  )

// ---- Where they wait ----------------------------------------------------------------------------------------------

/** A callback says that these tasks of the vendor are finished. */
export const markReady = (tx: Tx, tasks: readonly { id: string; tag: string | null }[]): number =>
  tx.run(
    `update looks set ready = 1, handle = coalesce(handle, t.id) from
     (select value ->> 'id' as id, value ->> 'tag' as tag from json_each(?)) t
     where looks.state in ('ordering', 'waiting', 'doubtful')
       and (looks.ref = t.tag and coalesce(looks.handle, t.id) = t.id or t.tag is null and looks.handle = t.id)`,
    JSON.stringify(tasks),
  )

/** A callback counts once: what it did not bring is found by asking, as if it had never come. */
export const forgetReady = (tx: Tx, looks: readonly LookRow[]): number =>
  tx.run(`update looks set ready = 0 where id ${IN}`, idsOf(looks))

/** They wait in the queue of this Search Console property. */
export const putIntoQueue = (tx: Tx, property: string, ids: readonly number[]): number =>
  tx.run(`update looks set property = ? where id ${IN}`, property, JSON.stringify(ids))

/** Looks of properties that are not among these wait in their slot's queue again. */
export const leaveQueues = (tx: Tx, properties: readonly string[]): number =>
  tx.run(
    `update looks set property = null where state = 'queued' and property is not null
     and property not in (select value from json_each(?))`,
    JSON.stringify(properties),
  )

/** The next `limit` looks that wait for their next try are due now: of all, or of those that were refused. */
export const hasten = (tx: Tx, which: 'all' | 'refused', limit: number): number =>
  tx.run(
    `update looks set next_attempt_at = ?1 where id in (select id from looks where state = 'queued' and next_attempt_at > ?1
     ${which === 'refused' ? "and failure in ('auth', 'quota')" : ''} order by next_attempt_at desc limit ?2)`,
    tx.now,
    limit,
  )
