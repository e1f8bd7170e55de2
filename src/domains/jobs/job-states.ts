import type { Tx } from '../../kernel/database.ts'
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

/** Links of the push went out: the first time is kept, the note of a wait goes. */
export const noteSent = (tx: Tx, job_id: string, simulated: number): number =>
  tx.run(
    'update jobs set sent_at = coalesce(sent_at, ?), simulated = max(simulated, ?), note = null where id = ?',
    tx.now,
    simulated,
    job_id,
  )

export const cancel = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'cancelled', note = null, finished_at = ? where id = ?", tx.now, job_id)

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

/** Pushes with links that are due in the workspaces that `archived` (SQL) names wait from now on. */
export const pauseDue = (tx: Tx, archived: string): number =>
  tx.run(
    `update jobs set paused_since = ?1, note = '${PAUSED}' where paused_since is null and tenant_id in ${archived} and id in
     (select job_id from links where due_at <= ?1 and state = 'scheduled' and batch_id is null)`,
    tx.now,
  )

export const endPause = (tx: Tx, job_id: string): number =>
  tx.run('update jobs set paused_since = null, note = null where id = ?', job_id)
