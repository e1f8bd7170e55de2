import type { JobRows } from '../jobs/index.ts'

/** Removes the pings of a deleted job, then its submissions. */
export const PINGS_OF_JOBS: JobRows = {
  forget: (tx, job_id, limit) =>
    STEPS.map((sql) => tx.run(sql, job_id, limit)).reduce((most, n) => Math.max(most, n), 0),
}

const STEPS = [
  'delete from indexnow_urls where id in (select id from indexnow_urls where job_id = ? limit ?)',
  `delete from indexnow_submissions where id in (
     select id from indexnow_submissions where job_id = ?1 and not exists (select 1 from indexnow_urls where job_id = ?1) limit ?2)`,
]
