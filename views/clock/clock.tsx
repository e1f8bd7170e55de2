/** For the operator: pushes that wait while the clock is in doubt, and the next steps. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DOUBT_ADVICE } from '../../src/kernel/time/clock-doubt.ts'
import type { getClock } from '../../src/operations/system.ts'
import { EmptyState } from '../kit/fold.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'

export type Clock = AnswerOf<typeof getClock>

export const ClockPage = ({ doubt, waiting }: Clock) =>
  doubt ? (
    <>
      <Banner tone="bad" icon="clock">
        {doubt.message} {waiting && waitingWords(waiting)}
      </Banner>
      <p>{DOUBT_ADVICE}</p>
      <p>Stored times in the future are corrected when work continues.</p>
    </>
  ) : (
    <EmptyState icon="check">The clock is right. Nothing waits for it.</EmptyState>
  )

function waitingWords({ pushes, links, checks }: NonNullable<Clock['waiting']>): string {
  const unsent = `${many(pushes, 'push waits', 'pushes wait')} with ${many(links, 'unsent link')}`
  return `${unsent}; ${many(checks, 'push waits', 'pushes wait')} for checks.`
}
