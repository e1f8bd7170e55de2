/** What the API gives of a job and its links, as far as the screens read it. */
import type { Time } from '../../src/kernel/clock.ts'
import type { BarPart } from '../parts/bar.tsx'
import type { Indexed, JobStatus, LinkCredit, LinkState } from '../parts/words.ts'

export type Outcome = {
  links: number
  states: Readonly<Record<LinkState, number>>
  indexed: Readonly<Record<Indexed, number>>
  indexed_rate: number | null
  credits: Readonly<Record<LinkCredit, number>>
  next_look_at: Time | null
}

export type Comparison = { before: number | null; after: number | null; gained: number | null; lost: number | null }

export type IndexNowSummary = {
  eligible: number
  sent: number
  skipped_24h: number
  refused: number
  hosts: readonly string[]
}

export type Job = {
  id: string
  tenant_id: string
  tenant_name: string
  type: 'index' | 'check'
  name: string
  status: JobStatus
  note: string | null
  created_at: Time
  created_by: string | null
  link_count: number
  drip_days: number
  smart: boolean
  pre_check: boolean
  simulated: boolean
  guarantee_days: readonly number[]
  sent_at: Time | null
  outcome: Outcome
  comparison: Comparison
  indexnow: IndexNowSummary
  share_url: string | null
}

export type JobLink = {
  uid: number
  url: string
  state: LinkState
  indexed: Indexed
  credit: LinkCredit
  flags: readonly string[]
  fix: string | null
  guarantee: boolean
  sent_at: Time | null
  checked_at: Time | null
  next_look_at: Time | null
  day: number | null
  simulated: boolean
}

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
