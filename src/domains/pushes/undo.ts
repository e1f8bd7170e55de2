/** Undo: an order with a delay starts some seconds later, and until then nothing of it is sent. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { unsentLinks } from '../jobs/index.ts'
import { PAGE_DELAY_S } from './shapes.ts'

/** How long an order from a page can be undone, in ms. */
export const UNDO = PAGE_DELAY_S * SECOND

/** An undo that arrives as the delay ends still undoes the retry, and never the whole push instead. */
const GRACE = SECOND

/** Links of a retry that wait and can still be undone. */
export function waitingRetry(tx: ReadTx, job_id: string): number[] {
  const job = tx.row<{ undo_until: Time }>(
    "select undo_until from jobs where id = ? and status = 'sending' and undo_until > ?",
    job_id,
    plus(tx.now, -GRACE),
  )
  return job ? unsentLinks.retriesWaitingUntil(tx, job_id, job.undo_until) : []
}

/** Until when the push, or its links that are sent again, can be undone; null once they are under way. */
export const undoUntil = (tx: ReadTx, job_id: string): Time | null =>
  tx.row<{ undo_until: Time }>(
    "select undo_until from jobs where id = ? and status in ('queued', 'sending') and undo_until > ?",
    job_id,
    tx.now,
  )?.undo_until ?? null
