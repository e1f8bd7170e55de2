import { MINUTE } from '../../kernel/clock.ts'
import { type Job, job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { getJobStatus } from '../../operations/jobs/get-job-status.ts'
import { shareJobReport } from '../../operations/jobs/share-job-report.ts'
import { unshareJobReport } from '../../operations/jobs/unshare-job-report.ts'
import { purgeDeletedJobs } from '../jobs/purge.ts'

export { readDashboard } from './dashboard.ts'
export { readReport } from './report.ts'
export { ADDRESSES, jobOfReport, pathOfReport } from './share.ts'

export const operations: readonly AnyOperation[] = [getJobStatus, shareJobReport, unshareJobReport]

export const purgeDeletedJobsJob = job({
  name: 'purge_deleted_jobs',
  every: 10 * MINUTE,
  summary: 'Removes the rows of deleted jobs.',
  run: purgeDeletedJobs,
})

export const jobs: readonly Job[] = [purgeDeletedJobsJob]
