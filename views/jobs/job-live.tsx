import { StatusChip } from '../parts/chips.tsx'
import { hx } from '../parts/hx.ts'
import { JobCauses } from './job-causes.tsx'
import type { JobProps, LiveProps } from './job-props.ts'
import { JobStrip } from './job-strip.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { isFinished, isRunning } from './shapes.ts'

/** What changes while a job is at work: the page asks for it again and morphs, so nothing blinks. */
export const JobLive = (props: JobProps) => (
  <div id="job-live" data-status={props.job.status} {...polling(props)}>
    <JobLiveContent {...props} />
  </div>
)

const JobLiveContent = (props: LiveProps) => (
  <>
    <JobStrip {...props} />
    {props.job.type === 'index' && (
      <>
        <JobTimeline {...props} />
        <JobCauses {...props} />
      </>
    )}
  </>
)

/** What the poll answers: the content, and the status for the head. When a job finishes, the page is loaded afresh. */
export const JobProgress = (props: LiveProps) => (
  <>
    <JobLiveContent {...props} />
    <hx-partial hx-target="#job-status" hx-swap="innerHTML">
      <StatusChip job={props.job} now={props.now} />
    </hx-partial>
  </>
)

function polling({ job, progress, ptag }: JobProps): Record<string, string> {
  if (!progress || isFinished(job)) return {}
  const every = isRunning(job) ? '3s' : '60s'
  return hx({ get: progress, trigger: `every ${every}`, swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
}
