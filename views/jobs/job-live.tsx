import { countOf } from '../../src/domains/jobs/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { Bar, Legend, Progress } from '../parts/bar.tsx'
import { Card, CardBody, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { many, number, signed } from '../parts/format.ts'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { DayRail } from '../parts/rail.tsx'
import { When } from '../parts/when.tsx'
import type { JobProps } from './job-props.ts'
import { isFinished, isRunning, type Job, type JobDetail, outcomeParts } from './shapes.ts'

/** The moving part of a job's page. While the job is at work it asks for itself again and morphs, so nothing blinks. */
export const JobLive = (props: JobProps) => (
  <div id="job-live" data-status={props.job.status} {...polling(props)}>
    <JobLiveContent {...props} />
  </div>
)

/** What the poll answers: the content alone. When a job finishes, answer with `HX-Refresh: true` instead. */
export const JobLiveContent = ({ job, now, zone = 'UTC' }: Pick<JobProps, 'job' | 'now' | 'zone'>) => (
  <div class="grid" data-status={job.status}>
    <ProgressCard job={job} zone={zone} />
    <Card class="w7" title="Outcome">
      <CardBody>
        <Bar large parts={outcomeParts(job.outcome, job.type)} />
        <Legend parts={outcomeParts(job.outcome, job.type)} />
        {job.indexnow.eligible > 0 && <IndexNow indexnow={job.indexnow} />}
      </CardBody>
    </Card>
    {job.type === 'index' && (
      <Card
        class={job.comparison.before === null ? undefined : 'w7'}
        title="Credit-back guarantee"
        aside={<Covered job={job} />}
      >
        <CardBody>
          {isFinished(job) && job.sent_at === null ? (
            <p class="muted">No link was sent, so there is nothing to look for, and every index credit is back.</p>
          ) : (
            <DayRail sent_at={job.sent_at} days={LOOK_DAYS} now={now} sending={isRunning(job)} zone={zone} />
          )}
          {job.drip_days > 0 && job.sent_at !== null && (
            <p class="hint">Each link's days count from the day it is sent; these are the first.</p>
          )}
        </CardBody>
      </Card>
    )}
    {job.comparison.before !== null && <BeforeAfter job={job} />}
  </div>
)

function polling({ job, progress, ptag }: JobProps): Record<string, string> {
  if (!progress || isFinished(job)) return {}
  const every = isRunning(job) ? '3s' : '60s'
  return hx({ get: progress, trigger: `every ${every}`, swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
}

function ProgressCard({ job, zone }: { job: JobDetail; zone: string }) {
  const { label, done, all } = progressOf(job)
  return (
    <Card class="w5" title="Progress">
      <CardBody>
        <p class="row spread">
          <span class={['row', isRunning(job) ? 'busy' : job.status !== 'cancelled' && 'good']}>
            {!isRunning(job) && <Icon name={job.status === 'cancelled' ? 'ban' : 'check'} />}
            <b>{doing(job)}</b>
          </span>
          <span>{`${number(done)} of ${number(all)}`}</span>
        </p>
        <Progress id="job-progress" label={label} value={done} max={all} />
        <p class="hint">
          {next(job)}
          {job.outcome.next_look_at && (
            <>
              {' '}
              Next look <When time={job.outcome.next_look_at} zone={zone} />.
            </>
          )}
        </p>
      </CardBody>
    </Card>
  )
}

/** Before sending, how far the stage has come; from then on, how many of the links that can be sent are out. */
function progressOf({ type, status, progress, outcome }: JobDetail) {
  if (status === 'preflight') return { label: 'Screened', done: progress.done, all: progress.total }
  if (status === 'checking' || type === 'check') return { label: 'Checked', done: progress.done, all: progress.total }
  const { links, states } = outcome
  const out = states.flagged + states.visible + states.cancelled
  return { label: 'Sent', done: states.sent + states.indexed + states.not_indexed + states.failed, all: links - out }
}

const DOING: Record<Job['status'], string> = {
  queued: 'Waiting to start',
  preflight: 'Screening the pages',
  checking: 'Asking the search engine',
  sending: 'Sending links',
  watching: 'All links sent',
  done: 'Settled',
  cancelled: 'Cancelled',
}

const doing = (job: Job): string =>
  job.type === 'check' && job.status === 'done' ? 'All links checked' : DOING[job.status]

function next(job: Job): string {
  if (job.status === 'done')
    return job.type === 'check' ? 'The answers are stored.' : 'Every link has its verdict and its credit is settled.'
  if (job.status === 'cancelled')
    return `Links that were not ${job.type === 'check' ? 'looked at' : 'sent'} gave their credit back.`
  if (job.status === 'watching') return 'Links not indexed by day 7 return their credit.'
  return job.type === 'check' ? 'You can close this page.' : 'You can close this page. Re-checks run on day 1, 3 and 7.'
}

function Covered({ job: { outcome, status } }: { job: Job }) {
  const { reserved, released } = outcome.credits
  if (isFinished({ status }))
    return released > 0 ? <Chip word={`${number(released)} returned`} icon="undo-2" tone="info" /> : null
  const open = countOf(outcome.states, 'waiting') - reserved
  const word = open > 0 ? `${number(reserved)} covered, ${number(open)} not` : `${number(reserved)} covered`
  return <Chip word={word} icon="shield-check" tone="ok" />
}

/** Over the links of which there is a snapshot from before the push. */
function BeforeAfter({ job }: { job: Job }) {
  const { before, after, gained, lost } = job.comparison
  return (
    <Card class="w5" title="Before and after">
      <CardBody>
        <Facts
          facts={[
            { label: 'Visible before this push', value: number(before ?? 0) },
            { label: 'Visible now', value: number(after ?? 0) },
            ...(lost ? [{ label: 'Lost', value: <span class="down">{number(lost)}</span> }] : []),
            { label: 'Gained', value: <span class={[gained && 'up']}>{signed(gained ?? 0)}</span>, class: 'total' },
          ]}
        />
      </CardBody>
    </Card>
  )
}

const IndexNow = ({ indexnow }: Pick<JobDetail, 'indexnow'>) => (
  <>
    <p class="hint">
      {`IndexNow: ${number(indexnow.sent)} of ${many(indexnow.eligible, 'link')} sent to `}
      {indexnow.hosts.map(({ host }) => host).join(', ')}
      {NOT_SENT.map(([name, words]) => indexnow[name] > 0 && `, ${number(indexnow[name])} ${words}`)}.
    </p>
    {indexnow.hosts.map(({ host, explanation }) => explanation && <p class="hint">{`${host}: ${explanation}`}</p>)}
  </>
)

const NOT_SENT = [
  ['queued', 'on their way'],
  ['skipped_24h', 'skipped as sent within 24 hours'],
  ['not_covered', 'outside the folder of the key file'],
  ['refused', 'refused'],
  ['failed', 'failed'],
] as const
