import type { ReadTx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { endOfToday } from './look-parts.ts'

/** Links by day of sending: before midnight UTC, later, and the latest day. */
export type Calendar = { today: number; later: number; last_at: Time | null }

/** Send dates of the links that are still unsent. */
export const calendarOf = (tx: ReadTx, job_id: string): Calendar =>
  tx.row<Calendar>(
    `select count(*) filter (where due_at < ?1) as today, count(*) filter (where due_at >= ?1) as later, max(due_at) as last_at
     from links where job_id = ?2 and due_at is not null`,
    endOfToday(tx.now),
    job_id,
  )!

export const countUncovered = (tx: ReadTx, job_id: string): number =>
  tx.count('select count(*) from links where job_id = ? and guarantee = 0', job_id)
