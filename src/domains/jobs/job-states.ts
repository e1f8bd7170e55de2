import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { packSaid, type Said, said } from '../../kernel/language/say.ts'
import { DAY, plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { WRITTEN } from './order-slices.ts'
import type { JobStatus } from './shapes.ts'

const IN = 'in (select value from json_each(?))'

/** Changes the status unless a cancel changed it first. */
export const moveTo = (tx: Tx, job_id: string, from: JobStatus, to: JobStatus): boolean =>
  tx.run(
    'update jobs set status = ?, note = null, updated_at = ? where id = ? and status = ?',
    to,
    tx.now,
    job_id,
    from,
  ) > 0

export const isAt = (tx: Tx, job_id: string, status: JobStatus): boolean =>
  tx.row('select 1 from jobs where id = ? and status = ?', job_id, status) !== null

/** With every link sent the push is watched; with every link settled it is done. */
export function finishIfSettled(tx: Tx, job_id: string): void {
  const open = new Set(
    tx
      .rows<{ state: string }>(
        "select distinct state from links where job_id = ? and state in ('queued', 'scheduled', 'sent')",
        job_id,
      )
      .map((row) => row.state),
  )
  if (open.has('queued') || open.has('scheduled')) return
  const status = open.has('sent') ? 'watching' : 'done'
  tx.run(
    `update jobs set status = ?1, note = null, updated_at = ?2, finished_at = iif(?1 = 'done', ?2, null)
     where id = ?3 and status in ('sending', 'watching') and status <> ?1`,
    status,
    tx.now,
    job_id,
  )
}

export const endUndo = (tx: Tx, job_id: string): number =>
  tx.run('update jobs set undo_until = null where id = ?', job_id)

/**
 * Links are not sent again after all. A push that had ended (`over`) before they were ordered, with nothing new since,
 * gets its old end back, so that nobody is notified of the same end twice.
 */
export function finishAsBefore(tx: Tx, job_id: string, over: Time | null): void {
  const ended =
    over !== null &&
    tx.run(
      `update jobs set finished_at = ?1 where id = ?2 and status = 'sending' and not exists (select 1 from links
         where job_id = ?2 and (state in ('queued', 'scheduled', 'sent') or settled_at > ?1))`,
      over,
      job_id,
    ) > 0
  if (ended) tx.run("update jobs set status = 'done', note = null, updated_at = ? where id = ?", tx.now, job_id)
  else finishIfSettled(tx, job_id)
}

/** Links of the push were sent: keeps the first date and clears the note about waiting. */
export const noteSent = (tx: Tx, job_id: string, simulated: number): number =>
  tx.run(
    'update jobs set sent_at = coalesce(sent_at, ?), simulated = max(simulated, ?), note = null where id = ?',
    tx.now,
    simulated,
    job_id,
  )

/** Marks the job as cancelled; its links are settled afterwards, and `finished_at` is set then. */
export const cancel = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'cancelled', note = null, updated_at = ? where id = ?", tx.now, job_id)

export const isBeingCancelled = (tx: ReadTx, job_id: string): boolean =>
  tx.row("select 1 from jobs where id = ? and status = 'cancelled' and finished_at is null", job_id) !== null

/** The cancelled job is finished: every link is settled or already sent. */
export const finishCancel = (tx: Tx, job_id: string): number =>
  tx.run(
    "update jobs set finished_at = ? where id = ? and status = 'cancelled' and finished_at is null",
    tx.now,
    job_id,
  )

/** Failed links are sent again, so a push that had ended is sending again. */
export const resumeSending = (tx: Tx, job_id: string): number =>
  tx.run(
    "update jobs set status = 'sending', finished_at = null where id = ? and status in ('watching', 'done')",
    job_id,
  )

/** The push, or its links that are sent again, wait until then. */
export const beginUndo = (tx: Tx, job_id: string, until: Time): number =>
  tx.run("update jobs set undo_until = ? where id = ? and status = 'sending'", until, job_id)

/** Every check is planned; the job ends with the result of the last one. */
export const startChecking = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'checking', updated_at = ? where id = ? and status = 'queued'", tx.now, job_id)

/** More checks were ordered, so a check that had ended goes on. */
export const resumeChecking = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'checking', finished_at = null where id = ?", job_id)

/** A check job ends with its last check. */
export const finishCheck = (tx: Tx, job_id: string): number =>
  tx.run(
    `update jobs set status = 'done', finished_at = ? where id = ? and type = 'check' and status = 'checking'
     and not exists (select 1 from looks where job_id = jobs.id and state <> 'done')
     and ${WRITTEN}`,
    tx.now,
    job_id,
  )

export const markSimulated = (tx: Tx, ids: readonly string[]): number =>
  tx.run(`update jobs set simulated = 1 where simulated = 0 and id ${IN}`, JSON.stringify(ids))

/** Hides the job; `purgeDeletedJobs` removes its rows in steps. */
export const markDeleted = (tx: Tx, job_id: string): number =>
  tx.run('update jobs set deleted_at = ? where id = ?', tx.now, job_id)

export const renameJob = (
  tx: Tx,
  job_id: string,
  { name, recheck_days }: { name: string; recheck_days: number },
): number =>
  tx.run('update jobs set name = ?, recheck_days = ?, updated_at = ? where id = ?', name, recheck_days, tx.now, job_id)

// ---- What a job waits for -----------------------------------------------------------------------------------------

/** Says on the push why its links wait for the supplier. */
export const noteWaitingToSend = (tx: Tx, job_id: string, why: Said): number =>
  tx.run("update jobs set note = ?1 where id = ?2 and status = 'sending' and note is not ?1", packSaid(why), job_id)

/** Notes that begin so, as sentences or in the English of older rows. */
const CHECKS_WAIT = `(note glob '[[]"Checks wait*' or note glob 'Checks wait*')`

/** Says on these jobs why their checks wait; keeps a note about anything else. */
export const noteWaitingLooks = (tx: Tx, ids: readonly string[], why: Said): number =>
  tx.run(
    `update jobs set note = ?1 where note is not ?1 and (note is null or ${CHECKS_WAIT})
     and id in (select value from json_each(?2))`,
    packSaid(why),
    JSON.stringify(ids),
  )

export const clearWaitingLooks = (tx: Tx, ids: readonly string[]): number =>
  tx.run(`update jobs set note = null where ${CHECKS_WAIT} and id ${IN}`, JSON.stringify(ids))

const PAUSED = packSaid(said('The workspace is archived: unsent links wait until it is restored.'))

/** SQL for pushes that send now: due, or being put into a batch, all written, and not paused by an archived workspace. */
const GOING = `status = 'sending' and deleted_at is null and paused_since is null
  and ${WRITTEN}
  and (exists (select 1 from links where job_id = jobs.id and due_at <= ?1)
    or exists (select 1 from batches where job_id = jobs.id and state = 'planned' and next_attempt_at is null))`

/** Pauses pushes with due links in the workspaces that `archived` (SQL) names. */
export const pauseDue = (tx: Tx, archived: string): number =>
  tx.run(
    `update jobs set paused_since = ?1, note = '${PAUSED}' where id in
     (select id from jobs where tenant_id in ${archived} and ${GOING})`,
    tx.now,
  )

/** Days of a push that passed without it (the install was off, or no supplier took the links), before the day that is due. */
const DAYS_MISSED = `select unixepoch(?1) - unixepoch(min(due_at)) as late, min(due_at) < max(due_at) as more from links
  where job_id = ?2 and due_at is not null and again is null`

/**
 * A push that missed a day goes on where it stopped, one part a day: its days move, as after a pause. Returns whether
 * they have to.
 */
export function pauseLate(tx: Tx, job_id: string): boolean {
  const isLate = tx.row('select 1 from links where job_id = ? and due_at <= ? limit 1', job_id, plus(tx.now, -DAY))
  if (!isLate) return false
  const { late, more } = tx.row<{ late: number; more: number }>(DAYS_MISSED, tx.now, job_id)!
  const missed = Math.floor((late * SECOND) / DAY)
  if (missed < 1 || !more) return false
  tx.run('update jobs set paused_since = ? where id = ?', plus(tx.now, -missed * DAY), job_id)
  return true
}

/** Whether a part of the push still waits for a supplier when the next one is due. */
export const waitsForPart = (tx: Tx, job_id: string): boolean =>
  tx.row(
    `select 1 from batches where job_id = ?1 and state = 'planned' and next_attempt_at is not null
       and created_at < (select min(due_at) from links where job_id = ?1 and due_at is not null) limit 1`,
    job_id,
  ) !== null

/** The next pushes after `after` with due links, oldest first. */
export const pushesDue = (tx: Tx, after: string, limit: number): string[] =>
  tx
    .rows<{ id: string }>(`select id from jobs where id > ?2 and ${GOING} order by id limit ?3`, tx.now, after, limit)
    .map(({ id }) => id)

export const isGoing = (tx: Tx, job_id: string): boolean =>
  tx.row(`select 1 from jobs where id = ?2 and ${GOING}`, tx.now, job_id) !== null

type PausedJob = {
  id: string
  first_link: number
  last_link: number
  paused_since: string
  resumed_at: string | null
  resumed_link: number
}

/** A paused push whose workspace `archived` (SQL) does not name, or whose days are already being moved. */
export const nextToResume = (tx: Tx, archived: string): PausedJob | null =>
  tx.row(
    `select id, first_link, last_link, paused_since, resumed_at, resumed_link from jobs
     where paused_since is not null and (resumed_at is not null or tenant_id not in ${archived}) limit 1`,
  )

/** Remembers up to which link the days of a resumed push have moved. */
export const resume = (tx: Tx, job_id: string, resumed_at: Time, link: number): number =>
  tx.run('update jobs set resumed_at = ?, resumed_link = ? where id = ?', resumed_at, link, job_id)

export const endPause = (tx: Tx, job_id: string): number =>
  tx.run('update jobs set paused_since = null, resumed_at = null, resumed_link = 0, note = null where id = ?', job_id)
