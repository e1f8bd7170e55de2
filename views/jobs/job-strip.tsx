/** The four facts of a job, and all its links as one bar. */
import { countOf } from '../../src/domains/jobs/index.ts'
import { LOOK_DAYS, lookDays } from '../../src/domains/plans/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { daysBetween, type Time } from '../../src/kernel/time/clock.ts'
import { type BarPart, Keys, StackBar } from '../kit/bars.tsx'
import { Strip, type StripFact } from '../kit/strip.tsx'
import { listHref, type Query } from '../parts/lists/list.ts'
import { Progress, timeLeft, Working } from '../parts/progress.tsx'
import { many, number, percent, weekday } from '../parts/text/format.ts'
import { partWord, showsOf } from './engine-words.ts'
import type { LiveProps } from './job-props.ts'
import {
  isAnswered,
  isBlocked,
  isChecked,
  isDripping,
  isFinished,
  isRunning,
  type Job,
  type JobDetail,
  jobHref,
  judgedOf,
  type OutcomePart,
  outcomeParts,
  seenOf,
  unsentOf,
} from './shapes.ts'

const LAST = LOOK_DAYS.at(-1)!

/** The list of the job's links, filtered. */
export const linksHref = (base: string, job: Pick<Job, 'id'>, filter: Query): string =>
  listHref(jobHref(base, job), {}, filter)

export const JobStrip = (props: LiveProps) => {
  const { job, base } = props
  const parts = outcomeParts(job.outcome, job.type)
    .map((part) => barPart(part, job, base))
    .filter(({ value }) => value > 0)
  return (
    <section class="now" aria-label="Outcome" data-status={job.status}>
      {isRunning(job) && !props.facts.undo_until && <AtWork job={job} now={props.now} />}
      <Strip facts={job.type === 'check' ? checkFacts(props) : pushFacts(props)} />
      {!hasOwnBar(job) && <StackBar parts={parts} height={28} />}
      <Keys parts={parts} />
    </section>
  )
}

/** Before its first result, a running job shows its progress in the place of its outcome: never two bars. */
const hasOwnBar = (job: JobDetail): boolean => isRunning(job) && !isAnswered(job)

/** A part of the bar; its count opens its links. */
export const barPart = (part: OutcomePart, job: Job, base: string, to: Reader = ENGLISH): BarPart => ({
  label: partWord(part, job, to),
  value: part.value,
  tone: part.tone,
  ...(part.value > 0 ? { href: linksHref(base, job, part.filter) } : {}),
})

/** Age of the push in days, up to the end of its guarantee. */
export const ageOf = ({ sent_at }: Pick<Job, 'sent_at'>, now: string): number =>
  sent_at === null ? 0 : Math.min(LAST, daysBetween(sent_at, now))

function pushFacts(props: LiveProps): StripFact[] {
  const { job } = props
  const { consumed, reserved, released } = job.outcome.credits
  const waiting = countOf(job.outcome.states, 'waiting')
  return [
    shownFact(props),
    {
      label: `Waiting for ${showsOf(job).name}`,
      value: number(waiting),
      note: waitingNote(job, waiting),
      ...opens(props, waiting, { state: 'waiting' }),
    },
    {
      label: 'Credits',
      value: `${number(consumed)} used`,
      note: `${number(reserved)} reserved, ${number(released)} refunded`,
    },
    nextFact(props),
  ]
}

/** A count opens its links; a zero has no link. */
const opens = ({ base, job }: LiveProps, n: number, filter: Query) =>
  n > 0 ? { href: linksHref(base, job, filter) } : {}

function waitingNote(job: Job, waiting: number): string {
  const unsent = unsentOf(job)
  if (unsent > 0) return `${number(unsent)} not sent yet`
  return waiting > 0 ? `Checked on day ${lookDays()}` : 'All checks are done'
}

/** `In Google, day 3: 58 of 96`, with the client's usual share by this day. */
function shownFact(props: LiveProps): StripFact {
  const { job, facts, now, usual } = props
  const { yes } = showsOf(job)
  const age = ageOf(job, now)
  const label = job.status === 'watching' && age > 0 ? `${yes}, day ${age}` : yes
  if (!isChecked(job, facts.timeline)) return { label, value: '–', note: notYet(job) }
  const seen = seenOf(job)
  const { before } = job.comparison
  const known = usual?.findLast(({ day }) => day <= Math.max(age, 1))
  return {
    label,
    value: (
      <>
        {`${number(seen)} of ${number(judgedOf(job))} `}
        <span class="delta">{percent(job.outcome.indexed_rate)}</span>
      </>
    ),
    note: known
      ? `Usually ${percent(known.share)} by day ${known.day}`
      : before !== null && `${number(before)} before the push`,
    ...opens(props, seen, { state: 'indexed' }),
  }
}

