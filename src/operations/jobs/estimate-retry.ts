import { estimateOf } from '../../kernel/operation/estimate.ts'
import { retryJob } from './retry-job.ts'

export const estimateRetry = estimateOf(retryJob, { name: 'estimate_retry', instead: 'retry_job with `estimate`' })
