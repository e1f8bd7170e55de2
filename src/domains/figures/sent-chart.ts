import type { Time } from '../../kernel/time/clock.ts'
import { SPAN } from '../../kernel/time/last-days.ts'
import { daysLater, type ZoneDays } from '../../kernel/time/zone-days.ts'
import type { SentDay } from '../jobs/index.ts'

/** One bar per day with the links sent on it, by result. Includes empty days from the first day with links. */
export function chartOf(sent: ReadonlyMap<string, readonly SentDay[]>, days: ZoneDays, now: Time) {
  const first = days.firstDay(now)
  const bars = new Map<string, { indexed: number; waiting: number; not_indexed: number }>()
  for (const of of sent.values())
    for (const { day, came, waiting, missed } of of) {
      if (day < first) continue
      const bar = bars.get(day) ?? { indexed: 0, waiting: 0, not_indexed: 0 }
      bar.indexed += came
      bar.waiting += waiting
      bar.not_indexed += missed
      bars.set(day, bar)
    }
  const span = Array.from({ length: SPAN }, (_, i) => daysLater(first, i))
  const begun = span.findIndex((day) => bars.has(day))
  return span
    .slice(begun === -1 ? SPAN : begun)
    .map((day) => ({ day, ...(bars.get(day) ?? { indexed: 0, waiting: 0, not_indexed: 0 }) }))
}
