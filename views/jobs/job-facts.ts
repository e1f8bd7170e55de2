/** What a job's page tells beside the job itself. */
import { balances } from '../../src/domains/credits/index.ts'
import { siteOfHost } from '../../src/domains/indexnow/index.ts'
import {
  type Calendar,
  type Cohort,
  calendarOf,
  cohortOf,
  countSentAgain,
  countUncovered,
} from '../../src/domains/jobs/index.ts'
import { type CrawlReports, crawlReportsOf } from '../../src/domains/providers/index.ts'
import type { SignedInCall } from '../../src/doors/web.ts'
import { isFinished, type JobDetail } from './shapes.ts'

export type JobFacts = {
  /** What the looks have found. */
  cohort: Cohort
  /** Links that are pushed without the guarantee. */
  uncovered: number
  /** Links that sending the unseen again pushes. */
  again: number
  calendar: Calendar
  /** Of the workspace that the job belongs to: what a look is paid from. */
  check_credits: number
  supplier: CrawlReports | null
  /** Ids of the IndexNow sites of its hosts. */
  sites: ReadonlyMap<string, string>
}

export const jobFacts = (call: SignedInCall, job: JobDetail): JobFacts =>
  call.read((tx) => ({
    cohort: cohortOf(tx, job.id),
    uncovered: job.type === 'index' ? countUncovered(tx, job.id) : 0,
    again: isFinished(job) ? countSentAgain(tx, job) : 0,
    calendar: calendarOf(tx, job.id),
    check_credits: balances(tx, job.tenant_id).check.available,
    supplier: crawlReportsOf(tx, job.id),
    sites: new Map(
      job.indexnow.hosts.flatMap(({ host }) => {
        const site = siteOfHost(tx, job.tenant_id, host)
        return site ? [[host, site.id] as const] : []
      }),
    ),
  }))
