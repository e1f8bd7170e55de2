import type { Time } from '../../src/kernel/clock.ts'
import type { Paged, Query } from '../parts/list.ts'
import type { JobDetail, JobLink } from './shapes.ts'

/** Addresses of what can be done with a job. One that is left out is not drawn. */
export type JobHrefs = {
  self: string
  jobs: string
  /** The fragment that polls while the job is at work. */
  progress?: string
  csv?: string
  share?: string
  stop_share?: string
  sync?: string
  cancel?: string
  retry?: string
  send_unindexed?: string
  rename?: string
  remove?: string
  /** Checks links again: a POST with `url_ids`, one check credit each. */
  check?: string
  remove_link?: (uid: number) => string
}

export type JobProps = {
  job: JobDetail
  links: Paged<JobLink>
  /** As asked: page, page_size, sort, dir, q, state, indexed, credit. */
  query: Query
  can_write: boolean
  hrefs: JobHrefs
  /** Says which version of the progress is on the page; the poll answers 304 while it holds. */
  ptag?: string
  now: Time
  zone?: string
}
