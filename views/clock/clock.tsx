/** For the platform admin: what the install does while its clock cannot be believed, and the way on. */
import { DOUBT_ADVICE, type Doubt, doubtInWords } from '../../src/kernel/time/clock-doubt.ts'
import { Banner, Card, CardBody, Empty } from '../parts/card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'

export type ClockProps = { doubt: Doubt | null; self: string }

export const ClockPage = ({ doubt, self }: ClockProps) => (
  <>
    <PageHead title="The clock" sub="Orders, looks, credits and what is kept for a while go by it." />
    {doubt ? (
      <>
        <Banner tone="bad" icon="clock">
          {doubtInWords(doubt)}
        </Banner>
        <Card title="What to do">
          <CardBody>
            <p>{DOUBT_ADVICE}</p>
            <p>Times in the future that are stored already are set right once it goes on.</p>
            <Post action={self} class="btn primary">
              The clock is right
            </Post>
          </CardBody>
        </Card>
      </>
    ) : (
      <Empty icon="check">The clock follows the latest time that was seen. Nothing is held.</Empty>
    )}
  </>
)
