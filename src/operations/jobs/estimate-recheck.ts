import { estimateOf } from '../../kernel/operation/estimate.ts'
import { recheckJob } from './recheck-job.ts'

export const estimateRecheck = estimateOf(recheckJob, {
  name: 'estimate_recheck',
  instead: 'check_index with `job_id` and `estimate`',
})
