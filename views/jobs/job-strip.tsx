/** The four facts of a job, and all its links as one bar. */
import { countOf } from '../../src/domains/jobs/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import { daysBetween, type Time } from '../../src/kernel/time/clock.ts'
import { type BarPart, Keys, StackBar } from '../kit/bars.tsx'
import { Strip, type StripFact } from '../kit/strip.tsx'
import { listHref, type Query } from '../parts/lists/list.ts'
import { Progress, timeLeft, Working } from '../parts/progress.tsx'
import { number, percent, weekday } from '../parts/text/format.ts'
import { STATUS } from '../parts/text/words.ts'
import { countLabel, indexedLabel, partWord, waitingLabel } from './engine-words.ts'
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
  const { job, base, zone: to } = props
  const parts = outcomeParts(job.outcome, job.type)
    .map((part) => barPart(part, job, base, to))
    .filter(({ value }) => value > 0)
  return (
    <section class="now" aria-label={say(to, 'Outcome')} data-status={job.status}>
      {isRunning(job) && !props.facts.undo_until && <AtWork to={to} job={job} now={props.now} />}
      <Strip facts={job.type === 'check' ? checkFacts(props) : pushFacts(props)} />
      {!hasOwnBar(job) && <StackBar to={to} parts={parts} height={28} />}
      <Keys to={to} parts={parts} />
    </section>
  )
}

/** Before its first result, a running job shows its progress in the place of its outcome: never two bars. */
const hasOwnBar = (job: JobDetail): boolean => isRunning(job) && !isAnswered(job)

/** A part of the bar; its count opens its links. */
export const barPart = (part: OutcomePart, job: Job, base: string, to: Reader): BarPart => ({
  label: partWord(part, job, to),
  value: part.value,
  tone: part.tone,
  ...(part.value > 0 ? { href: linksHref(base, job, part.filter) } : {}),
})

/** Age of the push in days, up to the end of its guarantee. */
export const ageOf = ({ sent_at }: Pick<Job, 'sent_at'>, now: string): number =>
  sent_at === null ? 0 : Math.min(LAST, daysBetween(sent_at, now))

function pushFacts(props: LiveProps): StripFact[] {
  const { job, zone: to } = props
  const { consumed, reserved, released } = job.outcome.credits
  const waiting = countOf(job.outcome.states, 'waiting')
  return [
    shownFact(props),
    {
      label: waitingLabel(to, job),
      value: number(waiting, to),
      note: waitingNote(to, job, waiting),
      ...opens(props, waiting, { state: 'waiting' }),
    },
    {
      label: say(to, 'Credits'),
      value: say(to, '{n} used', { n: consumed }),
      note: say(to, '{reserved} reserved, {refunded} refunded', { reserved, refunded: released }),
    },
    nextFact(props),
  ]
}

/** A count opens its links; a zero has no link. */
const opens = ({ base, job }: LiveProps, n: number, filter: Query) =>
  n > 0 ? { href: linksHref(base, job, filter) } : {}

function waitingNote(to: Reader, job: Job, waiting: number): string {
  const n = unsentOf(job)
  if (n > 0) return say(to, '{n} not sent yet', { n })
  return waiting > 0
    ? say(to, 'Checked on day {days}', { days: listed(to, LOOK_DAYS.map(String)) })
    : say(to, 'All checks are done')
}

/** `In Google, day 3: 58 of 96`, with the client's usual share by this day. */
function shownFact(props: LiveProps): StripFact {
  const { job, facts, now, usual, zone: to } = props
  const yes = indexedLabel(to, job)
  const age = ageOf(job, now)
  const label = job.status === 'watching' && age > 0 ? say(to, '{label}, day {day}', { label: yes, day: age }) : yes
  if (!isChecked(job, facts.timeline)) return { label, value: '–', note: say(to, notYet(job)) }
  const seen = seenOf(job)
  const { before } = job.comparison
  const known = usual?.findLast(({ day }) => day <= Math.max(age, 1))
  return {
    label,
    value: <Share to={to} n={seen} all={judgedOf(job)} rate={job.outcome.indexed_rate} />,
    note: known
      ? say(to, 'Usually {share} by day {day}', { share: percent(known.share, to), day: known.day })
      : before !== null && say(to, '{n} before the push', { n: before }),
    ...opens(props, seen, { state: 'indexed' }),
  }
}

/** `58 of 96 60%` */
const Share = ({ to, n, all, rate }: { to: Reader; n: number; all: number; rate: number | null }) => (
  <>
    {`${say(to, '{seen} of {all}', { seen: n, all })} `}
    <span class="delta">{percent(rate, to)}</span>
  </>
)

