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

/** What the poll answers: the content alone. When a job finishes, answer with `HX-Refresh: true` instead. */
export const JobLiveContent = (props: LiveProps) => (
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

function polling({ job, progress, ptag }: JobProps): Record<string, string> {
  if (!progress || isFinished(job)) return {}
  const every = isRunning(job) ? '3s' : '60s'
  return hx({ get: progress, trigger: `every ${every}`, swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
}
