/** Failed links of a push are sent again, each against a new index credit. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { text } from '../../kernel/language/say.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { type Bill, billOf, planOf, reserve } from '../credits/index.ts'
import {
  type JobRow,
  jobStates,
  refreshOutcome,
  sendFailedAgain,
  unsentLinks,
  writeUnwrittenRetries,
} from '../jobs/index.ts'
import { assertCrawlRoute, SEND_LINKS } from '../providers/index.ts'
import { startOf } from './submission.ts'

const NONE_FAILED =
  'No link of this job has failed. Use POST /jobs/{id}/send-unindexed to push links that are not indexed, and a new push with push_anyway (POST /jobs) for flagged links.'

type RetryPlan = ReturnType<typeof planRetry>

/** Refuses links that cannot be sent again, and estimates the rest. */
export function planRetry(tx: ReadTx, caller: Caller, job: JobRow, limit: { max_credits?: number }) {
  if (job.type !== 'index') throw conflict('This is a check job. Order it again with POST /jobs/{id}/check.')
  if (job.status === 'cancelled')
    throw conflict(text('The push was cancelled. Push the links again as a new one: POST /jobs.'))
  const amount = unsentLinks.countFailed(tx, job.id)
  if (amount === 0) throw conflict(NONE_FAILED)
  assertInUse(tx, job.tenant_id)
  assertCrawlRoute(tx)
  return planOf(tx, caller, [{ tenant_id: job.tenant_id, kind: 'index' as const, amount }], limit)
}

/** Carries out the plan, in the transaction that made it; of a large one `writeRetries` writes the rest. */
export function retryFailed(
  tx: Tx,
  app: Pick<Install, 'wake'>,
  caller: Caller,
  { id, tenant_id }: JobRow,
  { lines: credits }: RetryPlan,
  delay_s: number,
): { retried: number; bill: Bill } {
  const lines = reserve(tx, caller, ...credits.map((line) => ({ ...line, job_id: id, note: 'retry' })))
  const start = startOf(tx.now, delay_s)
  const retried = sendFailedAgain(tx, id, start ?? tx.now)
  if (start) jobStates.beginUndo(tx, id, start)
  refreshOutcome(tx, id)
  tx.afterCommit(() => app.wake(SEND_LINKS))
  return { retried, bill: billOf(tx, tenant_id, lines) }
}

/** Writes the rest of a large retry, or of all of them. Nothing of it is sent before. */
export async function writeRetries(
  app: Pick<App, 'db' | 'wake'>,
  job_id: string | null,
  signal?: AbortSignal,
): Promise<void> {
  if ((await writeUnwrittenRetries(app, job_id, signal)) > 0) app.wake(SEND_LINKS)
}
