import type { ReadTx } from '../../kernel/database/database.ts'

/** Pushes that wait while the clock cannot be trusted: with unsent links, and with links to check. */
export const countWaitingForClock = (tx: ReadTx): { pushes: number; links: number; checks: number } =>
  tx.row<{ pushes: number; links: number; checks: number }>(
    `select count(*) filter (where unsent > 0) as pushes, coalesce(sum(unsent), 0) as links,
       count(*) filter (where status = 'watching') as checks
     from (select status, (outcome ->> '$.states.queued') + (outcome ->> '$.states.scheduled') as unsent
       from jobs where type = 'index' and deleted_at is null and status not in ('done', 'cancelled'))`,
  )!
