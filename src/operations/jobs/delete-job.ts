import Type from 'typebox'
import { pendingOf } from '../../domains/credits/index.ts'
import {
  findWrittenJob,
  isFinished,
  JobId,
  type JobRow,
  jobStates,
  PURGE_DELETED_JOBS,
} from '../../domains/jobs/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { counted } from '../../kernel/operation/wording.ts'

export const deleteJob = write({
  name: 'delete_job',
  route: 'DELETE /jobs/{id}',
  role: 'admin',
  proof: false,
  tool: { when: 'to remove a job that is done or cancelled, for good', returns: '`deleted`', next: 'list_jobs' },
  summary: 'Delete a finished job. No credit moves; the ledger keeps its entries.',
  description: 'The job is gone at once; its rows are removed in the background.',
  input: Type.Object({ id: JobId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'job_settled' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  handle({ tx, app, subject, changed }) {
    if (!isFinished(subject)) throw conflict(`The job is still ${subject.status}. ${wayOut(subject)}`)
    const pending = pendingOf(tx, subject.id)
    if (pending.index > 0)
      throw conflict(
        `${counted(pending.index, 'link')} of this job ${pending.index === 1 ? 'is' : 'are'} still under the guarantee. It can be deleted once every credit is settled.`,
      )
    if (pending.check > 0)
      throw conflict(
        `Its links are being checked, for ${counted(pending.check, 'check credit')}. Delete the job once the checks are done.`,
      )
    jobStates.markDeleted(tx, subject.id)
    changed({ tenant_id: subject.tenant_id, before: { name: subject.name, links: subject.link_count } })
    tx.afterCommit(() => app.wake(PURGE_DELETED_JOBS))
    return { id: subject.id, deleted: true }
  },
})

/** Sent links are watched to the end; before that a job can be cancelled. */
const wayOut = ({ status }: JobRow): string =>
  status === 'watching'
    ? 'Its links are under the guarantee until day 7; it can be deleted then.'
    : 'Cancel it first (POST /jobs/{id}/cancel), or wait until it is done.'
