import { say } from '../../src/kernel/language/say.ts'
import { StatusChip } from '../parts/chips.tsx'
import { hx } from '../parts/hx.ts'
import { Banner } from '../parts/page/card.tsx'
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
const Cancel = ({ job, facts, base, can_write, zone: to }: LiveProps) => (
  <>
    {can_write && facts.cancel && !facts.undo_until && (
      <Banner
        action={
          <Ask to={to} act="cancel" job={job} base={base} cancel={cancelFacts(facts, job)} class="btn small">
            {job.type === 'check' ? say(to, 'Cancel check') : say(to, 'Cancel push')}
          </Ask>
        }
      >
        {say(to, '{left} of {n, plural, one {# link} other {# links}} can still be cancelled.', {
          ...{ left: facts.cancel.links, n: job.link_count },
        })}
      </Banner>
    )}
  </>
)

/** Answer to the poll: the content, and status, menu and act of the head. */
export const JobProgress = (props: LiveProps & Pick<JobProps, 'can_delete'>) => (
  <>
    <JobLiveContent {...props} />
    <hx-partial hx-target="#job-status" hx-swap="innerHTML">
      <StatusChip to={props.zone} job={props.job} now={props.now} />
    </hx-partial>
    <hx-partial hx-target="#page-acts" hx-swap="innerMorph">
      <HeadActs to={props.zone} act={actOf(props)} menu={menuOf(props)} />
    </hx-partial>
  </>
)

function polling({ job, progress, ptag, checking }: JobProps): Record<string, string> {
  const checks = checking !== undefined && checking.total > 0
  if (!progress || (isFinished(job) && !checks)) return {}
  const every = isRunning(job) || checks ? '3s' : '60s'
  return hx({ get: progress, trigger: `every ${every}`, swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
}
