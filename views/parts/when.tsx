import type { Time } from '../../src/kernel/clock.ts'
import { dayTime, many } from './format.ts'

/** A moment in the workspace's zone, with the exact UTC in its title; a dash when it has not come. */
export const When = ({ time, zone = 'UTC' }: { time: Time | null; zone?: string }) =>
  time === null ? (
    <span class="muted">–</span>
  ) : (
    <time datetime={time} title={`${time.slice(0, 19).replace('T', ' ')} UTC`}>
      {dayTime(time, zone)}
    </time>
  )

/** What an action costs, before it is taken: `1 check credit`. */
export const Cost = ({ credits, kind }: { credits: number; kind: 'index' | 'check' }) => (
  <span class="nowrap">{many(credits, `${kind} credit`)}</span>
)
