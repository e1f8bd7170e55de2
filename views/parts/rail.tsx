import { DAY, plus, type Time } from '../../src/kernel/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { number, weekday } from './format.ts'

/** What the looks of a day have found so far, and how many links wait for theirs; `href` opens what was found. */
export type Found = { day: number; seen: number; waiting: number; href?: string | undefined }

type RailProps = {
  sent_at: Time | null
  days: readonly number[]
  now: Time
  /** Links are still going out, so day 0 is not over. */
  sending?: boolean
  found?: readonly Found[]
  zone?: string
}
const NAMES = ['Sent', 'First look', 'Second look', 'Settled']

/** The guarantee as dates: what each look found, which are to come, and when unseen links give their credit back. */
export function DayRail({ sent_at, days, now, sending, found = [], zone = 'UTC' }: RailProps) {
  const stops = [0, ...days].map((day) => ({ day, at: sent_at && plus(sent_at, day * DAY) }))
  const next = stops.findIndex((stop) => !stop.at || stop.at > now)
  const current = sending ? 0 : next === -1 ? stops.length : next
  return (
    <ol class="rail">
      {stops.map((stop, at) => (
        <li class={at < current ? 'past' : at === current ? 'current' : ''} aria-current={at === current && 'step'}>
          <b>Day {stop.day}</b>
          <span>
            {foundWord(found.find(({ day }) => day === stop.day)) ??
              (at === stops.length - 1 ? NAMES[3] : (NAMES[at] ?? 'Look'))}
          </span>
          <span>{stop.at ? weekday(stop.at, zone) : 'to come'}</span>
        </li>
      ))}
    </ol>
  )
}

/** Looks add up: what was seen on day 1 is seen on day 3. */
function foundWord(found: Found | undefined): Child {
  if (!found || (found.seen === 0 && found.waiting > 0)) return null
  const word = found.waiting > 0 ? `${number(found.seen)} so far` : `${number(found.seen)} indexed`
  return found.href ? <a href={found.href}>{word}</a> : word
}
