import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { inSteps, LINKS_A_STEP } from '../../kernel/scheduling/steps.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { countUnasked, unaskedLooks, withdrawLooks } from '../checks/index.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, linkStates, refreshOutcome, unsentLinks } from '../jobs/index.ts'
import { dropPlanned, withholdPlanned } from '../providers/index.ts'

/** The task that finishes cancelled jobs after a restart. */
export const SETTLE_CANCELLED = taskName('settle_cancelled')

/**
 * Cancels a job in one short transaction: from now on none of its links are sent or checked. `settleCancelled` does the
 * rest. Returns how many links that concerns; with 0 the job stays as it is.
 */
export function markCancelled(tx: Tx, job: JobRow): number {
  const n = countCancelled(tx, job)
  if (n === 0) return 0
  withholdPlanned(tx, job.id)
  jobStates.cancel(tx, job.id)
  return n
}

/** How many links a cancel of the whole job concerns. */
export const countCancelled = (tx: ReadTx, job: JobRow): number =>
  job.type === 'check' ? uncheckedLinks(tx, job) : unsentLinks.countUnsent(tx, job.id)

/** Links of a check job that wait for their check. */
const uncheckedLinks = (tx: ReadTx, { id, status }: JobRow): number =>
  countUnasked(tx, id) + (status === 'queued' ? linkStates.countUnplanned(tx, id) : 0)

/** Settles a cancelled job in steps, each with its credits: checks, links, then checks that were never planned. */
export async function settleCancelled({ db }: Pick<App, 'db'>, job: Cancelled, signal: AbortSignal): Promise<void> {
  await inSteps(db, signal, (tx, limit) => withdrawJobChecks(tx, job, limit), LINKS_A_STEP)
  if (job.type === 'check') await inSteps(db, signal, (tx, limit) => linkStates.cancelUnplanned(tx, job.id, limit))
  else await inSteps(db, signal, (tx, limit) => cancelLinks(tx, job, limit), LINKS_A_STEP)
  if (signal.aborted) return
  // Each of the two reads every link of the job, so each has a transaction of its own.
  db.write((tx) => void dropPlanned(tx, job.id))
  await pause()
  db.write((tx) => {
    if (jobStates.finishCancel(tx, job.id) === 0) return null
    refundUnplanned(tx, job.id)
    refreshOutcome(tx, job.id)
    return null
  })
}

type Cancelled = Pick<JobRow, 'id' | 'type'>

/** Settles every cancelled job that a restart interrupted. Returns how many. */
export async function settleAllCancelled(app: Pick<App, 'db'>, signal: AbortSignal): Promise<number> {
  const jobs = app.db.read(unfinished)
  for (const job of jobs) await settleCancelled(app, job, signal)
  return jobs.length
}

const unfinished = (tx: ReadTx): Cancelled[] =>
  tx.rows("select id, type from jobs where status = 'cancelled' and finished_at is null order by id limit 100")

function cancelLinks(tx: Tx, { id }: Cancelled, limit: number): number {
  const n = unsentLinks.cancelUnsent(tx, id, limit)
  const note = `${n} cancelled before they were sent`
  if (n > 0) release(tx, { kind: 'index', amount: n, reason: 'refund', job_id: id, note })
  return n
}

/** Ends checks without a call and refunds their check credits; the others are already paid for. */
function withdrawJobChecks(tx: Tx, { id, type }: Cancelled, limit: number): number {
  const waiting = unaskedLooks(tx, id, limit)
  withdrawLooks(tx, waiting, 'The job was cancelled.')
  // A link with an earlier result keeps it.
  const links = waiting.map(({ link_id }) => link_id)
  if (type === 'check') linkStates.cancelChecks(tx, links)
  return waiting.length
}

/** Refunds check credits of checks that were never planned, when a job is cancelled during the pre-flight. */
function refundUnplanned(tx: Tx, job_id: string): void {
  const reserved = tx.row<{ amount: number }>(
    `select reserved - used - returned
       - (select coalesce(sum(credits), 0) from looks where job_id = r.job_id and state <> 'done')
       - (select coalesce(sum(check_credits), 0) from order_slices where job_id = r.job_id) as amount
     from reservations r where job_id = ? and kind = 'check'`,
    job_id,
  )
  if (!reserved || reserved.amount === 0) return
  const note = 'cancelled before it was checked'
  release(tx, { ...reserved, kind: 'check', reason: 'refund', job_id, note })
}
