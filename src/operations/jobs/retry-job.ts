import Type from 'typebox'
import { Bill } from '../../domains/credits/index.ts'
import { findWrittenJob, JOB_FIELDS, Job, JobId, readJob } from '../../domains/jobs/index.ts'
import { DelaySeconds, Mode, planRetry, retryFailed, writeRetries } from '../../domains/pushes/index.ts'
import { estimateOf } from '../../kernel/operation/estimate.ts'
import { order } from '../../kernel/operation/operation.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'
import { spendingInput } from '../../kernel/operation/spending.ts'

export const retryJob = order({
  name: 'retry_job',
  route: 'POST /jobs/{id}/retry',
  role: 'member',
  tool: {
    when: 'when get_job_status shows links as failed',
    costs: '1 index credit a failed link, under the same guarantee.',
    returns: 'the job, and how many were `retried`',
    next: 'get_job_status',
    hides: ['delay_s'],
    reaches_out: true,
    brief: [...JOB_FIELDS, 'bill'],
  },
  summary: 'Push failed links again. Each reserves an index credit again.',
  input: Type.Object({ id: JobId, mode: Defaulted(Mode, 'standard'), delay_s: DelaySeconds, ...spendingInput }),
  output: Type.Object({ ...Job.properties, retried: Type.Integer(), bill: Bill }),
  example: { id: 'job_failed' },
  faults: ['conflict', 'insufficient_credits', 'daily_cap'],
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  plan: ({ tx, caller, subject }, input) => planRetry(tx, caller, subject, input),

  handle({ tx, app, caller, subject: job, plan, changed }, { delay_s = 0 }) {
    const { retried, bill } = retryFailed(tx, app, caller, job, plan, delay_s)
    changed({ tenant_id: job.tenant_id, after: { retried } })
    return { ...readJob(tx, job.id), retried, bill }
  },

  after: writeRetries,
})

export const estimateRetry = estimateOf(retryJob, { name: 'estimate_retry', instead: 'retry_job with `estimate`' })
