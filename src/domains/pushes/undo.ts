/** Undo: an order from a page starts some seconds later, and until then nothing of it is sent. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, refreshOutcome, unsentLinks } from '../jobs/index.ts'

/** How long an order can be undone, in ms. */
export const UNDO = 10 * SECOND

/** Keeps back a push ordered in this transaction. The time is in its row, so a restart keeps it. */
export const holdForUndo = (tx: Tx, { id }: { id: string }): void => {
  jobStates.holdUntil(tx, id, plus(tx.now, UNDO))
}

/** Keeps back links that this transaction ordered to be sent again. */
export const holdAgainForUndo = (tx: Tx, { id }: { id: string }): void => {
  const until = plus(tx.now, UNDO)
  unsentLinks.holdAgain(tx, id, until)
  jobStates.holdAgainUntil(tx, id, until)
}

/** Orders that send links and can be kept back; the others only check. */
const HOLDS: Record<string, (tx: Tx, job: { id: string }) => void> = {
  submit_index_job: holdForUndo,
  send_unindexed_to_indexer: holdForUndo,
  retry_job: holdAgainForUndo,
}

/** Keeps back the result of a draft that was approved in this transaction. */
export const holdDraftForUndo = (tx: Tx, { operation, job_id }: { operation: string; job_id: string | null }): void => {
  if (job_id !== null) HOLDS[operation]?.(tx, { id: job_id })
}

/**
 * Undoes only the links that wait to be sent again: they get their old state back. Returns how many; 0 where none wait.
 */
export function takeBackAgain(tx: Tx, { id, tenant_id, status }: JobRow): number {
  const until = status === 'sending' ? undoUntil(tx, id) : null
  if (until === null) return 0
  const over = unsentLinks.overBefore(tx, id, until)
  const n = unsentLinks.failAgain(tx, id, until)
  if (n === 0) return 0
  const note = `${n} undone before they were sent again`
  release(tx, { tenant_id, kind: 'index', amount: n, reason: 'refund', job_id: id, note })
  // A push that ends within its undo time would not notify anybody, so the undo time ends first.
  jobStates.endUndo(tx, id)
  jobStates.finishAsBefore(tx, id, over)
  refreshOutcome(tx, id)
  return n
}

/** Until when the push, or its links that are sent again, can be undone; null once they are under way. */
export const undoUntil = (tx: ReadTx, job_id: string): Time | null =>
  tx.row<{ undo_until: Time }>(
    "select undo_until from jobs where id = ? and status in ('queued', 'sending') and undo_until > ?",
    job_id,
    tx.now,
  )?.undo_until ?? null

export type Undoable = { until: Time; tenant_id: string; tenant_name: string }

/** The same for a caller, with the workspace of the job. */
export function findUndoable(tx: ReadTx, caller: Caller, job_id: string): Undoable | null {
  const until = undoUntil(tx, job_id)
  if (until === null) return null
  const job = tx.row<Omit<Undoable, 'until'>>(
    'select t.id as tenant_id, t.name as tenant_name from jobs j join tenants t on t.id = j.tenant_id where j.id = ?',
    job_id,
  )!
  return inTree(tx, caller, job.tenant_id) ? { until, ...job } : null
}
