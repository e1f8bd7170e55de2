/** The share of each week's links that were indexed by day 7, from the answer of `get_results`. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import type { getResults } from '../../src/operations/results/get-results.ts'

type Results = AnswerOf<typeof getResults>
/** `at`: weeks since the first of the twelve. */
export type Week = { monday: string; sunday: string; at: number; links: number; seen: number; share: number }
export type Weeks = {
  since: string
  /** Weeks whose links all have a result, oldest first; the last of them is the headline. */
  final: Week[]
  /** The newest week, while some links wait for a check. */
  so_far: Week | null
  /** The median of the final weeks before the last one; null with fewer than three. */
  usual: number | null
}

const FEWEST = 3
const middle = (shares: number[]): number => shares.toSorted((a, b) => a - b)[shares.length >> 1]!

export function weeksOf({ since, rows }: Results): Weeks {
  const all = rows.flatMap(({ key, cells }) => {
    const { seen, sent, due, settled } = cells.at(-1)!
    const links = sent - due
    const at = Math.round((Date.parse(key) - Date.parse(since)) / (7 * DAY))
    const week = { monday: key, sunday: dayOf(plus(`${key}T00:00:00.000Z`, 6 * DAY)), at, links, seen, settled }
    return links > 0 ? [{ ...week, share: seen / links }] : []
  })
  const final = all.filter(({ settled }) => settled).toReversed()
  const [newest] = all
  const before = final.slice(0, -1).map(({ share }) => share)
  return {
    since,
    final,
    so_far: newest && !newest.settled ? newest : null,
    usual: before.length < FEWEST ? null : middle(before),
  }
}

/** Whole points between two shares, as they are read: of 71% and 65%, 6. */
export const points = (share: number, usual: number): number => Math.round(share * 100) - Math.round(usual * 100)
