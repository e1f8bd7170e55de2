/** Undo: an order with a delay starts some seconds later, and until then nothing of it is sent. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, refreshOutcome, unsentLinks } from '../jobs/index.ts'
import { PAGE_DELAY_S } from './shapes.ts'

/** How long an order from a page can be undone, in ms. */
export const UNDO = PAGE_DELAY_S * SECOND

/** An undo that arrives as the delay ends still undoes the retry, and never the whole push instead. */
const GRACE = SECOND

/** Undoes a retry that waits: links get their old state back. Returns how many; 0 where none wait. */
export function undoRetry(tx: Tx, { id, tenant_id }: JobRow): number {
  const until = waitingRetry(tx, id)
  if (until === null) return 0
  const over = unsentLinks.overBefore(tx, id, until)
  const n = unsentLinks.failAgain(tx, id, until)
  const note = `${n} undone before they were sent again`
  release(tx, { tenant_id, kind: 'index', amount: n, reason: 'refund', job_id: id, note })
  // A push that ends within its undo time would not notify anybody, so the undo time ends first.
  jobStates.endUndo(tx, id)
  jobStates.finishAsBefore(tx, id, over)
  refreshOutcome(tx, id)
  return n
}

export const retryWaits = (tx: ReadTx, job_id: string): boolean => waitingRetry(tx, job_id) !== null

/** Until when links of a retry wait that can still be undone. */
function waitingRetry(tx: ReadTx, job_id: string): Time | null {
  const job = tx.row<{ undo_until: Time }>(
    "select undo_until from jobs where id = ? and status = 'sending' and undo_until > ?",
    job_id,
    plus(tx.now, -GRACE),
  )
  return job && unsentLinks.anyAgainAt(tx, job_id, job.undo_until) ? job.undo_until : null
}

/** Until when the push, or its links that are sent again, can be undone; null once they are under way. */
export const undoUntil = (tx: ReadTx, job_id: string): Time | null =>
  tx.row<{ undo_until: Time }>(
    "select undo_until from jobs where id = ? and status in ('queued', 'sending') and undo_until > ?",
    job_id,
    tx.now,
  )?.undo_until ?? null
