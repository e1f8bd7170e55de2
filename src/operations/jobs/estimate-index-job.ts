import { estimateOf } from '../../kernel/operation/estimate.ts'
import { submitIndexJob } from './submit-index-job.ts'

export const estimateIndexJob = estimateOf(submitIndexJob, {
  name: 'estimate_index_job',
  instead: 'submit_index_job with `estimate`',
})
