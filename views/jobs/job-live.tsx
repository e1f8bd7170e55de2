import { countOf } from '../../src/domains/jobs/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { daysBetween } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { Bar, Legend, Progress } from '../parts/bar.tsx'
import { Chip } from '../parts/chips.tsx'
import { many, number, percent, signed, weekday } from '../parts/format.ts'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { listHref, type Query } from '../parts/list.ts'
import { DayRail } from '../parts/rail.tsx'
import { When } from '../parts/when.tsx'
import type { JobProps } from './job-props.ts'
import { leavingParts, lookParts } from './rail-parts.ts'
import {
  isDripping,
  isFinished,
  isLookedAt,
  isRunning,
  type Job,
  type JobDetail,
  type JobSummary,
  jobHref,
  judgedOf,
  outcomeParts,
  seenOf,
} from './shapes.ts'

/** The strip of a job: while it is at work it asks for itself again and morphs, so nothing blinks. */
export const JobLive = (props: JobProps) => (
  <div id="job-live" data-status={props.job.status} {...polling(props)}>
    <JobLiveContent {...props} />
  </div>
)

type StripProps = Pick<JobProps, 'job' | 'facts' | 'base' | 'now' | 'zone'>

/** What the poll answers: the content alone. When a job finishes, answer with `HX-Refresh: true` instead. */
export const JobLiveContent = (props: StripProps) => {
  const { job, base } = props
  const parts = outcomeParts(job.outcome, job.type).map((part) => ({ ...part, href: listOf(base, job, part.filter) }))
  return (
    <section class="card strip" aria-label="Outcome" data-status={job.status}>
      <div class="body">
        <Figures {...props} />
        <Bar large parts={parts} />
        <Legend parts={parts} />
        {isRunning(job) && <AtWork job={job} />}
      </div>
      {job.type === 'index' && <Guarantee {...props} />}
      <Told {...props} />
    </section>
  )
}

/** The links of the job that a number counts, as its list is asked for them. */
const listOf = (base: string, job: Job, filter: Query): string => listHref(jobHref(base, job), {}, filter)

