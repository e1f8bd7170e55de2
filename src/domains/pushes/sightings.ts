import { LOOK_DAYS } from '../plans/index.ts'
import type { Sighted } from '../providers/index.ts'
import { dayFor, type WatchedLink } from './guarantee.ts'

/** Looks after which the third day of a link is known: those of day 1 and 3. */
const KNOWN = 2

/**
 * What a look adds to the numbers of a batch: seen for the first time on day 1, 3 or 7, or only after its credit had
 * gone back; and whether it tells how the link stood on day 3 (a first look that comes later does not).
 */
export function sightingOf(
  before: WatchedLink,
  after: WatchedLink,
  look: { day: number | null; indexed: string },
  now: string,
): Sighted | null {
  if (!before.campaign_id || look.indexed === 'unknown') return null
  const day = look.day ?? (before.sent_at ? dayFor(before.sent_at, now) : 7)
  const held = before.state === 'held_out'
  const watched = held ? before.looks < LOOK_DAYS.length : before.state === 'sent'
  const isNew = held ? watched && look.indexed === 'yes' : before.state !== 'indexed' && after.state === 'indexed'
  const seen = isNew ? (watched ? (`seen${day}` as Sighted['seen']) : 'seen_late') : null
  const looked3 = watched && before.looks < KNOWN && (isNew ? day <= 3 : look.indexed === 'no' && day === 3)
  return seen || looked3 ? { campaign_id: before.campaign_id, seen, looked3 } : null
}
