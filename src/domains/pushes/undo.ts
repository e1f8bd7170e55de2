/** Time to think again: an order of a person begins some seconds later, and until then nothing of it has left. */

import { type Caller, inTree } from '../../kernel/caller.ts'
import { plus, SECOND, type Time } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, refreshOutcome, unsentLinks } from '../jobs/index.ts'

/** How long an order can be undone, in ms. */
export const UNDO = 10 * SECOND

/** Holds a push back that was ordered in this transaction. The moment stands in its row, so a kill loses nothing. */
export const holdForUndo = (tx: Tx, { id }: { id: string }): void => {
  jobStates.holdUntil(tx, id, plus(tx.now, UNDO))
}

/** Holds links back that were ordered to be sent again in this transaction. */
export const holdAgainForUndo = (tx: Tx, { id }: { id: string }): void => {
  const until = plus(tx.now, UNDO)
  unsentLinks.holdAgain(tx, id, until)
  jobStates.holdAgainUntil(tx, id, until)
}

/** Which orders send links, and so can be held back; the others only look. */
const HOLDS: Record<string, (tx: Tx, job: { id: string }) => void> = {
  submit_index_job: holdForUndo,
  send_unindexed_to_indexer: holdForUndo,
  retry_job: holdAgainForUndo,
}

/** Holds back what came of a draft that was approved in this transaction. */
export const holdDraftForUndo = (tx: Tx, { operation, job_id }: { operation: string; job_id: string | null }): void => {
  if (job_id !== null) HOLDS[operation]?.(tx, { id: job_id })
}

/**
 * Takes back what waits to be sent again, and nothing else of the push: its links are where they were before. Returns how
 * many; none where nothing waits, or no longer.
 */
export function takeBackAgain(tx: Tx, { id, tenant_id, status }: JobRow): number {
  const until = status === 'sending' ? undoUntil(tx, id) : null
  if (until === null) return 0
  const over = unsentLinks.overBefore(tx, id, until)
  const n = unsentLinks.failAgain(tx, id, until)
  if (n === 0) return 0
  const note = `${n} undone before they were sent again`
  release(tx, { tenant_id, kind: 'index', amount: n, reason: 'refund', job_id: id, note })
  // Of a push that ends within its seconds nobody would be told.
  jobStates.endUndo(tx, id)
  jobStates.finishAsBefore(tx, id, over)
  refreshOutcome(tx, id)
  return n
}

/** Until when the push, or what of it is sent again, can be undone; null where that has begun, or never waited. */
export const undoUntil = (tx: ReadTx, job_id: string): Time | null =>
  tx.row<{ undo_until: Time }>(
    "select undo_until from jobs where id = ? and status in ('queued', 'sending') and undo_until > ?",
    job_id,
    tx.now,
  )?.undo_until ?? null

export type Undoable = { until: Time; tenant_id: string; tenant_name: string }

/** The same for whoever reaches the job, and whose it is. */
export function findUndoable(tx: ReadTx, caller: Caller, job_id: string): Undoable | null {
  const until = undoUntil(tx, job_id)
  if (until === null) return null
  const job = tx.row<Omit<Undoable, 'until'>>(
    'select t.id as tenant_id, t.name as tenant_name from jobs j join tenants t on t.id = j.tenant_id where j.id = ?',
    job_id,
  )!
  return inTree(tx, caller, job.tenant_id) ? { until, ...job } : null
}
