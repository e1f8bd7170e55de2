import Type, { type Static } from 'typebox'
import { balances, pendingOf } from '../../domains/credits/index.ts'
import { pingSummary, siteOfHost } from '../../domains/indexnow/index.ts'
import {
  calendarOf,
  countToPushAgain,
  countUncovered,
  findJob,
  isFinished,
  JobId,
  type Outcome,
  Timeline,
  timelineOf,
} from '../../domains/jobs/index.ts'
import { crawlReportsOf } from '../../domains/providers/index.ts'
import { cancelPreview, undoUntil } from '../../domains/pushes/index.ts'
import { readTenant } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../kernel/operation/shape.ts'

const Credits = Type.Object({ index: Type.Integer(), check: Type.Integer() })

export const getJobSummary = read({
  name: 'get_job_summary',
  route: 'GET /jobs/{id}/summary',
  role: null,
  instead: 'get_job_status',
  summary: 'Results of a job by day, its schedule, the crawl report, and what can be done next.',
  input: Type.Object({ id: JobId }),
  output: Shape('JobSummary', {
    tenant_id: Type.String(),
    tenant_name: Type.String(),
    timeline: Timeline,
    leaving: Type.Object({
      today: Count('Links that leave today (UTC)'),
      later: Count('Links that leave on a later day'),
      last_at: Nullable(Moment),
    }),
    uncovered: Count('Links that are pushed without the guarantee'),
    unseen: Count('Links that send_unindexed_to_indexer would push; 0 until the job is finished'),
    available: Type.With(Credits, { description: 'Credits that the workspace of the job can spend' }),
    reserved: Type.With(Credits, { description: 'Credits that the job still holds' }),
    crawl: Nullable(
      Type.Object({
        links: Count('Links that the crawl supplier accepted'),
        crawled: Count('Links that it reports as crawled'),
        asked_at: Nullable(Moment),
        adapters: Type.Array(Type.String(), {
          description: 'Names of the suppliers; empty for other than the platform admin',
        }),
      }),
    ),
    indexnow_sites: Type.Array(Type.Object({ host: Type.String(), id: Type.String() })),
    cancel: Nullable(
      Type.Object(
        {
          links: Count('Links that would not be sent, of a check job not checked'),
          index: Count('Index credits that would be refunded'),
          check: Count('Check credits that would be refunded'),
          again: Type.Boolean({
            description: 'Only links that failed before and wait to be sent again: they stay failed',
          }),
        },
        { description: 'What cancel_job would undo now; null when nothing can be cancelled' },
      ),
    ),
    undo_until: Nullable(Type.String({ format: 'date-time', description: 'Until when a new order can be undone' })),
  }),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, caller, subject: job }) {
    const { index, check } = balances(tx, job.tenant_id)
    const { later, last_at } = calendarOf(tx, job.id)
    const { states } = JSON.parse(job.outcome) as Static<typeof Outcome>
    const crawl = crawlReportsOf(tx, job.id)
    return {
      tenant_id: job.tenant_id,
      tenant_name: readTenant(tx, job.tenant_id).name,
      timeline: timelineOf(tx, job.id),
      leaving: { today: states.queued + states.scheduled - later, later, last_at },
      uncovered: job.type === 'index' ? countUncovered(tx, job.id) : 0,
      unseen: isFinished(job) ? countToPushAgain(tx, job) : 0,
      available: { index: index.available, check: check.available },
      reserved: pendingOf(tx, job.id),
      crawl: crawl && { ...crawl, adapters: caller.platform ? crawl.adapters : [] },
      indexnow_sites: pingSummary(tx, job.id).hosts.flatMap(({ host }) => {
        const site = siteOfHost(tx, job.tenant_id, host)
        return site ? [{ host, id: site.id }] : []
      }),
      cancel: cancelPreview(tx, job),
      undo_until: undoUntil(tx, job.id),
    }
  },
})
