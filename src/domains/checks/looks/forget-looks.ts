import type { JobRows } from '../../jobs/index.ts'

/** Checks that can be removed: never made, or done without an open question about a bill. look_days has the cost. */
const IDLE = `((state = 'queued' and cost_usd = 0) or
  (state = 'done' and id not in (select look_id from lost_calls where state = 'open')))`

/** Removes the checks of a deleted job. */
export const LOOKS_OF_JOBS: JobRows = {
  forget: (tx, job_id, limit) =>
    tx.run(`delete from looks where id in (select id from looks where job_id = ? and ${IDLE} limit ?)`, job_id, limit),
  keeps: (tx, job_id) => tx.row('select 1 from looks where job_id = ? limit 1', job_id) !== null,
}
