/** What the API gives of a job and its links, and the little that screens derive from it. */
import type { AnswerOf } from '../../src/kernel/operation.ts'
import type { getJobStatus } from '../../src/operations/jobs/get-job-status.ts'
import type { listJobUrls } from '../../src/operations/jobs/list-job-urls.ts'
import type { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import type { BarPart } from '../parts/bar.tsx'

export type Job = AnswerOf<typeof listJobs>['items'][number]
export type JobLink = AnswerOf<typeof listJobUrls>['items'][number]
export type Outcome = Job['outcome']
export type Comparison = Job['comparison']
export type JobStatus = Job['status']

/** One job as `GET /jobs/{id}` gives it, without its list of links. */
export type JobDetail = Omit<AnswerOf<typeof getJobStatus>, 'urls'>

export const jobHref = (base: string, { id }: { id: string }): string => `${base}/jobs/${id}`

/** The outcome in the four words of the screen; together they are all links. */
export function outcomeParts({ states, links, indexed }: Outcome, type: Job['type'] = 'index'): BarPart[] {
  if (type === 'check') {
    const left = links - indexed.yes - indexed.no - (states.checked - indexed.yes - indexed.no)
    return [
      { label: 'Indexed', value: indexed.yes, fill: 'ok' },
      { label: 'Waiting', value: Math.max(0, left), fill: 'reserved' },
      { label: 'Not indexed', value: indexed.no, fill: 'warn' },
      { label: 'No answer', value: Math.max(0, states.checked - indexed.yes - indexed.no), fill: 'idle' },
    ]
  }
  const parts: BarPart[] = [
    { label: 'Indexed', value: states.indexed, fill: 'ok' },
    { label: 'Waiting', value: states.queued + states.scheduled + states.sent, fill: 'reserved' },
    { label: 'Not indexed', value: states.not_indexed, fill: 'warn' },
    { label: 'Skipped', value: states.flagged + states.visible + states.cancelled, fill: 'idle' },
  ]
  return states.failed > 0 ? [...parts, { label: 'Not sent', value: states.failed, fill: 'bad' }] : parts
}

/** Whether nothing more will happen to a job. */
export const isFinished = (job: { status: JobStatus }): boolean => job.status === 'done' || job.status === 'cancelled'

/** Whether a push is at work right now, and not waiting for a day to come. */
export const isRunning = (job: { status: JobStatus }): boolean => !isFinished(job) && job.status !== 'watching'

/** What a refused push needs to know (402). */
export type Shortfall = { kind: 'index' | 'check'; need: number; have: number }