const notYet = (job: Job): string =>
  job.type === 'check'
    ? 'No link is checked yet'
    : isFinished(job)
      ? 'No link was sent'
      : job.sent_at
        ? 'No link is checked yet'
        : 'No link is sent yet'

function nextFact({ job, now, zone = 'UTC' }: LiveProps): StripFact {
  const { next_look_at: next } = job.outcome
  if (next && next > now && job.sent_at) {
    const day = LOOK_DAYS.find((one) => one >= daysBetween(job.sent_at!, next)) ?? LAST
    const final = day === LAST ? ', final' : ''
    return { label: 'Next check', value: weekday(next, zone), note: job.drip_days > 0 ? null : `Day ${day}${final}` }
  }
  if (next) return { label: 'Next check', value: 'Now', note: 'Waiting for the answer' }
  if (job.finished_at) return { label: finishedWord(job), value: weekday(job.finished_at, zone), note: tookOf(job) }
  return { label: 'Next check', value: '–', note: 'On day 1 after sending' }
}

const finishedWord = ({ status }: Job): string => (status === 'cancelled' ? 'Cancelled' : 'Finished')

const tookOf = ({ sent_at, finished_at, type }: Job): string | null =>
  type === 'index' && sent_at && finished_at && finished_at > sent_at
    ? `After ${many(daysBetween(sent_at, finished_at), 'day')}`
    : null

function checkFacts(props: LiveProps): StripFact[] {
  const { job, zone = 'UTC' } = props
  const waiting = countOf(job.outcome.states, 'waiting')
  const { states, indexed, indexed_rate } = job.outcome
  const { yes } = showsOf(job)
  const unanswered = states.checked - indexed.yes - indexed.no
  const answered = states.checked > 0
  return [
    {
      label: yes,
      value: answered ? (
        <>
          {`${number(indexed.yes)} of ${number(states.checked)} `}
          <span class="delta">{percent(indexed_rate)}</span>
        </>
      ) : (
        '–'
      ),
      note: answered ? waiting > 0 && `So far; ${number(waiting)} still to check` : notYet(job),
      ...opens(props, indexed.yes, { indexed: 'yes' }),
    },
    {
      label: 'Not indexed',
      value: number(indexed.no),
      note: unanswered > 0 && `${number(unanswered)} without an answer`,
      ...opens(props, indexed.no, { indexed: 'no' }),
    },
    {
      label: 'Waiting',
      value: number(waiting),
      note: 'Not checked yet',
      ...opens(props, waiting, { state: 'waiting' }),
    },
    job.finished_at
      ? { label: finishedWord(job), value: weekday(job.finished_at, zone) }
      : { label: 'Started', value: weekday(job.created_at, zone) },
  ]
}

/** Current step and progress of a running job. A push that cannot send shows the reason in its banner. */
function AtWork({ job, now }: { job: JobDetail; now: Time }) {
  const { label, done, all } = progressOf(job)
  const paced = !isBlocked(job) && !isDripping(job)
  const left = paced ? timeLeft({ done, all, since: job.sent_at ?? job.created_at, now }) : ''
  return (
    <Working
      says={`${isBlocked(job) ? 'Waiting to send' : DOING[job.status]}: ${number(done)} of ${number(all)}.`}
      more={[left, 'You can close this page.'].filter(Boolean).join(' ')}
    >
      {hasOwnBar(job) && <Progress id="job-progress" label={label} value={done} max={all} />}
    </Working>
  )
}

/** Progress of the current stage; from sending on, sent links of all that can be sent. */
function progressOf({ type, status, progress, outcome }: JobDetail) {
  if (status === 'preflight') return { label: 'Screened', done: progress.done, all: progress.total }
  if (status === 'checking' || type === 'check') return { label: 'Checked', done: progress.done, all: progress.total }
  const { links, states } = outcome
  const out = states.flagged + states.visible + states.cancelled
  return { label: 'Sent', done: states.sent + states.indexed + states.not_indexed + states.failed, all: links - out }
}

const DOING: Partial<Record<Job['status'], string>> = {
  queued: 'Waiting to start',
  preflight: 'Screening the links',
  checking: 'Asking the search engine',
  sending: 'Sending links',
}
