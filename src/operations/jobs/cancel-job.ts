import Type from 'typebox'
import { findJob, isFinished, JOB_TOLD, Job, JobId, type JobRow, readJob } from '../../domains/jobs/index.ts'
import { callOff, settleCancelled, takeBackAgain } from '../../domains/pushes/index.ts'
import type { Tx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import { outbound } from '../../kernel/operation.ts'

export const cancelJob = outbound({
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
  input: Type.Object({
    id: JobId,
    only: Type.Optional(
      Type.Enum(['retried'], {
        description:
          'Takes back what a page has ordered again less than ten seconds ago, and nothing else; 409 when it has begun. All of the job unless given',
      }),
    ),
  }),
  output: Type.Object({ ...Job.properties, cancelled: Type.Integer({ description: 'Links that will not be sent' }) }),
  example: { id: 'job_drip' },
  faults: ['conflict'],
  local: true,
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  async handle({ app, caller, subject, read, write, changed }, { only }) {
    const cancelled = write((tx) => {
      const job = findJob(tx, caller, subject.id)
      const cancelled = only ? takeBackOrRefuse(tx, job) : callOffOrRefuse(tx, job)
      const { status } = readJob(tx, job.id)
      changed({ tenant_id: job.tenant_id, before: { status: job.status }, after: { status, cancelled } })
      return cancelled
    })
    // Whoever asked may have gone: what was begun is finished all the same.
    if (!only) await settleCancelled(app, subject, new AbortController().signal)
    return { ...read((tx) => readJob(tx, subject.id)), cancelled }
  },
})

function callOffOrRefuse(tx: Tx, job: JobRow): number {
  if (isFinished(job)) throw conflict(`The job is ${job.status} already.`)
  if (job.status === 'watching') throw conflict('Every link has been sent; there is nothing left to cancel.')
  const n = callOff(tx, job)
  if (n === 0) throw conflict('Every link is with the supplier already; there is nothing left to cancel.')
  return n
}

function takeBackOrRefuse(tx: Tx, job: JobRow): number {
  const n = takeBackAgain(tx, job)
  if (n === 0) throw conflict('Nothing of this job waits to be sent again any more.')
  return n
}
