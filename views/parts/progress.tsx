import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { between, HOUR, MINUTE, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { percent } from './text/format.ts'

type ProgressProps = { to: Reader; id: string; label: string; value: number; max: number }

/**
 * Progress of a job. The spoken line changes at quarter steps only, so that a screen reader does not repeat it
 * constantly. The id keeps the same node through a morph, so that the bar moves instead of blinking.
 */
export const Progress = ({ to, id, label, value, max }: ProgressProps) => (
  <>
    <progress class="progress" id={id} value={String(value)} max={String(Math.max(1, max))} aria-label={label}>
      {say(to, '{seen} of {all}', { seen: value, all: max })}
    </progress>
    <p class="vh" role="status">
      {say(to, '{label}: {share} of {n, plural, one {# link} other {# links}}', {
        ...{ label, share: percent(Math.floor((4 * value) / Math.max(1, max)) / 4, to), n: max },
      })}
    </p>
  </>
)

/** Long work in one line, with its bar below: `more` says how long it takes. */
export const Working = ({ says, more, children }: { says: Child; more: string; children?: Child }) => (
  <div class="sending">
    <p>
      <b>{says}</b> <span class="muted">{more}</span>
    </p>
    {children}
  </div>
)

/** Work that began this long ago was interrupted, and its pace says nothing. */
const TOO_LONG = 12 * HOUR

type Pace = { done: number; all: number; since: Time; now: Time }

/** `About 2 min left.`, at the pace until now; empty while that says nothing. */
export function timeLeft({ done, all, since, now }: Pace, to: Reader = ENGLISH): string {
  const took = between(since, now)
  if (done <= 0 || done >= all || took < 2 * SECOND || took > TOO_LONG) return ''
  const left = (took * (all - done)) / done
  if (left > TOO_LONG) return ''
  if (left < 90 * SECOND) return say(to, 'About {n} s left.', { n: Math.max(1, Math.ceil(left / SECOND / 10)) * 10 })
  return left < 90 * MINUTE
    ? say(to, 'About {n} min left.', { n: Math.round(left / MINUTE) })
    : say(to, 'About {n} h left.', { n: Math.round(left / HOUR) })
}