function polling({ job, progress, ptag }: JobProps): Record<string, string> {
  if (!progress || isFinished(job)) return {}
  const every = isRunning(job) ? '3s' : '60s'
  return hx({ get: progress, trigger: `every ${every}`, swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
}

/** `67% indexed · 16 of 24 · 8 credits back · 7 days`. */
function Figures({ job, facts: { timeline }, base, now }: StripProps) {
  const list = (filter: Query) => listOf(base, job, filter)
  const { outcome, comparison } = job
  const back = outcome.credits.released
  const looked = isLookedAt(job, timeline)
  const figures = [
    looked && (
      <a href={list(job.type === 'check' ? { indexed: 'yes' } : { state: 'indexed' })}>
        {`${number(seenOf(job))} of ${number(judgedOf(job))}`}
      </a>
    ),
    back > 0 && <a href={list({ credit: 'released' })}>{`${many(back, 'credit')} back`}</a>,
    ageOf(job, now),
    comparison.before !== null &&
      `visible before ${number(comparison.before)}, now ${number(comparison.after ?? 0)} (${signed((comparison.after ?? 0) - comparison.before)})`,
  ].filter((figure) => figure !== false && figure !== null)
  return (
    <div class="figures">
      <p>
        <b class="rate">{looked ? `${percent(outcome.indexed_rate)} indexed` : notYet(job)}</b>
        {figures.map((figure) => (
          <span>{figure}</span>
        ))}
      </p>
      {job.type === 'index' && <Covered job={job} />}
    </div>
  )
}

const notYet = (job: Job): string =>
  job.type === 'check'
    ? 'Nothing looked at yet'
    : isFinished(job)
      ? 'Nothing was sent'
      : job.sent_at
        ? 'Not looked at yet'
        : 'Nothing sent yet'

function ageOf({ type, status, sent_at, finished_at }: Job, now: string): string | null {
  if (type === 'check' || !sent_at) return null
  const last = LOOK_DAYS.at(-1)!
  if (status === 'watching') return `day ${Math.min(last, daysBetween(sent_at, now))} of ${last}`
  return finished_at && finished_at > sent_at ? many(daysBetween(sent_at, finished_at), 'day') : null
}

function Covered({ job: { outcome, status } }: { job: Job }) {
  if (isFinished({ status })) return null
  const { reserved } = outcome.credits
  const open = countOf(outcome.states, 'waiting') - reserved
  const word = open > 0 ? `${number(reserved)} covered, ${number(open)} not` : `${number(reserved)} covered`
  return <Chip word={word} icon="shield-check" tone="ok" />
}

/** Only while something moves: what it does now, and how far it is. */
function AtWork({ job }: { job: JobDetail }) {
  const { label, done, all } = progressOf(job)
  const held = job.status === 'sending' && job.note !== null
  return (
    <div class="stack">
      <p class="row spread">
        <span class={['row', !held && 'busy']}>
          <b>{held ? 'Waiting to send' : DOING[job.status]}</b>
          <span class="hint">You can close this page.</span>
        </span>
        <span>{`${number(done)} of ${number(all)}`}</span>
      </p>
      <Progress id="job-progress" label={label} value={done} max={all} />
    </div>
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

const DOING: Partial<Record<Job['status'], string>> = {
  queued: 'Waiting to start',
  preflight: 'Screening the pages',
  checking: 'Asking the search engine',
  sending: 'Sending links',
}

/** The rail with what each look found, and for a push over days, what leaves when. */
function Guarantee({ job, facts, base, now, zone = 'UTC' }: StripProps) {
  const { timeline } = facts
  if (isFinished(job) && job.sent_at === null)
    return <p class="body muted">No link was sent, so there is nothing to look for, and every index credit is back.</p>
  return (
    <div class="body">
      <DayRail
        sent_at={job.sent_at}
        days={LOOK_DAYS}
        now={now}
        sending={isRunning(job)}
        told={timeline.sent > 0 ? toldOf(base, job, facts) : undefined}
        zone={zone}
      />
      {timeline.indexed_late > 0 && (
        <p class="hint">
          <a href={listOf(base, job, { state: 'indexed', credit: 'released' })}>
            {many(timeline.indexed_late, 'more link was', 'more links were')}
          </a>
          {' seen only after day 7: the credit had gone back by then.'}
        </p>
      )}
      {isDripping(job) && <Schedule job={job} facts={facts} base={base} zone={zone} />}
      {job.drip_days > 0 && (
        <p class="hint">Each link's days count from the day it is sent; the dates are those of the first.</p>
      )}
    </div>
  )
}

/** `Sent 12 · today 4 · to come 44 · done by Fri 11 Dec`. */
const Schedule = ({ job, facts, base, zone }: Pick<StripProps, 'job' | 'facts' | 'base' | 'zone'>) => (
  <p>
    {leavingParts(facts).map(({ label, value, filter }, at) => (
      <>
        {at > 0 && ' · '}
        {at > 0 ? `${label.toLowerCase()} ` : `${label} `}
        {value > 0 ? <a href={listOf(base, job, filter)}>{number(value)}</a> : number(value)}
      </>
    ))}
    {facts.leaving.last_at && ` · done by ${weekday(facts.leaving.last_at, zone)}`}
  </p>
)

/** What the rail says of each day, each number a door: sent, seen by then, not seen, and to be looked at. */
function toldOf(base: string, job: Job, facts: JobSummary): Map<number, Child[]> {
  const [sent] = leavingParts(facts)
  const door = ({ value, filter }: { value: number; filter: Query }, word: string) =>
    value > 0 ? [<a href={listOf(base, job, filter)}>{`${number(value)} ${word}`}</a>] : []
  const days = LOOK_DAYS.map((day): [number, Child[]] => {
    const [seen, unseen, due] = lookParts(facts.timeline, day)
    return [
      day,
      [...door(seen, 'indexed'), ...door(unseen, day === 7 ? 'not indexed' : 'not yet'), ...door(due, 'to look at')],
    ]
  })
  return new Map<number, Child[]>([[0, door(sent, 'sent')], ...days])
}

/** What comes next, what the supplier says, and where IndexNow was not taken. */
function Told({ job, facts: { crawl }, base, zone = 'UTC' }: StripProps) {
  const lost = job.indexnow.refused + job.indexnow.failed + job.indexnow.not_covered
  const next = job.outcome.next_look_at
  const sent = job.type === 'index' && job.sent_at !== null
  if (!next && !sent && lost === 0) return null
  return (
    <footer>
      {next && (
        <span>
          Next look <When time={next} zone={zone} exact />. Links not indexed by day 7 return their credit.
        </span>
      )}
      {crawl?.asked_at && (
        <span>
          {`Supplier: ${number(crawl.crawled)} of ${number(crawl.links)} crawled, asked `}
          <When time={crawl.asked_at} zone={zone} exact />
        </span>
      )}
      {lost > 0 && (
        <a href="#indexnow">
          <Icon name="triangle-alert" /> {`IndexNow did not take ${many(lost, 'link')}`}
        </a>
      )}
      {sent && <a href={`${base}/cohorts?tenant_id=${job.tenant_id}`}>{`Other weeks of ${job.tenant_name}`}</a>}
    </footer>
  )
}
