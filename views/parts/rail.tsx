import { DAY, plus, type Time } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { weekday } from './format.ts'

type RailProps = {
  sent_at: Time | null
  days: readonly number[]
  now: Time
  /** Links are still going out, so day 0 is not over. */
  sending?: boolean
  /** What is said of a day in place of its name. */
  told?: ReadonlyMap<number, readonly Child[]> | undefined
  zone?: string
}
const NAMES = ['Sent', 'First look', 'Second look', 'Settled']

/** The guarantee as dates: what each look found, which are to come, and when unseen links give their credit back. */
export function DayRail({ sent_at, days, now, sending, told, zone = 'UTC' }: RailProps) {
  const stops = [0, ...days].map((day) => ({ day, at: sent_at && plus(sent_at, day * DAY) }))
  const next = stops.findIndex((stop) => !stop.at || stop.at > now)
  const current = sending ? 0 : next === -1 ? stops.length : next
  const nameOf = (at: number) => (at === stops.length - 1 ? NAMES[3] : (NAMES[at] ?? 'Check'))
  const linesOf = (day: number, at: number): readonly Child[] => {
    const lines = told?.get(day) ?? []
    return lines.length > 0 ? lines : [nameOf(at)]
  }
  return (
    <ol class="rail">
      {stops.map((stop, at) => (
        <li class={at < current ? 'past' : at === current ? 'current' : ''} aria-current={at === current && 'step'}>
          <b>Day {stop.day}</b>
          {linesOf(stop.day, at).map((line) => (
            <span>{line}</span>
          ))}
          <span>{stop.at ? weekday(stop.at, zone) : 'to come'}</span>
        </li>
      ))}
    </ol>
  )
}
