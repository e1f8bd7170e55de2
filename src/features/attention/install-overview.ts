/** Today in the whole install: cases for the operator, work done, work waiting. */

import { countJobs } from '../../domains/jobs/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { when } from '../../kernel/database/list.ts'
import { dayOf } from '../../kernel/time/clock.ts'
import { type Case, sorted } from './case.ts'
import { casesOfInstall } from './install-cases.ts'

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

export type InstallToday = { cases: Case[]; queue: Queue; sent: { links: number; batches: number }; looks: number }

/** Only for platform admins. Days are UTC. */
export function readInstall(tx: ReadTx): InstallToday {
  const today = dayOf(tx.now)
  return {
    cases: sorted(casesOfInstall(tx)),
    queue: readQueue(tx),
    sent: tx.row<InstallToday['sent']>(
      'select coalesce(sum(links), 0) as links, coalesce(sum(batches), 0) as batches from crawl_days where day = ?',
      today,
    )!,
    looks: tx.count('select sum(looks) from look_days where day = ?', today),
  }
}
