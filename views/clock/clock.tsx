/** For the platform admin: what the install does while its clock cannot be believed, and the way on. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DOUBT_ADVICE } from '../../src/kernel/time/clock-doubt.ts'
import type { getClock } from '../../src/operations/system/get-clock.ts'
import { Banner, Card, CardBody, Empty } from '../parts/card.tsx'
import { many } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'

export type ClockProps = { clock: AnswerOf<typeof getClock>; self: string }

export const ClockPage = ({ clock: { doubt, waiting }, self }: ClockProps) => (
  <>
    <PageHead title="Clock" sub="Pushes, checks, credits and stored results depend on it." />
    {doubt ? (
      <>
        <Banner tone="bad" icon="clock">
          {doubt.message} {waiting && waitingWords(waiting)}
        </Banner>
        <Card title="Next step">
          <CardBody>
            <p>{DOUBT_ADVICE}</p>
            <p>Stored times in the future are corrected when work continues.</p>
            <Post action={self} class="btn primary">
              The clock is right
            </Post>
          </CardBody>
        </Card>
      </>
    ) : (
      <Empty icon="check">The clock is right. Nothing waits for it.</Empty>
    )}
  </>
)

/** What is held while the clock is in doubt. */
function waitingWords({ pushes, links, checks }: NonNullable<ClockProps['clock']['waiting']>): string {
  const unsent = `${many(pushes, 'push waits', 'pushes wait')} with ${many(links, 'unsent link')}`
  return `${unsent}; ${many(checks, 'push waits', 'pushes wait')} for checks.`
}
