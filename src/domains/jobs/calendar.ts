import type { Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { endOfToday } from './look-parts.ts'

/** Links of a push that have a day: those that go out until midnight UTC, those that go later, and the last day of all. */
export type Calendar = { today: number; later: number; last_at: Time | null }

/** When the links of a push leave that have not left yet. */
export const calendarOf = (tx: ReadTx, job_id: string): Calendar =>
  tx.row<Calendar>(
    `select count(*) filter (where due_at < ?1) as today, count(*) filter (where due_at >= ?1) as later, max(due_at) as last_at
     from links where job_id = ?2 and due_at is not null`,
    endOfToday(tx.now),
    job_id,
  )!

/** Links of a push that go without the guarantee. */
export const countUncovered = (tx: ReadTx, job_id: string): number =>
  tx.count('select count(*) from links where job_id = ? and guarantee = 0', job_id)
