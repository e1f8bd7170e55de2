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
  sentOf,
} from '../../src/domains/jobs/index.ts'
import { type CrawlReports, crawlReportsOf } from '../../src/domains/providers/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { ReadTx } from '../../src/kernel/database/database.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { isFinished, type JobDetail, unsentOf } from './shapes.ts'

export type JobFacts = {
  /** What the looks have found. */
  cohort: Cohort
  /** Links that are pushed without the guarantee. */
  uncovered: number
  /** Links that sending the unseen again pushes. */
  again: number
  /** Links by when they leave, and the last day of all. */
  leaving: { sent: number; today: number; later: number; last_at: Time | null }
  /** Of the workspace that the job belongs to: what a look is paid from. */
  check_credits: number
  supplier: CrawlReports | null
  /** Ids of the IndexNow sites of its hosts. */
  sites: ReadonlyMap<string, string>
}

export const jobFacts = (call: SignedInCall, job: JobDetail): JobFacts => call.read((tx) => factsOf(tx, job))

function factsOf(tx: ReadTx, job: JobDetail): JobFacts {
  const cohort = cohortOf(tx, job.id)
  return {
    cohort,
    uncovered: job.type === 'index' ? countUncovered(tx, job.id) : 0,
    again: isFinished(job) ? countSentAgain(tx, job) : 0,
    leaving: leavingOf(job, cohort, calendarOf(tx, job.id)),
    check_credits: balances(tx, job.tenant_id).check.available,
    supplier: crawlReportsOf(tx, job.id),
    sites: new Map(
      job.indexnow.hosts.flatMap(({ host }) => {
        const site = siteOfHost(tx, job.tenant_id, host)
        return site ? [[host, site.id] as const] : []
      }),
    ),
  }
}

/** What has no day yet of what waits to be sent goes today. */
const leavingOf = (job: JobDetail, cohort: Cohort, { later, last_at }: Calendar): JobFacts['leaving'] => ({
  sent: sentOf(cohort),
  today: unsentOf(job) - later,
  later,
  last_at,
})
