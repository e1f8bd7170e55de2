import type { Tx } from '../../kernel/database/database.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { addToDay, untilMidnight } from '../../kernel/scheduling/limits.ts'
import { dayOf, millis } from '../../kernel/time/clock.ts'

/** Counts a letter to a possible stranger, and throws 429 above the `most` of a UTC day under this name. */
export function limitLetters(tx: Tx, name: string, most: number, message: string): void {
  if (addToDay(tx, name, dayOf(tx.now), 1) <= most) return
  throw new Fault('rate_limited', message, { code: 'rate_limited' }, untilMidnight(millis(tx.now)))
}

/** Letters in a day, to one address and from one agency, by which addresses confirm notices or reports. */
const CONFIRMATIONS = { address: 3, agency: 50 }

export function limitConfirmations(tx: Tx, email: string, agency: string): void {
  const end = 'enough confirmation e-mails today. More confirmation e-mails can be sent tomorrow.'
  limitLetters(tx, `confirm:${email}`, CONFIRMATIONS.address, `This address got ${end}`)
  limitLetters(tx, `confirm:${agency}`, CONFIRMATIONS.agency, `Your agency sent ${end}`)
}
