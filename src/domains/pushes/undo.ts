/** Time to think again: an order of a person begins some seconds later, and until then nothing of it has left. */
import { plus, SECOND, type Time } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { jobStates } from '../jobs/index.ts'

/** How long an order can be undone, in ms. */
export const UNDO = 10 * SECOND

/** Holds a push back that was ordered in this transaction. The moment stands in its row, so a kill loses nothing. */
export const holdForUndo = (tx: Tx, { id }: { id: string }): void => {
  jobStates.holdUntil(tx, id, plus(tx.now, UNDO))
}

/** Until when the push can be undone; null where it has begun, or never waited. */
export const undoUntil = (tx: ReadTx, job_id: string): Time | null =>
  tx.row<{ undo_until: Time }>(
    "select undo_until from jobs where id = ? and status = 'queued' and undo_until > ?",
    job_id,
    tx.now,
  )?.undo_until ?? null
