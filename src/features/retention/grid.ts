/** The days after a link was first seen on which it is checked again: 14, 30, 60, 90, then every 30. */
import { between, DAY, plus, type Time } from '../../kernel/time/clock.ts'

const FIRST = [0, 14, 30, 60, 90]
/** Watching ends after two years. */
export const MOST_DAYS = 730
/** Checks spread over this share of the time since the step before, to both sides. */
const JITTER = 0.1

export const dayOfStep = (step: number): number => FIRST[step] ?? 90 + 30 * (step - 4)

const slack = (step: number): number => JITTER * (dayOfStep(step) - dayOfStep(step - 1))

/** The step for which an answer at this age counts, in days. */
export function stepAt(age: number): number {
  let step = 0
  while (dayOfStep(step + 1) - slack(step + 1) <= age + 1e-6) step++
  return step
}

/** The same link has the same place in the spread at each start of the program. */
function placeOf(link_id: number, step: number): number {
  const mixed = Math.imul(link_id ^ Math.imul(step + 1, 0x9e3779b1), 0x85ebca6b)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}

/** When a link is due for a step. */
export function dueAt({ link_id, first_seen_at }: { link_id: number; first_seen_at: Time }, step: number): Time {
  const days = dayOfStep(step) + (2 * placeOf(link_id, step) - 1) * slack(step)
  return plus(first_seen_at, Math.round(days * DAY))
}

/** The next check of a link, or null when watching ends before. */
export function nextDue(link: { link_id: number; first_seen_at: Time }, now: Time): Time | null {
  const step = stepAt(between(link.first_seen_at, now) / DAY) + 1
  return dayOfStep(step) > MOST_DAYS ? null : dueAt(link, step)
}

/** The first check of a link that is watched later than it was first seen: within two weeks. */
export const entryDue = (link_id: number, now: Time): Time => plus(now, Math.round(placeOf(link_id, 0) * 14 * DAY))

/** Checks of a link of this age in the coming days, if its answers are all yes. */
export function checksAhead(age: number, days: number): number {
  const isLate = age > dayOfStep(1)
  let n = isLate ? 1 : 0
  for (let step = stepAt(age) + 1; dayOfStep(step) <= Math.min(age + days, MOST_DAYS); step++) n++
  return n
}
