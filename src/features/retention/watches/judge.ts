/** When a watched link is dropped: the rules alone, without rows. */
import { between, DAY, HOUR, plus, type Time } from '../../../kernel/time/clock.ts'
import { nextDue, stepAt } from '../grid.ts'
import type { WatchRow } from '../tables.ts'

/** `vantage`: who was asked, how and in which country. */
export type Answer = { indexed: 'yes' | 'no' | 'unknown'; is_inspection: boolean; vantage: string; at: Time }

type Judged = Pick<
  WatchRow,
  | 'link_id'
  | 'first_seen_at'
  | 'state'
  | 'entered'
  | 'counted'
  | 'is_over'
  | 'due_at'
  | 'rank'
  | 'streak'
  | 'vantage'
  | 'last_yes_at'
  | 'first_no_at'
  | 'last_no_at'
  | 'dropped_at'
  | 'returned_at'
>

/** `flips`: noes that this answer refutes. `is_new_vantage`: the day is marked on the curve. */
export type Verdict<W> = { watch: W; flips: number; is_new_vantage: boolean }

/** Days after the first no. */
const CONFIRMED_ON = [1, 3, 7]
/** Noes closer together may have one cause. */
const APART = DAY
/** A no that a yes follows within these days was false. */
const FLIP = 7 * DAY

const age = ({ first_seen_at }: { first_seen_at: Time }, at: Time): number => between(first_seen_at, at) / DAY

/** The link after an answer; `needed`: noes in a row that make a drop. An unknown neither counts nor resets. */
export function judge<W extends Judged>(watch: W, answer: Answer, needed: number): Verdict<W> {
  const same = { flips: 0, is_new_vantage: watch.vantage !== null && watch.vantage !== answer.vantage }
  if (answer.indexed === 'unknown')
    return { watch: { ...watch, due_at: plus(answer.at, DAY) }, flips: 0, is_new_vantage: false }
  if (answer.indexed === 'yes') return seen(watch, answer, same)
  const { vantage } = answer
  if (watch.state === 'dropped')
    return { watch: { ...watch, vantage, streak: 0, due_at: next(watch, answer.at) }, ...same }
  // A first no of another engine, method or country says that the question changed, not the page.
  if (same.is_new_vantage) return { watch: { ...watch, vantage, rank: 0, due_at: plus(answer.at, DAY) }, ...same }
  return { watch: missed(watch, answer, answer.is_inspection ? 2 : needed), ...same }
}

function seen<W extends Judged>(
  watch: W,
  { at, vantage, is_inspection }: Answer,
  same: Omit<Verdict<W>, 'watch'>,
): Verdict<W> {
  if (watch.state === 'dropped') {
    // While dropped, the streak counts yeses.
    const back = is_inspection || watch.streak > 0
    const due_at = back ? next(watch, at) : plus(at, DAY)
    const state = back ? ('returned' as const) : watch.state
    const returned = back
      ? { returned_at: at, streak: 0, first_no_at: null, last_no_at: null, rank: 1 }
      : { streak: 1, rank: 0 }
    return {
      watch: { ...watch, ...returned, state, due_at, vantage, last_yes_at: back ? at : watch.last_yes_at },
      ...same,
    }
  }
  const flips = watch.first_no_at && between(watch.first_no_at, at) <= FLIP ? watch.streak : 0
  const counted = watch.is_over ? watch.counted : stepAt(age(watch, at))
  const entered = watch.entered ?? (watch.is_over ? null : counted)
  const cleared = { streak: 0, first_no_at: null, last_no_at: null, last_yes_at: at, rank: 1 }
  const state =
    watch.state === 'suspect' ? (watch.returned_at ? ('returned' as const) : ('kept' as const)) : watch.state
  return { watch: { ...watch, ...cleared, state, entered, counted, vantage, due_at: next(watch, at) }, ...same, flips }
}

function missed<W extends Judged>(watch: W, { at, vantage }: Answer, needed: number): W {
  if (watch.last_no_at && between(watch.last_no_at, at) < APART - HOUR)
    return { ...watch, due_at: plus(watch.last_no_at, APART) }
  const first_no_at = watch.first_no_at ?? at
  const streak = watch.streak + 1
  const found = { ...watch, vantage, streak, first_no_at, last_no_at: at }
  if (streak >= needed) return dropped(found, at)
  const on = plus(first_no_at, CONFIRMED_ON[Math.min(streak, CONFIRMED_ON.length) - 1]! * DAY)
  return { ...found, state: 'suspect' as const, rank: 0, due_at: [on, plus(at, APART)].sort()[1]! }
}

/** A drop lies between the last yes and the first no; its life on the curve ends at the step of the first no. */
export function dropped<W extends Judged>(watch: W, at: Time): W {
  const counted =
    watch.is_over || watch.counted === null
      ? watch.counted
      : Math.max(stepAt(age(watch, watch.first_no_at!)), watch.counted + 1)
  return {
    ...watch,
    state: 'dropped' as const,
    counted,
    is_over: 1,
    dropped_at: at,
    streak: 0,
    rank: 1,
    due_at: next(watch, at),
  }
}

const next = (watch: Judged, at: Time): Time | null => nextDue(watch, at)
