import Type from 'typebox'
import { Bill, billOf, reserve } from '../../domains/credits/index.ts'
import {
  findJob,
  JOB_TOLD,
  Job,
  JobId,
  jobStates,
  readJob,
  refreshOutcome,
  unsentLinks,
} from '../../domains/jobs/index.ts'
import { assertCrawlRoute, SEND_LINKS } from '../../domains/providers/index.ts'
import { Mode } from '../../domains/pushes/index.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'
import { spendingInput } from '../../kernel/operation/spending.ts'

const NONE_FAILED =
  'No link of this job has failed. Push sent links that are not seen again with POST /jobs/{id}/send-unindexed, and flagged ones as a new push with push_anyway (POST /jobs).'

export const retryJob = write({
  name: 'retry_job',
  route: 'POST /jobs/{id}/retry',
  role: 'member',
  tool: {
    when: 'when get_job_status shows links as failed',
    costs: '1 index credit a failed link, under the same guarantee.',
    returns: 'the job, and how many were `retried`',
    next: 'get_job_status',
    reaches_out: true,
    brief: [...JOB_TOLD, 'bill'],
  },
  summary: 'Push failed links again. Each reserves an index credit again.',
  input: Type.Object({ id: JobId, mode: Defaulted(Mode, 'standard'), ...spendingInput }),
  output: Type.Object({ ...Job.properties, retried: Type.Integer(), bill: Bill }),
  example: { id: 'job_failed' },
  faults: ['conflict', 'insufficient_credits', 'daily_cap'],
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, app, caller, subject: job, changed }) {
    if (job.type !== 'index') throw conflict('This is a check job. Order it again with POST /jobs/{id}/check.')
    if (job.status === 'cancelled')
      throw conflict('The push was cancelled. Push the links again as a new one: POST /jobs.')
    const n = tx.number("select count(*) from links where job_id = ? and state = 'failed'", job.id)
    if (n === 0) throw conflict(NONE_FAILED)
    assertInUse(tx, job.tenant_id)
    assertCrawlRoute(tx)
    const lines = reserve(tx, caller, {
      tenant_id: job.tenant_id,
      kind: 'index',
      amount: n,
      job_id: job.id,
      note: 'retry',
    })
    unsentLinks.scheduleFailed(tx, job.id)
    jobStates.resumeSending(tx, job.id)
    refreshOutcome(tx, job.id)
    changed({ tenant_id: job.tenant_id, after: { retried: n } })
    tx.afterCommit(() => app.wake(SEND_LINKS))
    return { ...readJob(tx, job.id), retried: n, bill: billOf(tx, job.tenant_id, lines) }
  },
})
