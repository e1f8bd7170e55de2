import type { JobRows } from '../jobs/index.ts'

/** Looks that may go: never taken, or done and without a call whose bill is still asked for. What they cost stays in look_days. */
const IDLE = `((state = 'queued' and cost_usd = 0) or
  (state = 'done' and id not in (select look_id from lost_calls where state = 'open')))`

/** The looks of a deleted job go with it. */
export const LOOKS_OF_JOBS: JobRows = {
  forget: (tx, job_id, limit) =>
    tx.run(`delete from looks where id in (select id from looks where job_id = ? and ${IDLE} limit ?)`, job_id, limit),
  keeps: (tx, job_id) => tx.row('select 1 from looks where job_id = ? limit 1', job_id) !== null,
}
