import { between, DAY, HOUR, plus, type Time } from '../../kernel/clock.ts'
import type { EngineSlot, Indexed, LinkCredit, LinkState } from '../jobs/index.ts'
import { LOOK_DAYS } from '../plans/index.ts'

/** The engine whose word the guarantee is about. What any other sees is kept as a sighting, and settles nothing. */
export const GUARANTEE_ENGINE = 'scan_standard' satisfies EngineSlot

/** A look that fails is repeated until this day; then the credit goes back, in the customer's favour. */
export const LAST_DAY = 10

const RETRY_AFTER = 6 * HOUR

/** When the next look is due after `looks` of them were taken, or null once every look has been. */
export function nextLookAt(sent_at: Time, looks: number): Time | null {
  const day = LOOK_DAYS[looks]
  return day === undefined ? null : plus(sent_at, day * DAY)
}

/** The look day that a link of this age is due for: a late look is simply made, as the latest one that has come. */
export function dayFor(sent_at: Time, now: Time): number {
  const age = between(sent_at, now) / DAY
  return LOOK_DAYS.findLast((day) => day <= age) ?? LOOK_DAYS[0]
}

export type WatchedLink = {
  id: number
  batch_id: string | null
  state: LinkState
  indexed: Indexed
  credit: LinkCredit | null
  sent_at: Time | null
  looks: number
  next_look_at: Time | null
  settled_at: Time | null
}

/** What becomes of the link, and of the credit that is set aside for it. */
export type Settled = WatchedLink & { moves: 'consume' | 'release' | null }

/**
 * The credit-back guarantee. Seen: the credit is used. Not seen at an age of seven days or more: it goes back.
 * `unknown` never moves a credit before day 10. Only a link that is `sent` and still reserved moves anything, so that
 * settling twice settles once.
 */
export function settleGuarantee(link: WatchedLink, seen: Indexed, now: Time): Settled {
  if (link.state !== 'sent' || !link.sent_at) return { ...link, moves: null }
  const age = between(link.sent_at, now) / DAY
  if (seen === 'yes') return settled(link, 'indexed', 'yes', 'consume', now)
  if (seen === 'no' && age >= LOOK_DAYS[2]) return settled(link, 'not_indexed', 'no', 'release', now)
  if (seen === 'unknown' && age >= LAST_DAY) return settled(link, 'not_indexed', link.indexed, 'release', now)
  if (seen === 'unknown') return { ...link, next_look_at: plus(now, RETRY_AFTER), moves: null }
  const looks = LOOK_DAYS.filter((day) => day <= age).length
  return { ...link, indexed: 'no', looks, next_look_at: nextLookAt(link.sent_at, looks), moves: null }
}

/**
 * Whether a "no" is only half the proof: search results miss pages now and then, so on the last look the same question
 * is put once more before a credit goes back. Google's own inspection is believed at once.
 */
export function needsConfirmation(
  link: WatchedLink,
  look: { indexed: string; method: string | null; confirms: number | null },
  now: Time,
): boolean {
  const last = link.sent_at !== null && between(link.sent_at, now) / DAY >= LOOK_DAYS[2]
  const open = link.state === 'sent' && link.credit === 'reserved'
  return open && last && look.indexed === 'no' && look.method === 'search_result' && look.confirms === null
}

/**
 * A look that the customer asked for. A yes settles like any other; a no or an unknown only says what was seen and
 * never gives a credit back.
 */
export function settleRecheck(link: WatchedLink, seen: Indexed, now: Time): Settled {
  if (seen === 'unknown') return { ...link, moves: null }
  if (seen === 'no') return { ...link, indexed: 'no', moves: null }
  if (link.state === 'sent') return settled(link, 'indexed', 'yes', 'consume', now)
  if (link.state !== 'not_indexed') return { ...link, indexed: 'yes', moves: null }
  // A credit that went back stays back, and so does its day; a link that nothing covers is indexed from now on.
  const settled_at = link.credit === 'released' ? link.settled_at : now
  return { ...link, state: 'indexed', indexed: 'yes', settled_at, moves: null }
}

function settled(
  link: WatchedLink,
  state: LinkState,
  indexed: Settled['indexed'],
  move: 'consume' | 'release',
  now: Time,
): Settled {
  const reserved = link.credit === 'reserved'
  return {
    ...link,
    state,
    indexed,
    credit: reserved ? (move === 'consume' ? 'consumed' : 'released') : link.credit,
    looks:
      state === 'indexed' ? LOOK_DAYS.filter((day) => plus(link.sent_at!, day * DAY) <= now).length : LOOK_DAYS.length,
    next_look_at: null,
    settled_at: now,
    moves: reserved ? move : null,
  }
}
