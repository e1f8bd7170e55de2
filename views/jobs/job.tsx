import { Banner, SimulatedBanner } from '../parts/card.tsx'
import { JobHead } from './job-head.tsx'
import { JobIndexNow } from './job-indexnow.tsx'
import { JobLinks } from './job-links.tsx'
import { JobLive } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import { UndoBar } from './undo.tsx'

export function JobPage(props: JobProps) {
  const { job } = props
  return (
    <>
      <JobHead {...props} />
      {props.undo && <UndoBar {...props.undo} />}
      {job.simulated && <SimulatedBanner />}
      {job.note && <Banner>{job.note}</Banner>}
      <JobLive {...props} />
      <JobLinks {...props} />
      <JobIndexNow {...props} />
    </>
  )
}
