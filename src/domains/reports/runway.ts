import { DAY, dayOf, daysBetween, plus, type Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { balancesOf, givenSince } from '../credits/index.ts'
import { type Tally, tallyOfEach } from '../jobs/index.ts'

/** The days that "30 days" means on every screen. */
export const SPAN = 30

/** The first of the last `span` days, today among them. */
export const firstDay = (now: Time, span = SPAN): string => dayOf(plus(now, (1 - span) * DAY))

export type Runway = {
  /** What these 30 days were. */
  tally: Tally
  available: number
  reserved: number
  /** Of what is reserved, what comes back when it goes on as in these 30 days. */
  expected_back: number
  /** Index credits that leave it a day: sent, less what came back, and handed down. 0 or less: nothing leaves. */
  pace: number
  /** Whole days until there is nothing left at that pace; null while nothing leaves it. */
  runway_days: number | null
  /** Credits that it lacks to last as many days as these were. */
  lacks: number
}

/** How long the index credits of each workspace last by itself: what it has, with what is expected back, over its pace. */
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

/** What a workspace that runs dry is given at once, on every page: what it lacks in full tens, of what there is to give. */
export const giftFor = (lacks: number, purse: number): number =>
  Math.max(0, Math.min(Math.max(LEAST_GIFT, Math.ceil(lacks / 10) * 10), purse))
