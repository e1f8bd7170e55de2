/** Pushing again what a job did not see. */
import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { estimateSendUnindexed } from '../../src/operations/jobs/estimate-send-unindexed.ts'
import { getJobStatus } from '../../src/operations/jobs/get-job-status.ts'
import { getJobSummary } from '../../src/operations/jobs/get-job-summary.ts'
import { sendUnindexed } from '../../src/operations/jobs/send-unindexed-to-indexer.ts'
import { many } from '../parts/text/format.ts'
import { jobHref } from './shapes.ts'

/** How many links that pushes, which the question before it promises; a refusal where there are none. */
export async function unseenToPush(call: SignedInCall): Promise<number> {
  const { unseen } = await call.call(getJobSummary, { id: call.params.id })
  // An estimate of nothing is refused with the reason.
  if (unseen === 0) await call.call(estimateSendUnindexed, { id: call.params.id })
  return unseen
}

/** Orders it as a new job. Where the purse does not hold it, New push has the list and what can be done. */
export async function pushUnseen(call: SignedInCall, then: string): Promise<Response> {
  const { id } = call.params
  try {
    const made = await call.call(sendUnindexed, { id, delay_s: PAGE_DELAY_S })
    return goTo(jobHref(call.base, made), { text: `${many(made.accepted, 'link')} ${then}.` })
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'insufficient_credits') throw error
    const job = await call.call(getJobStatus, { id, url_limit: 0 })
    return goTo(`${call.base}/push?${new URLSearchParams({ unseen: job.id, tenant_id: job.tenant_id })}`)
  }
}
