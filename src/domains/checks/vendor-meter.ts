/** When to ask a vendor's account about lost calls, and the proof that its meter gives. */
import { HOUR, MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import type { LostCallRow, VendorAccountRow } from './tables.ts'

/** The meter is read after this time without a call: none is under way at the vendor then, and all are counted. */
const QUIET = 2.5 * MINUTE
/** A task missing from the vendor's list by then was never received: a live one is given up after two minutes. */
const LISTED_AFTER = 10 * MINUTE
/** Calls asked about together are at most this far apart, so that the list to read stays short. */
const SPAN = HOUR
/** How long a vendor may return a lost answer again, unbilled. Its cost is known only after that attempt. */
export const REPEATABLE = HOUR
/** An older reading proves little, because others may use the account or add money. */
const STALE = HOUR
const AFTER_FAILURE = 5 * MINUTE

/**
 * The lost calls to ask about now; an empty list means that the meter is only read, as a start value. Null when it is
 * not time. `inUse` says whether checks at this account are due, `repeats` whether a lost answer will still be
 * requested again.
 */
export function nextAudit(
  now: Time,
  by: 'meter' | 'reference',
  account: VendorAccountRow | null,
  open: LostCallRow[],
  inUse: () => boolean,
  repeats: () => boolean,
): LostCallRow[] | null {
  const { asked_at = null, read_at = null, booked_at = null } = account ?? {}
  const failed = asked_at !== null && (read_at === null || asked_at > read_at)
  if (failed && asked_at > plus(now, -AFTER_FAILURE)) return null
  if (by === 'reference') {
    const old = open.filter(({ lost_at }) => lost_at <= plus(now, -LISTED_AFTER))
    return old.length ? old.filter(({ lost_at }) => lost_at <= plus(old[0]!.lost_at, SPAN)) : null
  }
  if (read_at === null) return open.length > 0 || inUse() ? open : null
  const moved = [booked_at ?? '', ...open.map(({ lost_at }) => lost_at)].sort().at(-1)!
  if (moved > plus(now, -QUIET)) return null
  if (open.length) return repeats() ? null : open
  return read_at <= plus(now, -STALE) && inUse() ? open : null
}

/**
 * The units of each call, in order, when the meter moved by `unexplained` units more than were booked. Null when that
 * proves nothing: money was added, or somebody else used the account.
 */
export function divideUnits(open: Pick<LostCallRow, 'units'>[], unexplained: number): number[] | null {
  const most = open.reduce((sum, { units }) => sum + units, 0)
  if (unexplained < -TOLERANCE || unexplained > most + TOLERANCE) return null
  let left = Math.max(0, Math.round(unexplained / TOLERANCE) * TOLERANCE)
  return open.map(({ units }) => {
    const taken = Math.min(units, left)
    left -= taken
    return taken
  })
}

const TOLERANCE = 0.001
