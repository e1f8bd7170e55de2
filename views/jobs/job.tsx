import { LinkButton } from '../parts/button.tsx'
import { Banner, SimulatedBanner } from '../parts/page/card.tsx'
import { Rename, Shared } from './job-head.tsx'
import { JobIndexNow } from './job-indexnow.tsx'
import { JobLinks } from './job-links.tsx'
import { JobLive } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import { isBlocked, jobHref } from './shapes.ts'
import { UndoBar } from './undo.tsx'

/** Content below the head: outcome by day, by cause and by link. */
export function JobPage(props: JobProps) {
  const { job, base, can_write } = props
  return (
    <>
      {can_write && <Rename job={job} action={`${jobHref(base, job)}/rename`} />}
      {props.undo && <UndoBar {...props.undo} />}
      {job.simulated && <SimulatedBanner />}
      {job.note && <Held {...props} />}
      {props.sections}
      <Shared {...props} />
      <JobLive {...props} />
      <JobLinks {...props} />
      {props.ends}
      <JobIndexNow {...props} />
    </>
  )
}

/** Why the job waits; the operator also gets a link to suppliers. */
const Held = ({ job, suppliers_href }: JobProps) => (
  <Banner
    tone={isBlocked(job) ? 'warn' : undefined}
    action={isBlocked(job) && suppliers_href && <LinkButton href={suppliers_href} label="Open suppliers" />}
  >
    {isBlocked(job) && <b>Waiting to send. </b>}
    {job.note}
  </Banner>
)
