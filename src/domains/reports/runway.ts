import { DAY, dayOf, daysBetween, plus, type Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { balances, givenSince } from '../credits/index.ts'
import { ownTallies, sumOf } from '../jobs/index.ts'

/**
 * Days that the index credits of one workspace last: what it has, with what is expected back of what is reserved, over
 * what leaves it a day (sent, less what came back, and handed down). Null while nothing leaves it.
 */
export function runwayOf(tx: ReadTx, tenant: { id: string; created_at: Time }, span: number): number | null {
  const since = dayOf(plus(tx.now, -span * DAY))
  const days = ownTallies(tx, tenant.id, since)
  const [sent, indexed, returned] = [sumOf(days, 'sent'), sumOf(days, 'indexed'), sumOf(days, 'returned')]
  const known = Math.min(span, Math.max(1, daysBetween(tenant.created_at, tx.now)))
  const pace = (sent - returned + givenSince(tx, tenant.id, since)) / known
  if (pace <= 0) return null
  const { available, reserved } = balances(tx, tenant.id).index
  const settled = indexed + returned
  const expected = settled > 0 ? (reserved * returned) / settled : 0
  return Math.floor((available + expected) / pace)
}
