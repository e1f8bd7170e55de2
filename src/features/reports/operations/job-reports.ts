import Type from 'typebox'
import { findJob, JobId } from '../../../domains/jobs/index.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { SecretOnce } from '../../../kernel/operation/shape.ts'
import { reportUrl, shareReport, stopSharing } from '../pushes/shared-job-reports.ts'

export const shareJobReport = write({
  name: 'share_job_report',
  route: 'POST /jobs/{id}/share',
  role: 'member',
  tool: {
    when: 'to show a client the result of a job',
    returns: '`url`, which anyone can open',
    next: 'give the address to the person',
  },
  summary: 'Create or return the link to a report of this job for the client. Anyone with the link can read it.',
  input: Type.Object({ id: JobId }),
  output: Type.Object({ id: Type.String({ description: 'The job' }), url: SecretOnce('Address of the report') }),
  example: { id: 'job_settled' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, app, subject, changed }) {
    const before = { shared: reportUrl(tx, app, subject.id) !== null }
    changed({ tenant_id: subject.tenant_id, before, after: { shared: true } })
    return { id: subject.id, url: shareReport(tx, app, subject.id) }
  },
})

export const unshareJobReport = write({
  name: 'unshare_job_report',
  route: 'DELETE /jobs/{id}/share',
  role: 'member',
  summary: 'Stop sharing the report: its link then says "no longer shared".',
  input: Type.Object({ id: JobId }),
  output: Type.Object({ id: Type.String(), stopped: Type.Boolean({ description: 'False when it was not shared' }) }),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject, changed }) {
    const stopped = stopSharing(tx, subject.id)
    changed({ tenant_id: subject.tenant_id, before: { shared: stopped }, after: { shared: false } })
    return { id: subject.id, stopped }
  },
})
