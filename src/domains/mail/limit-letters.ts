import { dayOf, millis } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { addToDay, untilMidnight } from '../../kernel/limits.ts'

/**
 * Counts a letter against the `most` of a UTC day under this name, and throws 429 beyond them: the address that letters
 * go to need not belong to whoever causes them.
 */
export function limitLetters(tx: Tx, name: string, most: number, message: string): void {
  if (addToDay(tx, name, dayOf(tx.now), 1) <= most) return
  throw new Fault('rate_limited', message, { code: 'rate_limited' }, untilMidnight(millis(tx.now)))
}
