import type { Time } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import type { JobStatus } from './shapes.ts'

const IN = 'in (select value from json_each(?))'

/** Moves the job on, unless somebody else (a cancel) has moved it meanwhile. */
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

/** Once every link was sent the push is watched; once every link is settled it is done. */
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

/** It begins only then: until now nothing of it has left. */
export const holdUntil = (tx: Tx, job_id: string, until: Time): number =>
  tx.run("update jobs set undo_until = ? where id = ? and status = 'queued'", until, job_id)

/** Until then, what is sent again can be undone. */
export const holdAgainUntil = (tx: Tx, job_id: string, until: Time): number =>
  tx.run("update jobs set undo_until = ? where id = ? and status = 'sending'", until, job_id)

/** There is nothing to undo any more. */
export const endUndo = (tx: Tx, job_id: string): number =>
  tx.run('update jobs set undo_until = null where id = ?', job_id)

/**
 * Links are not sent again after all. A push that was `over` before they were ordered, and has come to nothing new since,
 * is over as it was: it ends when it ended, and nobody is told of it twice, since its state follows after its end.
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

/** Links of the push went out: the first time is kept, the note of a wait goes. */
export const noteSent = (tx: Tx, job_id: string, simulated: number): number =>
  tx.run(
    'update jobs set sent_at = coalesce(sent_at, ?), simulated = max(simulated, ?), note = null where id = ?',
    tx.now,
    simulated,
    job_id,
  )

/** It is called off from here on; until it is finished, links of it are still to be settled. */
export const cancel = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'cancelled', note = null, updated_at = ? where id = ?", tx.now, job_id)

/** Whether it was called off, and links of it are still to be settled. */
export const isBeingCancelled = (tx: ReadTx, job_id: string): boolean =>
  tx.row("select 1 from jobs where id = ? and status = 'cancelled' and finished_at is null", job_id) !== null

/** A job that was called off: every link is settled, or on its way. */
export const finishCancel = (tx: Tx, job_id: string): number =>
  tx.run(
    "update jobs set finished_at = ? where id = ? and status = 'cancelled' and finished_at is null",
    tx.now,
    job_id,
  )

/** Failed links are sent again: a push that was over goes on. */
export const resumeSending = (tx: Tx, job_id: string): number =>
  tx.run(
    "update jobs set status = 'sending', finished_at = null where id = ? and status in ('watching', 'done')",
    job_id,
  )

/** More looks were ordered: a check that was over goes on. */
export const resumeChecking = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'checking', finished_at = null where id = ?", job_id)

/** A check is done with its last look. */
export const finishCheck = (tx: Tx, job_id: string): number =>
  tx.run(
    `update jobs set status = 'done', finished_at = ? where id = ? and type = 'check' and status = 'checking'
     and not exists (select 1 from looks where job_id = jobs.id and state <> 'done')`,
    tx.now,
    job_id,
  )

export const markSimulated = (tx: Tx, ids: readonly string[]): number =>
  tx.run(`update jobs set simulated = 1 where simulated = 0 and id ${IN}`, JSON.stringify(ids))

/** The job is gone for everybody; its rows are removed in steps (`purgeDeletedJobs`). */
export const markDeleted = (tx: Tx, job_id: string): number =>
  tx.run('update jobs set deleted_at = ? where id = ?', tx.now, job_id)

export const renameJob = (
  tx: Tx,
  job_id: string,
  { name, recheck_days }: { name: string; recheck_days: number },
): number =>
  tx.run('update jobs set name = ?, recheck_days = ?, updated_at = ? where id = ?', name, recheck_days, tx.now, job_id)

// ---- What a job waits for -----------------------------------------------------------------------------------------

/** Says why the links of a push wait for their supplier. */
export const noteWaitingToSend = (tx: Tx, job_id: string, why: string): number =>
  tx.run("update jobs set note = ? where id = ? and status = 'sending' and note is not ?", why, job_id, why)

const LOOKS_WAIT = 'Looks wait'

/** Says what the looks of these jobs wait for; any other note stands. */
export const noteWaitingLooks = (tx: Tx, ids: readonly string[], why: string): number =>
  tx.run(
    `update jobs set note = ?1 where note is not ?1 and (note is null or note glob '${LOOKS_WAIT}*')
     and id in (select value from json_each(?2))`,
    `${LOOKS_WAIT} ${why}`,
    JSON.stringify(ids),
  )

/** Their looks go on. */
export const clearWaitingLooks = (tx: Tx, ids: readonly string[]): number =>
  tx.run(`update jobs set note = null where note glob '${LOOKS_WAIT}*' and id ${IN}`, JSON.stringify(ids))

const PAUSED = 'The workspace is archived: what was not sent yet waits until it is restored.'

/** Pushes whose links go out now (they are due, or were being put into a batch), as SQL: not those that wait until their workspace is restored. */
const GOING = `status = 'sending' and deleted_at is null and paused_since is null
  and (exists (select 1 from links where job_id = jobs.id and due_at <= ?1)
    or exists (select 1 from batches where job_id = jobs.id and state = 'planned' and next_attempt_at is null))`

/** Pushes with links that are due in the workspaces that `archived` (SQL) names wait from now on. */
export const pauseDue = (tx: Tx, archived: string): number =>
  tx.run(
    `update jobs set paused_since = ?1, note = '${PAUSED}' where id in
     (select id from jobs where tenant_id in ${archived} and ${GOING})`,
    tx.now,
  )

/** The next pushes behind `after` with links that are due, in the order they were made. */
export const pushesDue = (tx: Tx, after: string, limit: number): { job_id: string; tenant_id: string }[] =>
  tx.rows(
    `select id as job_id, tenant_id from jobs where id > ?2 and ${GOING} order by id limit ?3`,
    tx.now,
    after,
    limit,
  )

export const isGoing = (tx: Tx, job_id: string): boolean =>
  tx.row(`select 1 from jobs where id = ?2 and ${GOING}`, tx.now, job_id) !== null

export type Paused = {
  id: string
  first_link: number
  last_link: number
  paused_since: string
  resumed_at: string | null
  resumed_link: number
}

/** A push that waits, and whose workspace is none of those that `archived` (SQL) names; or that is on its way back already. */
export const pausedNoMore = (tx: Tx, archived: string): Paused | null =>
  tx.row(
    `select id, first_link, last_link, paused_since, resumed_at, resumed_link from jobs
     where paused_since is not null and (resumed_at is not null or tenant_id not in ${archived}) limit 1`,
  )

/** Its days move from here on, by the time that it waited until now; those up to `link` have. */
export const resume = (tx: Tx, job_id: string, resumed_at: Time, link: number): number =>
  tx.run('update jobs set resumed_at = ?, resumed_link = ? where id = ?', resumed_at, link, job_id)

export const endPause = (tx: Tx, job_id: string): number =>
  tx.run('update jobs set paused_since = null, resumed_at = null, resumed_link = 0, note = null where id = ?', job_id)
