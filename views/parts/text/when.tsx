import type { Time } from '../../../src/kernel/time/clock.ts'
import { ago, dayTime, exactly, isRead } from './format.ts'

type WhenProps = {
  time: Time | null
  /** As `zoneIn` writes it; with the moment of reading in it, near moments say how far they are. */
  zone?: string
  /** For sentences and for records, where the minute counts: the moment itself. */
  exact?: boolean
}

/**
 * A moment as the person reads it: `2 h ago`, with the exact one in its title, for screen readers, and in sight once its
 * row or it is reached by the keyboard. A dash when it has not come.
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
