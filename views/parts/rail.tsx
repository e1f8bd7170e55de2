import { DAY, plus, type Time } from '../../src/kernel/clock.ts'
import { day as dayOf } from './format.ts'

/** `sending`: links are still going out, so day 0 is not over. */
type RailProps = { sent_at: Time | null; days: readonly number[]; now: Time; sending?: boolean; zone?: string }
const NAMES = ['Sent', 'First look', 'Second look', 'Settled']

/** The guarantee as dates: which look comes when, and the day on which unseen links give their credit back. */
export function DayRail({ sent_at, days, now, sending, zone = 'UTC' }: RailProps) {
  const stops = [0, ...days].map((day) => ({ day, at: sent_at && plus(sent_at, day * DAY) }))
  const next = stops.findIndex((stop) => !stop.at || stop.at > now)
  const current = sending ? 0 : next === -1 ? stops.length : next
  return (
    <ol class="rail">
      {stops.map((stop, at) => (
        <li class={at < current ? 'past' : at === current ? 'current' : ''} aria-current={at === current && 'step'}>
          <b>Day {stop.day}</b>
          <span>{at === stops.length - 1 ? NAMES[3] : (NAMES[at] ?? 'Look')}</span>
          <span>{stop.at ? dayOf(stop.at, zone) : 'to come'}</span>
        </li>
      ))}
    </ol>
  )
}
