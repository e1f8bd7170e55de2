import type { Time } from '../../src/kernel/time/clock.ts'
import type { UndoData } from '../frame/toast.tsx'
import type { Paged, Query } from '../parts/lists/list.ts'
import type { JobDetail, JobLink, JobSummary } from './shapes.ts'

/** Share of the client's links that checks usually found by a day. */
export type Usual = { day: number; share: number }

/** Links that the pre-flight flagged, by their first flag. */
export type Flagged = { flag: string; status: number | null; urls: readonly string[]; fix: string | null }

/** What changes while a job is at work. */
export type LiveProps = {
  job: JobDetail
  facts: JobSummary
  /** Flagged links by cause; empty where there are too many to be read for a page. */
  flagged?: readonly Flagged[]
  usual?: readonly Usual[] | null
  can_write: boolean
  /** Where suppliers are set up, for the operator. */
  suppliers_href?: string | null
  /** Where the workspace's pages are. */
  base: string
  now: Time
  zone?: string
}

export type JobProps = LiveProps & {
  links: Paged<JobLink>
  /** As asked: page, page_size, sort, dir, q, state, indexed, credit, warned. */
  query: Query
  can_delete: boolean
  /** Where check credits can be requested, for those who may. */
  credits_href?: string | null
  /** Polled while the job is at work; without it, nothing moves. */
  progress?: string
  /** Says which version of the progress is on the page; the poll answers 304 while it holds. */
  ptag?: string
  /** Where it can be undone, and for how many seconds still. */
  undo?: UndoData | null
}
