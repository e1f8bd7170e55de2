/** The share of each week's links that were indexed by day 7, from the answer of `get_results`. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import type { getResults } from '../../src/operations/results/get-results.ts'

type Results = AnswerOf<typeof getResults>
/** `at`: number of weeks since the first of the twelve. */
export type Week = {
  monday: string
  sunday: string
  at: number
  links: number
  due: number
  seen: number
  share: number
}
export type Weeks = {
  since: string
  /** Weeks whose links all have a result, oldest first; the last of them is the headline. */
  final: Week[]
  /** The newest week, while some links wait for a check. */
  so_far: Week | null
  /** From `get_results`; null with too few weeks. */
  usual: number | null
}

export function weeksOf({ since, rows, usual }: Results): Weeks {
  const all = rows.flatMap(({ key, cells }) => {
    const { seen, sent, due, settled } = cells.at(-1)!
    const at = Math.round((Date.parse(key) - Date.parse(since)) / (7 * DAY))
    const week = {
      monday: key,
      sunday: dayOf(plus(`${key}T00:00:00.000Z`, 6 * DAY)),
      at,
      links: sent,
      due,
      seen,
      settled,
    }
    return sent > due ? [{ ...week, share: seen / sent }] : []
  })
  const final = all.filter(({ settled }) => settled).toReversed()
  const [newest] = all
  return { since, final, so_far: newest && !newest.settled ? newest : null, usual }
}

/** Whole points between two rounded shares: 6 for 71% and 65%. */
export const points = (share: number, usual: number): number => Math.round(share * 100) - Math.round(usual * 100)