function notYet({ type, sent_at, ...job }: Job): Text {
  if (type === 'check' || (!isFinished(job) && sent_at)) return text('No link is checked yet')
  return isFinished(job) ? text('No link was sent') : text('No link is sent yet')
}

function nextFact({ job, now, zone: to }: LiveProps): StripFact {
  const { next_look_at: next } = job.outcome
  const label = say(to, 'Next check')
  if (next && next > now && job.sent_at) {
    const day = LOOK_DAYS.find((one) => one >= daysBetween(job.sent_at!, next)) ?? LAST
    const note = day === LAST ? say(to, 'Day {day}, final', { day }) : say(to, 'Day {day}', { day })
    return { label, value: weekday(next, to), note: job.drip_days > 0 ? null : note }
  }
  if (next) return { label, value: say(to, 'Now'), note: say(to, 'Waiting for the answer') }
  if (job.finished_at)
    return { label: finishedWord(to, job), value: weekday(job.finished_at, to), note: tookOf(to, job) }
  return { label, value: '–', note: say(to, 'On day 1 after sending') }
}

const finishedWord = (to: Reader, { status }: Job): string =>
  status === 'cancelled' ? say(to, STATUS.cancelled.word) : say(to, 'Finished')

const tookOf = (to: Reader, { sent_at, finished_at, type }: Job): string | null =>
  type === 'index' && sent_at && finished_at && finished_at > sent_at
    ? say(to, 'After {n, plural, one {# day} other {# days}}', { n: daysBetween(sent_at, finished_at) })
    : null

function checkFacts(props: LiveProps): StripFact[] {
  const { job, zone: to } = props
  const waiting = countOf(job.outcome.states, 'waiting')
  const { states, indexed, indexed_rate } = job.outcome
  const unanswered = states.checked - indexed.yes - indexed.no
  const answered = states.checked > 0
  return [
    {
      label: indexedLabel(to, job),
      value: answered ? <Share to={to} n={indexed.yes} all={states.checked} rate={indexed_rate} /> : '–',
      note: answered ? waiting > 0 && say(to, 'So far; {n} still to check', { n: waiting }) : say(to, notYet(job)),
      ...opens(props, indexed.yes, { indexed: 'yes' }),
    },
    {
      label: countLabel(to, 'Not indexed'),
      value: number(indexed.no, to),
      note: unanswered > 0 && say(to, '{n} without an answer', { n: unanswered }),
      ...opens(props, indexed.no, { indexed: 'no' }),
    },
    {
      label: countLabel(to, 'Waiting'),
      value: number(waiting, to),
      note: say(to, 'Not checked yet'),
      ...opens(props, waiting, { state: 'waiting' }),
    },
    job.finished_at
      ? { label: finishedWord(to, job), value: weekday(job.finished_at, to) }
      : { label: say(to, 'Started'), value: weekday(job.created_at, to) },
  ]
}

/** Current step and progress of a running job. A push that cannot send shows the reason in its banner. */
function AtWork({ to, job, now }: { to: Reader; job: JobDetail; now: Time }) {
  const { label, done, all } = progressOf(to, job)
  const paced = !isBlocked(job) && !isDripping(job)
  const left = paced ? timeLeft({ done, all, since: job.sent_at ?? job.created_at, now }, to) : ''
  return (
    <Working
      says={say(to, '{step}: {done} of {all}.', { step: say(to, stepOf(job)), done, all })}
      more={[left, say(to, 'You can close this page.')].filter(Boolean).join(' ')}
    >
      {hasOwnBar(job) && <Progress to={to} id="job-progress" label={sayStored(to, label)} value={done} max={all} />}
    </Working>
  )
}

/** Progress of the current stage; from sending on, sent links of all that can be sent. */
function progressOf(to: Reader, { type, status, progress, outcome }: JobDetail) {
  if (status === 'preflight') return { label: text('Screened'), done: progress.done, all: progress.total }
  if (status === 'checking' || type === 'check')
    return { label: text('Checked'), done: progress.done, all: progress.total }
  const { links, states } = outcome
  const out = states.flagged + states.visible + states.cancelled
  return {
    label: countLabel(to, 'Sent'),
    done: states.sent + states.indexed + states.not_indexed + states.failed,
    all: links - out,
  }
}

const stepOf = (job: Job): Text => (isBlocked(job) ? text('Waiting to send') : DOING[job.status]!)

const DOING: Partial<Record<Job['status'], Text>> = {
  queued: text('Waiting to start'),
  preflight: text('Screening the links'),
  checking: text('Asking the search engine'),
  sending: text('Sending links'),
}
