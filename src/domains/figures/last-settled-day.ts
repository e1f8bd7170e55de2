/** Results of each workspace of a tree today: its last settled day against its usual, checks due, refunds. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { daysLater, type ZoneDays } from '../../kernel/time/zone-days.ts'
import { finalDays, reportedDaysOf, reportedTallyOfEach, type SentDay, shareByDay7 } from '../jobs/index.ts'
import { LOOK_DAYS } from '../plans/index.ts'
import { type ClientFigures, figuresOfEach } from './client-figures.ts'
import { LEAST_LINKS, type OffUsual, offUsual } from './off-usual.ts'

/** Days in the usual rate. */
const LOOKED_BACK = 60
/** Fewest days of enough links for a usual rate. */
const LEAST_DAYS = 3
/** Below this share of the usual rate something is clearly wrong. */
const BELOW = 0.75

export type LastDay = { day: string; links: number; rate: number }

export type Standing = ClientFigures & {
  /** The latest day of sending that is final. */
  last: LastDay | null
  /** The median of the days before it; null with too few. */
  usual: number | null
  /** How the last day is off the usual; null where it is not, or not recent. */
  off_usual: OffUsual | null
  /** Whether it is low, or clearly below the usual rate: this needs attention. */
  below_usual: boolean
  /** Links whose last check is due today. */
  settles_today: number
  /** Refunds since the start of yesterday. */
  came_back: number
  came_in: number
}

/** Every workspace separately, in a fixed number of statements. Returns the days of sending too, for the chart. */
export function standings(
  tx: ReadTx,
  ids: readonly string[],
  days: ZoneDays,
): { standings: Map<string, Standing>; sent: Map<string, SentDay[]> } {
  const today = days.dayOf(tx.now)
  const sent = reportedDaysOf(tx, ids, days, daysLater(today, -LOOKED_BACK))
  const figures = figuresOfEach(tx, ids, days, sent)
  const lately = reportedTallyOfEach(tx, ids, days.startOf(daysLater(today, -1)))
  const [last_look, stale] = [LOOK_DAYS.at(-1)!, 2 * LOOK_DAYS.at(-1)!].map((n) => days.dayOf(plus(tx.now, -n * DAY)))
  const standingOf = (id: string): Standing => {
    const mine = sent.get(id)!
    const { last, usual } = compared(finalDays(mine, days, tx.now))
    const off = last !== null && last.day >= stale! ? offUsual(last, usual) : null
    return {
      ...figures.get(id)!,
      last,
      usual,
      off_usual: off,
      below_usual: off === 'low' || (off === 'below' && last!.rate < usual! * BELOW),
      settles_today: mine.find(({ day }) => day === last_look)?.waiting ?? 0,
      came_back: lately.get(id)!.returned,
      came_in: lately.get(id)!.indexed,
    }
  }
  return { standings: new Map(ids.map((id) => [id, standingOf(id)])), sent }
}

/** The latest of these final days, and the median rate of those before it. */
function compared(final: readonly SentDay[]): { last: LastDay | null; usual: number | null } {
  const newest = final.at(-1)
  if (!newest) return { last: null, usual: null }
  const before = final.slice(0, -1).filter(({ sent }) => sent >= LEAST_LINKS)
  const usual = before.length < LEAST_DAYS ? null : median(before.map((one) => shareByDay7([one]).rate!))
  const { rate, links } = shareByDay7([newest])
  return { last: { day: newest.day, links, rate: rate! }, usual }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
