import Type from 'typebox'
import { findJob, JobId } from '../../domains/jobs/index.ts'
import { stopSharing } from '../../domains/reports/index.ts'
import { write } from '../../kernel/operation/operation.ts'

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
