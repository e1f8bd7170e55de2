import type { Time } from '../../src/kernel/time/clock.ts'
import type { Paged, Query } from '../parts/list.ts'
import type { JobDetail, JobLink, JobSummary } from './shapes.ts'

export type JobProps = {
  job: JobDetail
  facts: JobSummary
  links: Paged<JobLink>
  /** As asked: page, page_size, sort, dir, q, state, indexed, credit, warned. */
  query: Query
  can_write: boolean
  can_delete: boolean
  /** Where check credits are to be had, for those who may ask for them. */
  credits_href?: string | null
  /** Where the workspace's pages are. */
  base: string
  /** Polled while the job is at work; without it, nothing moves. */
  progress?: string
  /** Says which version of the progress is on the page; the poll answers 304 while it holds. */
  ptag?: string
  /** Where it can be undone, and for how many seconds still. */
  undo?: { action: string; seconds: number } | null
  now: Time
  zone?: string
}
