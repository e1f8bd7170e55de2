import type { Tx } from '../../../kernel/database/database.ts'
import type { Said } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { inSteps, LINKS_A_STEP } from '../../../kernel/scheduling/steps.ts'
import { plus, SECOND } from '../../../kernel/time/clock.ts'
import type { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { priceOf } from '../allowance.ts'
import { recordFailure, recordSuccess } from '../breaker.ts'
import type { CrawlReceipt } from '../route.ts'
import type { RouteName } from '../settings.ts'
import type { BatchRow } from '../tables.ts'
import { SEND_LINKS } from './batches.ts'
import { neverConfirmed, refused } from './waiting-reasons.ts'

/**
 * Settles the links of a batch. There may be ten thousand, so it runs in steps of at most `limit` links, each with its
 * credits; a step returns how many it settled. The batch stays due until none remain.
 */
export type Settlement = {
  /** The supplier accepted the batch except these links. */
  rejected(tx: Tx, batch: BatchRow, rejected: CrawlReceipt['rejected']): void
  sent(tx: Tx, batch: BatchRow, limit: number): number
  /** The supplier rejected the whole batch, or never answered whether it has it: the customer pays nothing. */
  refused(tx: Tx, batch: BatchRow, why: string, limit: number): number
  /** Every link of the batch is settled. */
  settled(tx: Tx, batch: BatchRow): void
  /** The batch waits: no route can take it now, or the supplier failed. `why` is for customers, see waiting.ts. */
  waiting(tx: Tx, batch: BatchRow, why: Said): void
}

/** Everything that one run of sending needs. */
export type SettleRun = { app: App; signal: AbortSignal; settlement: Settlement }

const AFTER_SENDING = 24 * 3600 * SECOND

/** First step of a sent batch. Sent links write no ledger entry, so a step may begin smaller than usual. */
const SENT_A_STEP = 200

/** Prefix of the error of a batch without an answer from its supplier. */
export const GIVEN_UP = 'Given up after 10 days'

/** The supplier accepted the batch. */
export async function settleSent(
  run: SettleRun,
  batch: BatchRow,
  name: RouteName,
  receipt: CrawlReceipt,
): Promise<void> {
  const { app, settlement } = run
  // Usually few are rejected. Were all of them, they are settled before the batch is; after a restart the supplier is
  // asked again.
  const { rejected } = receipt
  for (let from = 0; rejected.length - from > LINKS_A_STEP; from += LINKS_A_STEP) {
    app.db.write((tx) => settlement.rejected(tx, batch, rejected.slice(from, from + LINKS_A_STEP)))
    await pause()
  }
  app.db.write((tx) => {
    const moved = tx.run(
      `update batches set state = 'sent', task_id = ?, sent_at = ?, next_attempt_at = ?, last_error = null, report_due_at = ?,
       rejected = ?, price_usd = ? where id = ? and state <> 'sent'`,
      receipt.task_id,
      tx.now,
      tx.now,
      plus(tx.now, AFTER_SENDING),
      rejected.length,
      priceOf(tx, name),
      batch.id,
    )
    if (moved === 0) return
    if (recordSuccess(tx, name)) tx.afterCommit(() => app.wake(SEND_LINKS))
    settlement.rejected(tx, batch, rejected.slice(-LINKS_A_STEP))
    settleSome(run, tx, batch.id, SENT_A_STEP)
  })
  await settle(run, batch.id, SENT_A_STEP)
}

/** A refusal of the batch is an answer: the route works. */
export async function settleRefused(
  run: SettleRun,
  batch: BatchRow,
  name: RouteName,
  error: UpstreamError,
): Promise<void> {
  const { app } = run
  app.db.write((tx) => {
    recordFailure(tx, name, error)
    if (recordSuccess(tx, name)) tx.afterCommit(() => app.wake(SEND_LINKS))
    refuse(tx, batch, error.message)
    settleSome(run, tx, batch.id, LINKS_A_STEP)
  })
  await settle(run, batch.id)
}

export const refuse = (tx: Tx, { id }: BatchRow, why: string): number =>
  tx.run("update batches set state = 'refused', next_attempt_at = ?, last_error = ? where id = ?", tx.now, why, id)

/** Whether the supplier has answered and links still have to be settled. */
export const isSettling = ({ state }: BatchRow): boolean => state === 'sent' || state === 'refused'

/** Settles the rest of it. */
export async function settle(run: SettleRun, id: string, fewest = LINKS_A_STEP): Promise<void> {
  await pause()
  await inSteps(run.app.db, run.signal, (tx, limit) => settleSome(run, tx, id, limit), fewest)
}

/** Settles the next links of an answered batch. After the last one it is no longer due. */
export function settleSome({ settlement }: SettleRun, tx: Tx, id: string, limit: number): number {
  const batch = tx.row<BatchRow>('select * from batches where id = ? and next_attempt_at is not null', id)
  if (!batch) return 0
  const n =
    batch.state === 'sent'
      ? settlement.sent(tx, batch, limit)
      : settlement.refused(tx, batch, batch.last_error?.startsWith(GIVEN_UP) ? neverConfirmed : refused, limit)
  if (n < limit) {
    tx.run('update batches set next_attempt_at = null where id = ?', id)
    settlement.settled(tx, batch)
  }
  return n
}
