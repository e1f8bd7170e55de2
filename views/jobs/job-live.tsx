import { StatusChip } from '../parts/chips.tsx'
import { hx } from '../parts/hx.ts'
import { Banner } from '../parts/page/card.tsx'
import { many, number } from '../parts/text/format.ts'
import { HeadActs } from '../shell.tsx'
import { JobCauses } from './job-causes.tsx'
import { actOf, menuOf } from './job-head.tsx'
import type { JobProps, LiveProps } from './job-props.ts'
import { JobStrip } from './job-strip.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { Ask, cancelFacts } from './questions.tsx'
import { isFinished, isRunning } from './shapes.ts'

/** The polled part of the page. It morphs, so that nothing flickers. */
export const JobLive = (props: JobProps) => (
  <div id="job-live" data-status={props.job.status} {...polling(props)}>
    <JobLiveContent {...props} />
  </div>
)

const JobLiveContent = (props: LiveProps) => (
  <>
    <JobStrip {...props} />
    <Cancel {...props} />
    {props.job.type === 'index' && (
      <>
        <JobTimeline {...props} />
        <JobCauses {...props} />
      </>
    )}
  </>
)

/** Offered while something can be cancelled; in its first seconds an order is undone as a whole instead. */
const Cancel = ({ job, facts, base, can_write }: LiveProps) => (
  <>
    {can_write && facts.cancel && !facts.undo_until && (
      <Banner
        action={
          <Ask act="cancel" job={job} base={base} cancel={cancelFacts(facts, job)} class="btn small">
            {job.type === 'check' ? 'Cancel check' : 'Cancel push'}
          </Ask>
        }
      >
        {`${number(facts.cancel.links)} of ${many(job.link_count, 'link')} can still be cancelled.`}
      </Banner>
    )}
  </>
)

/** Answer to the poll: the content, and status, menu and act of the head. */
export const JobProgress = (props: LiveProps & Pick<JobProps, 'can_delete'>) => (
  <>
    <JobLiveContent {...props} />
    <hx-partial hx-target="#job-status" hx-swap="innerHTML">
      <StatusChip job={props.job} now={props.now} />
    </hx-partial>
    <hx-partial hx-target="#page-acts" hx-swap="innerMorph">
      <HeadActs act={actOf(props)} menu={menuOf(props)} />
    </hx-partial>
  </>
)

function polling({ job, progress, ptag, checking }: JobProps): Record<string, string> {
  const checks = checking !== undefined && checking.total > 0
  if (!progress || (isFinished(job) && !checks)) return {}
  const every = isRunning(job) || checks ? '3s' : '60s'
  return hx({ get: progress, trigger: `every ${every}`, swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
}
