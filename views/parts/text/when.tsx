import type { Time } from '../../../src/kernel/time/clock.ts'
import { ago, dayTime, exactly, isRead } from './format.ts'

type WhenProps = {
  time: Time | null
  /** A string of `readerOf`; with the time of reading in it, near dates are relative. */
  zone?: string
  /** Writes the exact time, for sentences and records where the minute counts. */
  exact?: boolean
}

/**
 * A time as the person reads it: `2 h ago`. The exact time is in its title, for screen readers, and visible while the
 * keyboard focus is on it or its row. A dash when there is none.
 */
export function When({ time, zone = 'UTC', exact }: WhenProps) {
  if (time === null) return <span class="muted">–</span>
  const whole = exactly(time, zone)
  if (exact || !isRead(zone))
    return (
      <time datetime={time} title={whole}>
        {dayTime(time, zone)}
      </time>
    )
  return (
    <time class="ago" datetime={time} title={whole}>
      {`${ago(time, zone)} `}
      <span class="exact">{`(${whole})`}</span>
    </time>
  )
}
