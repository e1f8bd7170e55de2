/** Work in progress in the whole install. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { when } from '../../kernel/database/list.ts'
import { countJobs } from '../jobs/index.ts'

/** Counting a million rows would block all requests. */
export const MOST_COUNTED = 100_000

export type Queue = { jobs_open: number; links_watched: number; batches_waiting: number; looks_open: number }

export const readQueue = (tx: ReadTx): Queue => ({
  jobs_open: countJobs(tx, [when("j.status not in ('done', 'cancelled')")]),
  // Counted from the jobs, because counting all links takes seconds.
  links_watched: tx.count(
    `select sum(outcome ->> '$.states.sent') from jobs
     where deleted_at is null and status in ('sending', 'watching', 'cancelled')`,
  ),
  batches_waiting: tx.count('select count(*) from batches where next_attempt_at is not null'),
  looks_open: tx.count(`select count(*) from (select 1 from looks where state <> 'done' limit ${MOST_COUNTED})`),
})
