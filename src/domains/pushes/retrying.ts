/** Failed links of a push are sent again, each against a new index credit. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { said } from '../../kernel/language/say.ts'
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

const NONE_FAILED = said(
  'No link of this job has failed. Push links that are not indexed again{again}, and flagged links in a new push with “Push anyway”{flagged}.',
  { again: ' (POST /jobs/{id}/send-unindexed)', flagged: ' (POST /jobs with push_anyway)' },
)
const IS_CHECK = said('This is a check job. Check its links again instead{route}.', {
  route: ' (POST /jobs/{id}/check)',
})
const CANCELLED = said('The push was cancelled. Push the links again as a new one{route}.', { route: ' (POST /jobs)' })

type RetryPlan = ReturnType<typeof planRetry>

/** Refuses links that cannot be sent again, and estimates the rest. */
export function planRetry(tx: ReadTx, caller: Caller, job: JobRow, limit: { max_credits?: number }) {
  if (job.type !== 'index') throw conflict(IS_CHECK)
  if (job.status === 'cancelled') throw conflict(CANCELLED)
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
