/** What the API says of jobs and links, as the screens take it. */
import type { Static } from 'typebox'
import type { PingSummary } from '../../src/indexnow/index.ts'
import type { Job as ApiJob, Link as ApiLink } from '../../src/jobs/index.ts'
import type { Time } from '../../src/kernel/clock.ts'
import { LOOK_DAYS } from '../../src/plans/index.ts'
import { daysBetween } from '../parts/format.ts'
import type { Job, JobLink } from './shapes.ts'

export type JobAnswer = Static<typeof ApiJob> & { share_url?: string | null; indexnow?: Static<typeof PingSummary> }
export type LinkAnswer = Static<typeof ApiLink>

const NO_PINGS = { eligible: 0, sent: 0, skipped_24h: 0, refused: 0, hosts: [] }

export const jobOf = ({ indexnow, ...job }: JobAnswer): Job => ({
  ...job,
  share_url: job.share_url ?? null,
  guarantee_days: LOOK_DAYS,
  indexnow: indexnow ? { ...indexnow, hosts: indexnow.hosts.map(({ host }) => host) } : NO_PINGS,
})

export const linkOf = (link: LinkAnswer, now: Time): JobLink => ({
  ...link,
  credit: link.credit ?? 'excluded',
  day: link.sent_at ? daysBetween(link.sent_at, now) : null,
})
