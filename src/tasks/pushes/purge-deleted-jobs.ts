import { LOOKS_OF_JOBS } from '../../domains/checks/index.ts'
import { PINGS_OF_JOBS } from '../../domains/indexnow/index.ts'
import { PURGE_DELETED_JOBS, purgeDeletedJobs } from '../../domains/jobs/index.ts'
import { BLOCKS_OF_JOBS } from '../../domains/links/index.ts'
import { BATCHES_OF_JOBS } from '../../domains/providers/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const purgeDeletedJobsTask = task({
  name: PURGE_DELETED_JOBS,
  every: 10 * MINUTE,
  summary: 'Removes the rows of deleted jobs.',
  run: (app, signal) => purgeDeletedJobs(app, [BATCHES_OF_JOBS, LOOKS_OF_JOBS, PINGS_OF_JOBS, BLOCKS_OF_JOBS], signal),
})
