import Type from 'typebox'
import { pendingOf } from '../../domains/credits/index.ts'
import { findLink, isFinished, JobId, linkStates, refreshOutcome } from '../../domains/jobs/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { MOST } from '../../kernel/operation/shape.ts'

export const deleteJobUrl = write({
  name: 'delete_job_url',
  route: 'DELETE /jobs/{id}/urls/{uid}',
  role: 'member',
  proof: false,
  tool: {
    when: 'to remove a link from a job that is done or cancelled',
    returns: '`deleted`',
    next: 'list_job_urls',
    inputs: { uid: '`uid` of the link, from list_job_urls' },
  },
  summary: 'Remove one link from a finished job. No credit moves.',
  input: Type.Object({ id: JobId, uid: Type.Integer({ title: 'Link', minimum: 1, maximum: MOST }) }),
  output: Type.Object({ uid: Type.Integer(), deleted: Type.Boolean() }),
  example: { id: 'job_settled', uid: 9001 },
  faults: ['conflict'],
  subject: (tx, caller, { id, uid }) => findLink(tx, caller, id!, uid!),

  handle({ tx, subject: { job, link }, changed }) {
    if (!isFinished(job))
      throw conflict(`The job is still ${job.status}. Remove its links once it is done or cancelled.`)
    if (link.credit === 'reserved')
      throw conflict('The link is still under the guarantee. Remove it once its credit is used or refunded.')
    if (pendingOf(tx, job.id).check > 0)
      throw conflict('The links of this job are being checked. Remove them once the checks are done.')
    linkStates.removeLink(tx, link.id)
    refreshOutcome(tx, job.id)
    changed({ tenant_id: job.tenant_id, target: `${job.id}/${link.id}`, before: { url: link.url, state: link.state } })
    return { uid: link.id, deleted: true }
  },
})
