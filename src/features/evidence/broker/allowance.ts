/** How much of a property's day may be asked now. */
import { propertyQueue } from '../../../domains/checks/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type Allowance, nextQuotaDay, perDay, usedInHour, usedToday } from '../../../kernel/scheduling/quota.ts'
import { between, HOUR, millis, plus } from '../../../kernel/time/clock.ts'
import { isClosed, learnedCap } from './uses.ts'

/** So few an hour are no burst, however small the day is. */
const LEAST_AN_HOUR = 20

/** Our share of the day: without what the owner keeps, and less where Google ended a day before it was used. */
export function dayOfProperty(tx: ReadTx, property: string, published: Allowance): Allowance {
  const { per_minute, zone } = published
  if (isClosed(tx, property)) return { per_minute, zone, per_day: 0 }
  return {
    per_minute,
    zone,
    per_day: Math.min(perDay(published), learnedCap(tx, property) ?? Number.POSITIVE_INFINITY),
  }
}

/** The same, with the rest of the day spread over its hours. */
export function pacedDay(tx: ReadTx, property: string, published: Allowance): Allowance {
  const day = dayOfProperty(tx, property, published)
  const name = propertyQueue(property)
  const start = plus(tx.now, -(millis(tx.now) % HOUR))
  const hours = between(start, nextQuotaDay(tx.now, day)) / HOUR
  const rest = perDay(day) - usedToday(tx, name, day) + usedInHour(tx, name)
  return { ...day, per_hour: Math.max(LEAST_AN_HOUR, Math.ceil(rest / hours)) }
}
