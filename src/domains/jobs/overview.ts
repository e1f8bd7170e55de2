import type { ReadTx } from '../../kernel/database/database.ts'
import { type Condition, when } from '../../kernel/database/list.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import { JOB_STATUSES } from './shapes.ts'
import type { JobRow } from './tables.ts'

/** How many jobs `j` match, counted from the totals by workspace, type and status. */
export function countJobs(tx: ReadTx, conditions: (Condition | null)[]): number {
  const given = conditions.filter((condition) => condition !== null)
  return tx.count(
    `select sum(j.jobs) from job_counts j where ${given.map(({ sql }) => sql).join(' and ')}`,
    ...given.flatMap(({ params = [] }) => params),
  )
}

export const OPEN_STATUSES = JOB_STATUSES.filter((status) => status !== 'done' && status !== 'cancelled')

const OPEN = `j.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`

/** Pushes that ended after this moment with failed links need attention. */
export const failedLately = (now: Time): Time => plus(now, -7 * DAY)

const FAILED_LATELY = `f.deleted_at is null and f.outcome ->> '$.states.failed' > 0 and f.status = 'done' and f.finished_at > ?`

/** Jobs `j` that are open, or ended recently and need attention. */
export const openJobs = (now: Time): Condition =>
  when(
    `(${OPEN}
      or j.id in (select f.id from jobs f indexed by jobs_failed_lately where ${FAILED_LATELY}))`,
    failedLately(now),
  )

/** How many such jobs there are in a workspace and those below it. */
export function countOpenJobs(tx: ReadTx, caller: Caller): number {
  const tree = treeOf(caller, 'f.tenant_id')
  const failed = tx.count(
    `select count(*) from jobs f indexed by jobs_failed_lately where ${FAILED_LATELY} and ${tree.sql}`,
    failedLately(tx.now),
    ...tree.params,
  )
  return failed + countJobs(tx, [treeOf(caller, 'j.tenant_id'), when(OPEN)])
}

/** Pushes that were ordered until then and have links that are not sent. */
export const unsentPushes = (tx: ReadTx, until: Time): JobRow[] =>
  tx.rows(
    `select * from jobs where type = 'index' and deleted_at is null and status not in ('done', 'cancelled') and created_at <= ?
       and (outcome ->> '$.states.queued') + (outcome ->> '$.states.scheduled') > 0 order by id`,
    until,
  )

/** Pushes that wait while the clock cannot be trusted: with unsent links, and with links to check. */
export const countWaitingForClock = (tx: ReadTx): { pushes: number; links: number; checks: number } =>
  tx.row<{ pushes: number; links: number; checks: number }>(
    `select count(*) filter (where unsent > 0) as pushes, coalesce(sum(unsent), 0) as links,
       count(*) filter (where status = 'watching') as checks
     from (select status, (outcome ->> '$.states.queued') + (outcome ->> '$.states.scheduled') as unsent
       from jobs where type = 'index' and deleted_at is null and status not in ('done', 'cancelled'))`,
  )!
