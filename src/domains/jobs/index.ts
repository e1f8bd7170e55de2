import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { deleteJob } from '../../operations/jobs/delete-job.ts'
import { deleteJobUrl } from '../../operations/jobs/delete-job-url.ts'
import { listJobUrls } from '../../operations/jobs/list-job-urls.ts'
import { listJobs } from '../../operations/jobs/list-jobs.ts'
import { updateJob } from '../../operations/jobs/update-job.ts'

export { createJob, jobName } from './create-job.ts'
export { findJob, isFinished, linksOf } from './find.ts'
export { outcomeOf, refreshOutcome } from './outcome.ts'
export { countJobs, waitingPushes } from './overview.ts'
export { readJob } from './read-job.ts'
export * from './shapes.ts'
export type { JobRow } from './tables.ts'

export const operations: readonly AnyOperation[] = [listJobs, listJobUrls, updateJob, deleteJob, deleteJobUrl]

export const jobs: readonly Job[] = []
