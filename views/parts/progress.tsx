import { between, HOUR, MINUTE, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { many, number } from './text/format.ts'

/**
 * Progress of a job. The spoken line changes at quarter steps only, so that a screen reader does not repeat it
 * constantly. The id keeps the same node through a morph, so that the bar moves instead of blinking.
 */
export const Progress = ({ id, label, value, max }: { id: string; label: string; value: number; max: number }) => (
  <>
    <progress class="progress" id={id} value={String(value)} max={String(Math.max(1, max))} aria-label={label}>
      {`${number(value)} of ${number(max)}`}
    </progress>
    <p class="vh" role="status">
      {`${label}: ${Math.floor((4 * value) / Math.max(1, max)) * 25}% of ${many(max, 'link')}`}
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

/** `About 2 min left.`, at the pace until now; empty while that says nothing. */
export function timeLeft({ done, all, since, now }: { done: number; all: number; since: Time; now: Time }): string {
  const took = between(since, now)
  if (done <= 0 || done >= all || took < 2 * SECOND || took > TOO_LONG) return ''
  const left = (took * (all - done)) / done
  if (left > TOO_LONG) return ''
  if (left < 90 * SECOND) return `About ${Math.max(1, Math.ceil(left / SECOND / 10)) * 10} s left.`
  return left < 90 * MINUTE
    ? `About ${Math.round(left / MINUTE)} min left.`
    : `About ${Math.round(left / HOUR)} h left.`
}
