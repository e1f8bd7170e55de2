import Type from 'typebox'
import { type LookRow, withdrawLooks } from '../../domains/checks/index.ts'
import { release } from '../../domains/credits/index.ts'
import {
  findJob,
  isFinished,
  JOB_TOLD,
  Job,
  JobId,
  type JobRow,
  jobStates,
  linkStates,
  readJob,
  refreshOutcome,
} from '../../domains/jobs/index.ts'
import { dropPlanned } from '../../domains/providers/index.ts'
import type { Tx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'

export const cancelJob = write({
  name: 'cancel_job',
  route: 'POST /jobs/{id}/cancel',
  role: 'member',
  tool: {
    when: 'to stop a push or a check under way',
    returns: 'the job, and how many links were `cancelled`',
    next: 'get_credits shows what came back',
    brief: JOB_TOLD,
  },
  summary:
    'Cancel what has not been sent yet. Credits of unsent links come back; links already sent stay under the guarantee.',
  input: Type.Object({ id: JobId }),
  output: Type.Object({ ...Job.properties, cancelled: Type.Integer({ description: 'Links that will not be sent' }) }),
  example: { id: 'job_drip' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject, changed }) {
    if (isFinished(subject)) throw conflict(`The job is ${subject.status} already.`)
    if (subject.status === 'watching') throw conflict('Every link has been sent; there is nothing left to cancel.')
    const cancelled = subject.type === 'check' ? cancelCheck(tx, subject) : cancelPush(tx, subject)
    if (cancelled === 0) throw conflict('Every link is with the supplier already; there is nothing left to cancel.')
    jobStates.cancel(tx, subject.id)
    refreshOutcome(tx, subject.id)
    changed({
      tenant_id: subject.tenant_id,
      before: { status: subject.status },
      after: { status: 'cancelled', cancelled },
    })
    return { ...readJob(tx, subject.id), cancelled }
  },
})

function cancelPush(tx: Tx, { id, tenant_id }: JobRow): number {
  const n = linkStates.cancelUnsent(tx, id)
  if (n === 0) return 0
  dropPlanned(tx, id)
  release(tx, {
    tenant_id,
    kind: 'index',
    amount: n,
    reason: 'refund',
    job_id: id,
    note: `${n} cancelled before they were sent`,
  })
  refundChecks(tx, id)
  return n
}

/** Looks that no call was made for end here, and their check credits come back; the others are on their way. */
function refundChecks(tx: Tx, job_id: string): LookRow[] {
  const waiting = tx.rows<LookRow>(
    "select * from looks where job_id = ? and state = 'queued' and purpose in ('before', 'check')",
    job_id,
  )
  withdrawLooks(tx, waiting, 'The job was cancelled.')
  const reserved = reservedForLooks(tx, job_id)
  if (reserved.amount > 0)
    release(tx, {
      tenant_id: reserved.tenant_id,
      kind: 'check',
      amount: reserved.amount,
      reason: 'refund',
      job_id,
      note: 'cancelled before it was checked',
    })
  return waiting
}

/** Check credits that the job set aside for looks that were never planned (it was cancelled during the pre-flight). */
function reservedForLooks(tx: Tx, job_id: string): { tenant_id: string; amount: number } {
  return (
    tx.row<{ tenant_id: string; amount: number }>(
      `select tenant_id, reserved - used - returned
         - (select coalesce(sum(credits), 0) from looks where job_id = r.job_id and state <> 'done') as amount
       from reservations r where job_id = ? and kind = 'check'`,
      job_id,
    ) ?? { tenant_id: '', amount: 0 }
  )
}

/** Links that were looked at before keep what was seen. */
function cancelCheck(tx: Tx, { id, status }: JobRow): number {
  const ended = refundChecks(tx, id)
  linkStates.cancelChecks(
    tx,
    ended.map((look) => look.link_id),
  )
  if (status !== 'queued') return ended.length
  return ended.length + linkStates.cancelUnplanned(tx, id)
}
