import type { Tx } from '../../kernel/database/database.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { addToDay, untilMidnight } from '../../kernel/scheduling/limits.ts'
import { dayOf, millis } from '../../kernel/time/clock.ts'

/**
 * Counts a letter against the `most` of a UTC day under this name, and throws 429 above it: the sender may write to an
 * address of somebody else.
 */
export function limitLetters(tx: Tx, name: string, most: number, message: string): void {
  if (addToDay(tx, name, dayOf(tx.now), 1) <= most) return
  throw new Fault('rate_limited', message, { code: 'rate_limited' }, untilMidnight(millis(tx.now)))
}
