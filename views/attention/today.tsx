/** Today: the rate of the last complete week, when credits run out, what needs attention, and clients off their usual. */

import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { DashboardData } from '../../src/features/attention/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { Job } from '../jobs/shapes.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { SimulatedBanner } from '../parts/page/card.tsx'
import { Checklist, type Task } from '../parts/page/steps.tsx'
import { hourIn } from '../parts/text/format.ts'
import { CaseList, type CaseListProps } from './case-list.tsx'
import { type Forecast, RateHeadline } from './headline.tsx'
import { OffUsual } from './off-usual.tsx'
import type { Weeks } from './weeks.ts'

export type TodayProps = Pick<DashboardData, 'clients' | 'jobs' | 'simulated'> &
  CaseListProps & {
    weeks: Weeks
    pushes: readonly Job[]
    forecast: Forecast
    checklist: readonly Task[]
    /** Base path of the workspace's pages. */
    base: string
    now: Time
    zone: string
  }

export function Today({ clients, jobs, simulated, checklist, base, zone, ...rest }: TodayProps) {
  const { weeks, pushes, forecast, now, ...sheet } = rest
  const { cases, desk, can_write } = sheet
  const fresh = jobs === 0 && can_write
  return (
    <>
      {simulated && <SimulatedBanner />}
      {checklist.some(({ done }) => !done) && <Setup checklist={checklist} base={base} />}
      {fresh ? <FirstPush base={base} /> : <RateHeadline {...{ weeks, pushes, forecast, base, now, zone }} />}
      {(!fresh || cases.open.length + cases.seen.length > 0) && <CaseList {...sheet} />}
      {clients.length > 0 && (
        <OffUsual
          clients={clients}
          base={base}
          zone={zone}
          placeOf={({ id }) => `${desk.may.give ? `${base}/clients` : '/app/w'}/${id}`}
        />
      )}
    </>
  )
}

const Setup = ({ checklist, base }: Pick<TodayProps, 'checklist' | 'base'>) => (
  <Section
    title="Set up this install"
    aside={<Post action={`${base}/setup/dismiss`} class="btn small quiet" label="Hide checklist" />}
  >
    <Checklist tasks={checklist} />
  </Section>
)

const FirstPush = ({ base }: { base: string }) => (
  <Section title="Your first push">
    <EmptyState icon="send" act={<a href={`${base}/push`}>Choose links</a>}>
      Paste links or a sitemap. Links that are not indexed by day {LAST_LOOK_DAY} are refunded.
    </EmptyState>
  </Section>
)

/** Good morning until noon, good evening from six, by the person's clock. */
export function greeting(now: string, zone = 'UTC'): string {
  const hour = hourIn(now, zone)
  return hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}
