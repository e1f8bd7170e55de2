/** Types of a job and its links from the API, and values that screens derive from them. */
import { countOf, type StateWord } from '../../src/domains/jobs/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getJobStatus, getJobSummary } from '../../src/operations/jobs/job.ts'
import type { listJobs } from '../../src/operations/jobs/jobs.ts'
import type { listJobUrls } from '../../src/operations/jobs/links.ts'
import type { Tone } from '../kit/bars.tsx'
import type { Query } from '../parts/lists/list.ts'
import { percent } from '../parts/text/format.ts'

export type Job = AnswerOf<typeof listJobs>['items'][number]
export type JobLink = AnswerOf<typeof listJobUrls>['items'][number]
export type Outcome = Job['outcome']
export type JobStatus = Job['status']

/** One job of `GET /jobs/{id}`, without its links. */
export type JobDetail = Omit<AnswerOf<typeof getJobStatus>, 'urls'>

export type JobSummary = AnswerOf<typeof getJobSummary>

export const jobHref = (base: string, { id }: { id: string }): string => `${base}/jobs/${id}`

/** Some of a job's links: their name, their number, and their filter of the list of links. */
export type OutcomePart = { label: string; value: number; tone: Tone; filter: Query }

/** Parts of the outcome; their total is all links. Bar, legend and tabs show the same numbers. */
export function outcomeParts({ states, indexed }: Outcome, type: Job['type'] = 'index'): OutcomePart[] {
  const part = (label: string, state: StateWord, tone: Tone): OutcomePart => ({
    label,
    value: countOf(states, state),
    tone,
    filter: { state },
  })
  const [waiting, skipped] = [part(text('Waiting'), 'waiting', 'wait'), part(text('Skipped'), 'skipped', 'track')]
  const some = (one: OutcomePart) => (one.value > 0 ? [one] : [])
  if (type === 'check') {
    const unanswered = states.checked - indexed.yes - indexed.no
    return [
      { label: text('Indexed'), value: indexed.yes, tone: 'in', filter: { indexed: 'yes' } },
      waiting,
      { label: text('Not indexed'), value: indexed.no, tone: 'out', filter: { indexed: 'no' } },
      { label: text('No answer'), value: unanswered, tone: 'track', filter: { state: 'checked', indexed: 'unknown' } },
      ...some(skipped),
    ]
  }
  return [
    part(text('Indexed'), 'indexed', 'in'),
    ...some(part(text('Indexed already'), 'visible', 'track')),
    waiting,
    part(text('Not indexed'), 'not_indexed', 'out'),
    skipped,
    ...some(part(text('Control group'), 'held_out', 'track')),
    ...some(part(text('Not sent'), 'failed', 'bad')),
  ]
}

/** Links with a result or still being checked: the indexed share is a part of them. */
export const judgedOf = ({ outcome: { states } }: Pick<Job, 'outcome'>): number =>
  states.sent + states.indexed + states.not_indexed + states.checked
export const seenOf = ({ outcome, type }: Pick<Job, 'outcome' | 'type'>): number =>
  type === 'check' ? outcome.indexed.yes : outcome.states.indexed

/** Links that can be pushed again: not indexed by the last check of a push, or not found by a check job. */
export const unindexedOf = ({ type, outcome: { states, indexed } }: Pick<Job, 'outcome' | 'type'>): number =>
  type === 'check' ? states.checked - indexed.yes : states.not_indexed

/** Failed links that can be retried, for one credit each. */
export const retriedOf = ({ type, status, outcome: { states } }: Pick<Job, 'type' | 'status' | 'outcome'>): number =>
  type === 'index' && status !== 'cancelled' ? states.failed : 0

/** Links that are not sent yet; in a check job, not checked yet. */
export const unsentOf = ({ outcome: { states } }: Pick<Job, 'outcome'>): number => states.queued + states.scheduled

/** Whether a push is being sent day by day. */
export const isDripping = (job: Pick<Job, 'status' | 'drip_days'>): boolean =>
  job.status === 'sending' && job.drip_days > 0

/** Whether a push cannot send now; its note says why. */
export const isBlocked = ({ status, note }: Pick<Job, 'status' | 'note'>): boolean =>
  status === 'sending' && note !== null

/** Whether nothing more will happen to a job. */
export const isFinished = (job: { status: JobStatus }): boolean => job.status === 'done' || job.status === 'cancelled'

/** Whether a job works now, and does not wait for its next check. */
export const isRunning = (job: { status: JobStatus }): boolean => !isFinished(job) && job.status !== 'watching'

/** Whether a check has answered for a link, so that the share is more than a zero of waiting links. */
export const isAnswered = ({ outcome: { indexed } }: Pick<Job, 'outcome'>): boolean => indexed.yes + indexed.no > 0

/** `18%`; `100% of 9` while other links are still to be sent or checked; `–` before the first answer. */
export function shareInWords(job: Pick<Job, 'outcome' | 'type'>, to: Reader = ENGLISH): ShareWords {
  const [judged, rest] = [judgedOf(job), unsentOf(job)]
  if (judged === 0 || !isAnswered(job)) return { share: '–', of: '' }
  const share = percent(job.outcome.indexed_rate, to)
  if (rest === 0) return { share, of: '', title: say(to, '{seen} of {all}', { seen: seenOf(job), all: judged }) }
  return { share, of: say(to, 'of {n}', { n: judged }), title: soFar(job, to) }
}

type ShareWords = { share: string; of: string; title?: string }

/** `9 of 9 checked so far; 87 still to check`. */
function soFar(job: Pick<Job, 'outcome' | 'type'>, to: Reader): string {
  const counts = { seen: seenOf(job), all: judgedOf(job), left: unsentOf(job) }
  return job.type === 'check'
    ? say(to, '{seen} of {all} checked so far; {left} still to check', counts)
    : say(to, '{seen} of {all} sent so far; {left} still to send', counts)
}

/** Whether the indexed share is known: for sent links, once the first is checked. */
export function isChecked(job: Pick<Job, 'outcome' | 'type'>, { days }: Pick<JobSummary['timeline'], 'days'>): boolean {
  const due = days[0]?.due ?? 0
  const unseen = seenOf(job) === 0 && due > 0 && due === judgedOf(job)
  return job.outcome.indexed_rate !== null && !unseen
}
