import type { ReadTx } from '../../kernel/database/database.ts'
import { DAY, dayOf, daysBetween, plus, type Time } from '../../kernel/time/clock.ts'
import { balancesOf, givenSince } from '../credits/index.ts'
import { type Tally, tallyOfEach } from '../jobs/index.ts'

/** The number of days of "30 days" on every page. */
export const SPAN = 30

/** The first of the last `span` days, including today. */
export const firstDay = (now: Time, span = SPAN): string => dayOf(plus(now, (1 - span) * DAY))

export type Runway = {
  /** Counters of these 30 days. */
  tally: Tally
  available: number
  reserved: number
  /** Expected refunds of reserved credits, at the rate of these 30 days. */
  expected_back: number
  /**
   * Index credits used per day: sent less refunded, plus transfers to workspaces below. 0 or less: the balance does not
   * fall.
   */
  pace: number
  /** Whole days until the credits are used up at that pace; null when the balance does not fall. */
  runway_days: number | null
  /** Credits missing to last another 30 days. */
  lacks: number
}

/** How long the index credits of each workspace last: the balance plus expected refunds, divided by its pace. */
export function runwaysOf(tx: ReadTx, tenants: readonly { id: string; created_at: Time }[]): Map<string, Runway> {
  const ids = tenants.map(({ id }) => id)
  const since = firstDay(tx.now)
  const [tallies, given, purses] = [tallyOfEach(tx, ids, since), givenSince(tx, ids, since), balancesOf(tx, ids)]
  return new Map(
    tenants.map(({ id, created_at }) => {
      const known = Math.min(SPAN, Math.max(1, daysBetween(created_at, tx.now)))
      return [id, runwayOf(tallies.get(id)!, given.get(id) ?? 0, known, purses.get(id)!.index)]
    }),
  )
}

function runwayOf(tally: Tally, given: number, known: number, purse: { available: number; reserved: number }): Runway {
  const { sent, indexed, returned } = tally
  const { available, reserved } = purse
  const settled = indexed + returned
  const expected_back = settled > 0 ? Math.round((reserved * returned) / settled) : 0
  const pace = (sent - returned + given) / known
  const runway_days = pace > 0 ? Math.floor((available + expected_back) / pace) : null
  const lacks = Math.max(0, Math.ceil(pace * SPAN - available - expected_back))
  return { tally, available, reserved, expected_back, pace, runway_days, lacks }
}

const LEAST_GIFT = 50

/** Suggested transfer to a workspace that runs low: what it lacks, rounded up to tens, limited by the balance. */
export const giftFor = (lacks: number, purse: number): number =>
  Math.max(0, Math.min(Math.max(LEAST_GIFT, Math.ceil(lacks / 10) * 10), purse))
