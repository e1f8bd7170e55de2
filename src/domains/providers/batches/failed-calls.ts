/** Failed calls to a crawl supplier: when the batch is tried again, and when it is given up. */
import type { Tx } from '../../../kernel/database/database.ts'
import { pauseQuota } from '../../../kernel/scheduling/quota.ts'
import { pauseAfter } from '../../../kernel/scheduling/retries.ts'
import { LINKS_A_STEP } from '../../../kernel/scheduling/steps.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { judgePrimary } from '../allowance.ts'
import { queueOf, recordFailure } from '../breaker.ts'
import type { RouteName } from '../settings.ts'
import type { BatchRow } from '../tables.ts'
import { SEND_LINKS } from './batches.ts'
import { GIVEN_UP, refuse, type SettleRun, settleSome } from './settle-batch.ts'
import { inDoubt, tryFailed } from './waiting-reasons.ts'

/** A batch unanswered by then (its supplier may be gone) is settled in the customer's favour and never sent again. */
const PATIENCE = 10 * DAY

/** Stores a failed call. Returns whether it opened the breaker; then waiting batches are tried again at once. */
export function failure(
  run: SettleRun,
  batch: BatchRow,
  name: RouteName,
  error: unknown,
  state: Delay['state'],
): boolean {
  const { app } = run
  const known =
    error instanceof UpstreamError
      ? error
      : new UpstreamError('unknown', error instanceof Error ? error.message : String(error))
  app.log.warn('crawl supplier call failed', {
    route: name,
    failure: known.failure,
    reason: known.message,
    batch: batch.ref,
  })
  return app.db.write((tx) => {
    postpone(run, tx, batch, { state, why: known.message, retry_after: known.retryAfter })
    // The limit is the account's, so the whole queue waits as long as the supplier asks.
    if (known.failure === 'rate' && known.retryAfter)
      pauseQuota(tx, queueOf(name), plus(tx.now, known.retryAfter), known.message)
    const opened = recordFailure(tx, name, known) || (name === 'primary' && judgePrimary(tx))
    if (opened) tx.afterCommit(() => app.wake(SEND_LINKS))
    return opened
  })
}

type Delay = { state: 'planned' | 'doubtful'; why: string; retry_after?: number }

export function postpone(run: SettleRun, tx: Tx, batch: BatchRow, { state, why, retry_after }: Delay): void {
  if (state === 'doubtful' && plus(batch.called_at ?? batch.created_at, PATIENCE) <= tx.now) {
    refuse(tx, batch, `${GIVEN_UP}; the supplier may have it and bill it. ${why}`.slice(0, 500))
    settleSome(run, tx, batch.id, LINKS_A_STEP)
    tx.afterCommit(() => run.app.wake(SEND_LINKS))
    return
  }
  const attempts = tx.number('select attempts from batches where id = ?', batch.id)
  const next = plus(tx.now, pauseAfter('batch', attempts, { least: retry_after }))
  tx.run(
    'update batches set state = ?, last_error = ?, attempts = attempts + ?, next_attempt_at = ? where id = ?',
    state,
    why.slice(0, 500),
    batch.state === 'doubtful' ? 1 : 0,
    next,
    batch.id,
  )
  run.settlement.waiting(tx, batch, state === 'doubtful' ? inDoubt : tryFailed(next))
}
