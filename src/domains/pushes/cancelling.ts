import type { App } from '../../kernel/app.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'
import { inSteps, LINKS_A_STEP } from '../../kernel/steps.ts'
import { taskName } from '../../kernel/task.ts'
import { countUnasked, unaskedLooks, withdrawLooks } from '../checks/index.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, linkStates, refreshOutcome, unsentLinks } from '../jobs/index.ts'
import { dropPlanned, withholdPlanned } from '../providers/index.ts'

/** The task that settles what was left of jobs that were called off, when a kill came in between. */
export const SETTLE_CANCELLED = taskName('settle_cancelled')

/**
 * Calls a job off: from here on nothing of it is sent or looked at, in one short transaction. `settleCancelled` does the
 * rest. Returns how many links that concerns; with none the job is left as it is.
 */
export function callOff(tx: Tx, job: JobRow): number {
  const n = job.type === 'check' ? uncheckedLinks(tx, job) : unsentLinks.countUnsent(tx, job.id)
  if (n === 0) return 0
  withholdPlanned(tx, job.id)
  jobStates.cancel(tx, job.id)
  return n
}

/** The links of a check that are waiting for a look. */
const uncheckedLinks = (tx: Tx, { id, status }: JobRow): number =>
  countUnasked(tx, id) + (status === 'queued' ? linkStates.countUnplanned(tx, id) : 0)

/**
 * What is left of a job that was called off, in steps, each with its credits: its looks, its links, at last the check
 * credits of looks that were never planned.
 */
export async function settleCancelled({ db }: Pick<App, 'db'>, job: Cancelled, signal: AbortSignal): Promise<void> {
  await inSteps(db, signal, (tx, limit) => endLooks(tx, job, limit), LINKS_A_STEP)
  if (job.type === 'check') await inSteps(db, signal, (tx, limit) => linkStates.cancelUnplanned(tx, job.id, limit))
  else await inSteps(db, signal, (tx, limit) => cancelLinks(tx, job, limit), LINKS_A_STEP)
  if (signal.aborted) return
  // Both read every link of the job: a turn each.
  db.write((tx) => void dropPlanned(tx, job.id))
  await pause()
  db.write((tx) => {
    if (jobStates.finishCancel(tx, job.id) === 0) return null
    refundUnplanned(tx, job.id)
    refreshOutcome(tx, job.id)
    return null
  })
}

type Cancelled = Pick<JobRow, 'id' | 'tenant_id' | 'type'>

/** Goes on where a kill came in between. Returns how many jobs that were. */
export async function settleAllCancelled(app: Pick<App, 'db'>, signal: AbortSignal): Promise<number> {
  const jobs = app.db.read(unfinished)
  for (const job of jobs) await settleCancelled(app, job, signal)
  return jobs.length
}

const unfinished = (tx: ReadTx): Cancelled[] =>
  tx.rows(
    "select id, tenant_id, type from jobs where status = 'cancelled' and finished_at is null order by id limit 100",
  )

function cancelLinks(tx: Tx, { id, tenant_id }: Cancelled, limit: number): number {
  const n = unsentLinks.cancelUnsent(tx, id, limit)
  const note = `${n} cancelled before they were sent`
  if (n > 0) release(tx, { tenant_id, kind: 'index', amount: n, reason: 'refund', job_id: id, note })
  return n
}

/** Looks that no call was made for end here, and their check credits come back; the others are on their way. */
function endLooks(tx: Tx, { id, type }: Cancelled, limit: number): number {
  const waiting = unaskedLooks(tx, id, limit)
  withdrawLooks(tx, waiting, 'The job was cancelled.')
  // Links that were looked at before keep what was seen.
  const links = waiting.map(({ link_id }) => link_id)
  if (type === 'check') linkStates.cancelChecks(tx, links)
  return waiting.length
}

/** Check credits that the job set aside for looks that were never planned (it was cancelled during the pre-flight). */
function refundUnplanned(tx: Tx, job_id: string): void {
  const reserved = tx.row<{ tenant_id: string; amount: number }>(
    `select tenant_id, reserved - used - returned
       - (select coalesce(sum(credits), 0) from looks where job_id = r.job_id and state <> 'done') as amount
     from reservations r where job_id = ? and kind = 'check'`,
    job_id,
  )
  if (!reserved || reserved.amount === 0) return
  const note = 'cancelled before it was checked'
  release(tx, { ...reserved, kind: 'check', reason: 'refund', job_id, note })
}
