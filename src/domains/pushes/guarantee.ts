import { between, DAY, HOUR, plus, type Time } from '../../kernel/time/clock.ts'
import type { EngineSlot, Indexed, LinkRow } from '../jobs/index.ts'
import { LOOK_DAYS } from '../plans/index.ts'

/** The engine whose results settle the guarantee. Results of other engines are stored as sightings only. */
export const GUARANTEE_ENGINE = 'scan_standard' satisfies EngineSlot

/** A check that fails is retried until this day; then the credit is refunded. */
export const LAST_DAY = 10

/** The next try after a check without an answer. */
export const RETRY_AFTER = 6 * HOUR

/** When the next check is due after `looks` checks, or null after the last. */
export function nextLookAt(sent_at: Time, looks: number): Time | null {
  const day = LOOK_DAYS[looks]
  return day === undefined ? null : plus(sent_at, day * DAY)
}

/** The check day for a link of this age. A late check counts as the latest day that has come. */
export function dayFor(sent_at: Time, now: Time): number {
  const age = between(sent_at, now) / DAY
  return LOOK_DAYS.findLast((day) => day <= age) ?? LOOK_DAYS[0]
}

/** The day by which an answer counts, by its own time and not by the plan: 1, 3, or 7 for all later ones. */
export function answerDay(sent_at: Time, answered_at: Time): (typeof LOOK_DAYS)[number] {
  const age = Math.floor(between(sent_at, answered_at) / DAY)
  return LOOK_DAYS.find((day) => age <= day) ?? LOOK_DAYS[2]
}

const AGE = `cast(round((julianday(k.finished_at) - julianday(l.sent_at)) * ${DAY}) as integer) / ${DAY}`

/**
 * SQL: the day 1, 3 or 7 for which the answer of check `k` counts, by its own time: a yes for the next of these days, a
 * no for the last that had come. Null for an answer from before the link `l` was sent or from after its result.
 */
export const COUNTED_DAY = `iif(l.sent_at is null, nullif(k.day, 0),
  iif(k.finished_at >= l.sent_at and k.finished_at <= coalesce(l.settled_at, k.finished_at)
    and (k.purpose = 'guarantee' or k.purpose = 'recheck' and k.engine = '${GUARANTEE_ENGINE}'),
    iif(k.indexed = 'yes', iif(${AGE} <= 1, 1, iif(${AGE} <= 3, 3, 7)), iif(${AGE} >= 7, 7, iif(${AGE} >= 3, 3, 1))), null))`

export type WatchedLink = Pick<
  LinkRow,
  'id' | 'batch_id' | 'state' | 'indexed' | 'credit' | 'sent_at' | 'looks' | 'next_look_at' | 'settled_at'
>

/** The link's new state, and the change of its reserved credit. */
export type SettledLook = WatchedLink & { moves: 'consume' | 'release' | null }

/**
 * The refund guarantee. Seen: the credit is used. Not seen at an age of seven days or more: refunded. `unknown` moves
 * no credit before day 10. `at`: the moment that the answer speaks of. Only a `sent` link with a reserved credit moves anything, so settling twice settles once.
 */
export function settleGuarantee(link: WatchedLink, seen: Indexed, now: Time, at = now): SettledLook {
  if (link.state !== 'sent' || !link.sent_at) return { ...link, moves: null }
  const age = between(link.sent_at, now) / DAY
  if (seen === 'yes') return settled(link, 'indexed', 'yes', now, at)
  if (seen === 'no' && age >= LOOK_DAYS[2]) return settled(link, 'not_indexed', 'no', now)
  if (seen === 'unknown' && age >= LAST_DAY) return settled(link, 'not_indexed', link.indexed, now)
  if (seen === 'unknown') return { ...link, next_look_at: plus(now, RETRY_AFTER), moves: null }
  const looks = LOOK_DAYS.filter((day) => day <= age).length
  return { ...link, indexed: 'no', looks, next_look_at: nextLookAt(link.sent_at, looks), moves: null }
}

/** Whether a "no" is checked again before a refund: search results miss pages, Google's URL inspection does not. */
export function needsConfirmation(
  link: WatchedLink,
  look: { indexed: string; method: string | null; confirms: number | null },
  now: Time,
): boolean {
  const last = link.sent_at !== null && between(link.sent_at, now) / DAY >= LOOK_DAYS[2]
  const open = link.state === 'sent' && link.credit === 'reserved'
  return open && last && look.indexed === 'no' && look.method === 'search_result' && look.confirms === null
}

/** Settles a check that the customer ordered. A yes settles the guarantee; a no or an unknown never refunds. */
export function settleRecheck(link: WatchedLink, seen: Indexed, now: Time): SettledLook {
  if (seen === 'unknown') return { ...link, moves: null }
  if (seen === 'no') return { ...link, indexed: 'no', moves: null }
  if (link.state === 'sent') return settled(link, 'indexed', 'yes', now)
  if (link.state !== 'not_indexed') return { ...link, indexed: 'yes', moves: null }
  // A refunded credit stays refunded and keeps its day; a link without the guarantee is indexed from now on.
  const settled_at = link.credit === 'released' ? link.settled_at : now
  return { ...link, state: 'indexed', indexed: 'yes', settled_at, moves: null }
}

/** A reserved credit of an indexed link is used, one of any other refunded. */
function settled(
  link: WatchedLink,
  state: 'indexed' | 'not_indexed',
  indexed: Indexed,
  now: Time,
  at = now,
): SettledLook {
  const reserved = link.credit === 'reserved'
  const is_seen = state === 'indexed'
  return {
    ...link,
    state,
    indexed,
    credit: reserved ? (is_seen ? 'consumed' : 'released') : link.credit,
    looks: is_seen ? LOOK_DAYS.indexOf(answerDay(link.sent_at!, at)) + 1 : LOOK_DAYS.length,
    next_look_at: null,
    settled_at: now,
    moves: reserved ? (is_seen ? 'consume' : 'release') : null,
  }
}
