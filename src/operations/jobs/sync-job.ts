import Type from 'typebox'
import { findJob, Job, JobId, readJob } from '../../domains/jobs/index.ts'
import { syncBatches } from '../../domains/providers/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const syncJob = outbound({
  name: 'sync_job',
  route: 'POST /jobs/{id}/sync',
  role: null,
  harmless: true,
  summary: "Fetch the crawl supplier's own report of this job. No credit moves.",
  input: Type.Object({ id: JobId }),
  output: Type.Object({ ...Job.properties, batches: Type.Integer({ description: 'Batches that were refreshed' }) }),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  async handle({ app, subject, signal, read }) {
    const batches = await syncBatches(app, signal, { job_id: subject.id })
    return { ...read((tx) => readJob(tx, subject.id)), batches }
  },
})
