import { LOOK_DAYS } from '../plans/index.ts'
import type { Sighted } from '../providers/index.ts'
import { dayFor, type WatchedLink } from './guarantee.ts'

/** After the checks of day 1 and 3 a link's result of day 3 is known. */
const KNOWN = 2

/**
 * What a check adds to the totals of a batch: first seen on day 1, 3 or 7, or only after the refund; and whether it
 * counts for day 3 (a late first check does not).
 */
export function sightingOf(
  before: WatchedLink,
  after: WatchedLink,
  look: { day: number | null; indexed: string },
  now: string,
): Sighted | null {
  if (!before.batch_id || look.indexed === 'unknown') return null
  const day = look.day ?? (before.sent_at ? dayFor(before.sent_at, now) : 7)
  const is_holdout = before.state === 'held_out'
  const watched = is_holdout ? before.looks < LOOK_DAYS.length : before.state === 'sent'
  const isNew = is_holdout ? watched && look.indexed === 'yes' : before.state !== 'indexed' && after.state === 'indexed'
  const seen = isNew ? (watched ? day : 'later') : null
  const looked_day3 = watched && before.looks < KNOWN && (isNew ? day <= 3 : look.indexed === 'no' && day === 3)
  return seen || looked_day3 ? { batch_id: before.batch_id, seen, looked_day3 } : null
}
