/** The share of each week's links that were indexed by day 7, from the answer of `get_results`. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import type { getResults } from '../../src/operations/results.ts'

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
  /** Weeks whose day 7 has come and whose links nearly all have a result, oldest first; the last is the headline. */
  final: Week[]
  /** The newest week, while it is not final. */
  so_far: Week | null
  /** Links sent in weeks after the headline's. */
  newer: number
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
    return sent > 0 ? [{ ...week, share: seen / sent }] : []
  })
  const final = all.filter(({ settled }) => settled).toReversed()
  const [newest] = all
  const after = all.filter(({ monday }) => monday > (final.at(-1)?.monday ?? ''))
  const newer = after.reduce((sum, { links }) => sum + links, 0)
  return { since, final, so_far: newest && !newest.settled ? newest : null, newer, usual }
}
