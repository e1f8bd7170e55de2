import type { ReadTx, Tx } from '../../kernel/database.ts'

/** Looks that may go: never taken, or done and without a call whose bill is still asked for. What they cost stays in look_days. */
const IDLE = `((state = 'queued' and cost_usd = 0) or
  (state = 'done' and id not in (select look_id from lost_calls where state = 'open')))`

/** Removes looks of a deleted job, at most `limit`. Returns how many went. */
export const forgetLooks = (tx: Tx, job_id: string, limit: number): number =>
  tx.run(`delete from looks where id in (select id from looks where job_id = ? and ${IDLE} limit ?)`, job_id, limit)

/** Whether a job has looks that cannot be removed yet. */
export const hasLooks = (tx: ReadTx, job_id: string): boolean =>
  tx.row('select 1 from looks where job_id = ? limit 1', job_id) !== null
