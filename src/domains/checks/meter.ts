/** When a vendor's account is asked what became of lost calls, and what its meter proves. */
import { HOUR, MINUTE, plus, type Time } from '../../kernel/clock.ts'
import type { LostCallRow, VendorAccountRow } from './tables.ts'

/** A meter is read when nothing has moved for so long: no call is still under way at the vendor, and all are counted. */
const QUIET = 2.5 * MINUTE
/** A task that is not in the vendor's list by then never was: a live one is given up after two minutes. */
const LISTED_AFTER = 10 * MINUTE
/** Calls asked about at once lie within this span, so that the list to go through stays short. */
const SPAN = HOUR
/** So long a vendor may give a lost answer again, unbilled: what it took is known once it was asked for. */
export const REPEATABLE = HOUR
/** Others use the account too, and money is paid in: a reading proves the less, the older it is. */
const STALE = HOUR
const AFTER_FAILURE = 5 * MINUTE

/**
 * The lost calls to ask about now; none of them where the meter is only to be read, as a start for later. Null when it
 * is not time. `inUse` says whether looks at this account are due, `repeats` whether a lost answer is still to be asked
 * for again.
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
 * How many units each of the calls took, in their order, when the meter moved by so many more than were booked. Null
 * when that proves nothing: money was paid in, or somebody else used the account.
 */
export function shareOut(open: Pick<LostCallRow, 'units'>[], unexplained: number): number[] | null {
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
