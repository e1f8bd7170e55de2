import { takeLooks } from '../checks/index.ts'
import { MINUTE, SECOND } from '../../kernel/clock.ts'
import { type Job, job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { advancePushes } from './advance.ts'
import { cancelJob } from '../../operations/jobs/cancel-job.ts'
import { retryJob } from '../../operations/jobs/retry-job.ts'
import { runBillingTick } from '../../operations/billing/run-billing-tick.ts'
import { sendUnindexed } from '../../operations/jobs/send-unindexed-to-indexer.ts'
import { submitIndexJob } from '../../operations/jobs/submit-index-job.ts'
import { syncJob } from '../../operations/jobs/sync-job.ts'
import { sendLinks } from './sending.ts'
import { settleLooks } from './settle-looks.ts'
import { planGuaranteeLooks } from './watching.ts'

export { Progress } from './shapes.ts'
export { progressOf } from './stages.ts'
export { type DayTally, dayTallies } from '../jobs/tally.ts'

export const operations: readonly AnyOperation[] = [
  submitIndexJob,
  cancelJob,
  retryJob,
  sendUnindexed,
  syncJob,
  runBillingTick,
]

export const advancePushesJob = job({
  name: 'advance_pushes',
  every: 5 * SECOND,
  summary: 'Screens new pushes, takes their snapshots, plans their sending.',
  run: advancePushes,
})

export const sendLinksJob = job({
  name: 'send_links',
  every: 5 * SECOND,
  summary: 'Orders links that are due from the crawl suppliers.',
  run: sendLinks,
})

export const recheckLinksJob = job({
  name: 'recheck_links',
  every: MINUTE,
  summary: 'Plans the guarantee looks of day 1, 3 and 7 that are due.',
  run: planGuaranteeLooks,
})

export const takeLooksJob = job({
  name: 'take_looks',
  every: 5 * SECOND,
  summary: 'Asks the check engines and settles what they saw.',
  run: (app, signal) => takeLooks(app, signal, (tx, looks) => settleLooks(app, tx, looks)),
})

export const jobs: readonly Job[] = [advancePushesJob, sendLinksJob, recheckLinksJob, takeLooksJob]
