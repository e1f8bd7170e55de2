import { LOOK_DAYS } from '../plans/index.ts'
import type { Sighted } from '../providers/index.ts'
import { answerDay, type WatchedLink } from './guarantee.ts'

type Look = { day: number | null; indexed: string }

/** The days whose result is known: all of a settled link, and those answered so far of a watched one. */
const knownDays = ({ state, looks }: WatchedLink): readonly number[] =>
  state === 'indexed' || state === 'not_indexed' ? LOOK_DAYS : LOOK_DAYS.slice(0, looks)

/**
 * What an answered check adds to the totals of a batch: the day by which the link was seen, or that it was seen only
 * after the refund, and the days whose result is known now.
 */
export function sightingOf(before: WatchedLink, after: WatchedLink, look: Look, now: string): Sighted | null {
  if (!before.batch_id) return null
  const known = knownDays(before)
  const answered = knownDays(after).filter((day) => !known.includes(day))
  const seen = seenBy(before, after, look, now)
  if (seen === null && answered.length === 0) return null
  const late = answered.includes(3) && before.sent_at !== null && answerDay(before.sent_at, now) > 3
  return { batch_id: before.batch_id, seen, answered, late_day3: late }
}

/** A link of the control group has no moment of sending, so the planned day of its check counts. */
function seenBy(before: WatchedLink, after: WatchedLink, look: Look, now: string): Sighted['seen'] {
  if (before.state === 'held_out')
    return before.looks < LOOK_DAYS.length && look.indexed === 'yes' ? (look.day ?? LOOK_DAYS[2]) : null
  if (before.state === 'indexed' || after.state !== 'indexed') return null
  return before.state === 'sent' && before.sent_at ? answerDay(before.sent_at, now) : 'later'
}
