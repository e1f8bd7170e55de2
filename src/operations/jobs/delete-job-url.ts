import Type from 'typebox'
import { pendingOf } from '../../domains/credits/index.ts'
import { findLink, isFinished, JobId, linkStates, refreshOutcome } from '../../domains/jobs/index.ts'
import { conflict } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'

export const deleteJobUrl = write({
  name: 'delete_job_url',
  route: 'DELETE /jobs/{id}/urls/{uid}',
  role: 'member',
  tool: {
    when: 'to take a link out of a job that is done or cancelled',
    returns: '`deleted`',
    next: 'list_job_urls',
    inputs: { uid: '`uid` of the link, from list_job_urls' },
  },
  summary: 'Remove one link from a finished job. No credit moves.',
  input: Type.Object({ id: JobId, uid: Type.Integer({ title: 'Link', minimum: 1 }) }),
  output: Type.Object({ uid: Type.Integer(), deleted: Type.Boolean() }),
  example: { id: 'job_settled', uid: 9001 },
  faults: ['conflict'],
  subject: (tx, caller, { id, uid }) => findLink(tx, caller, id!, uid!),

  handle({ tx, subject: { job, link }, changed }) {
    if (!isFinished(job))
      throw conflict(`The job is still ${job.status}. Its links can be removed once it is done or cancelled.`)
    if (link.credit === 'reserved')
      throw conflict('The link is still under the guarantee. It can be removed once its credit is settled.')
    if (pendingOf(tx, job.id).check > 0)
      throw conflict('The links of this job are being looked at. They can be removed once that is done.')
    linkStates.removeLink(tx, link.id)
    refreshOutcome(tx, job.id)
    changed({ tenant_id: job.tenant_id, target: `${job.id}/${link.id}`, before: { url: link.url, state: link.state } })
    return { uid: link.id, deleted: true }
  },
})
