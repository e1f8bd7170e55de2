import type { Tx } from '../../kernel/database/database.ts'
import { DAY, dayOf, plus } from '../../kernel/time/clock.ts'
import { dropOldBlocks } from './blocks.ts'
import { DAYS_KEPT } from './log.ts'

/** Removes at most `limit` checks older than 30 days, with addresses and results, and the counts of those days. */
export function forgetFreeChecks(tx: Tx, limit: number): number {
  const day = dayOf(plus(tx.now, -DAYS_KEPT * DAY))
  const checks = tx.run(
    'delete from free_checks where seq in (select seq from free_checks where created_at < ? order by created_at limit ?)',
    day,
    limit,
  )
  if (checks >= limit) return checks
  const left = limit - checks
  const counts = tx.run(
    'delete from free_check_days where (day, what, name) in (select day, what, name from free_check_days where day < ? limit ?)',
    day,
    left,
  )
  return checks + counts + (counts < left ? dropOldBlocks(tx) : 0)
}
