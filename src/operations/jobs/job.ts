import Type, { type Static } from 'typebox'
import { balances, pendingOf } from '../../domains/credits/index.ts'
import { JobPing, PING_STATES, PingSummary, pingSummary, siteOfHost } from '../../domains/indexnow/index.ts'
import {
  calendarOf,
  countToPushAgain,
  countUncovered,
  findJob,
  findWrittenJob,
  firstLinks,
  isFinished,
  JOB_BRIEF,
  Job,
  JobId,
  JobName,
  LINK_BRIEF,
  Link,
  type Outcome,
  readable,
  readJob,
  Timeline,
  timelineOf,
  unindexedUrls,
  urlsOf,
  urlsToPushAgain,
} from '../../domains/jobs/index.ts'
import { LAST_LOOK_DAY } from '../../domains/plans/index.ts'
import { ReaderCounts } from '../../domains/preflight/index.ts'
import { crawlReportsOf } from '../../domains/providers/index.ts'
import { cancelPreview, DripDays, nextStepOf, Progress, progressOf, undoUntil } from '../../domains/pushes/index.ts'
import { daysOf, InZone, readTenant } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import type { App } from '../../kernel/operation/app.ts'
import { read } from '../../kernel/operation/operation.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Defaulted, Moment, Nullable } from '../../kernel/operation/shape.ts'

export const getJobStatus = read({
  name: 'get_job_status',
  route: 'GET /jobs/{id}',
  role: null,
  tool: {
    when: 'to follow a push or check, and for its result',
    returns: 'status, note, progress, outcome (links by state, indexed, credits), `next`, some links',
    next: 'follow `next`: a later call, share_job_report, or send_unindexed_to_indexer',
    inputs: { url_limit: 'Links to include; as many as fit unless given' },
    rest: 'All links, with filters: list_job_urls.',
    brief: [...JOB_BRIEF, ...LINK_BRIEF, 'progress', 'next', 'indexnow', 'share_url'],
  },
  summary: 'One job with progress, outcome, before and after, and what went to IndexNow.',
  input: Type.Object({
    id: JobId,
    url_limit: Type.Optional(Type.Integer({ title: 'Links to include', minimum: 0, maximum: 1000, default: 50 })),
  }),
  output: Shape('JobDetail', {
    ...Job.properties,
    progress: Progress,
    next: Type.String({ description: 'Next step; operations are named as tools' }),
    indexnow: PingSummary,
    share_url: Nullable(Type.String()),
    urls: Type.Array(Link),
  }),
  example: { id: 'job_guestposts', url_limit: 10 },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, app, subject, caller }, { url_limit = 50 }) {
    return {
      ...readJob(tx, subject.id),
      progress: progressOf(tx, subject),
      next: nextStepOf(subject),
      indexnow: pingSummary(tx, subject.id),
      share_url: caller.role === 'client_viewer' || caller.viewing ? null : app.reportUrl(tx, app, subject.id),
      urls: firstLinks(tx, caller, subject, url_limit),
    }
  },
})

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
    time_zone: InZone,
    timeline: Timeline,
    leaving: Type.Object({
      today: Count('Links that leave today'),
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
    answers: Nullable(
      Type.With(ReaderCounts, { description: 'Answer engines that may not use links; null when none was judged' }),
    ),
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

  handle({ app, tx, caller, subject: job }) {
    const { index, check } = balances(tx, job.tenant_id)
    const days = daysOf(tx, caller.tenant_id)
    const { later, last_at } = calendarOf(tx, job.id, days)
    const { states } = JSON.parse(job.outcome) as Static<typeof Outcome>
    const crawl = crawlReportsOf(tx, job.id)
    return {
      tenant_id: job.tenant_id,
      tenant_name: readTenant(tx, job.tenant_id).name,
      time_zone: days.zone,
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
      answers: judgedAnswers(app, tx, job.id, readable(tx, caller) !== null),
      cancel: cancelPreview(tx, job),
      undo_until: undoUntil(tx, job.id),
    }
  },
})

function judgedAnswers(
  { readers }: Pick<App, 'readers'>,
  tx: ReadTx,
  id: string,
  own: boolean,
): Static<typeof ReaderCounts> | null {
  const { looked_at, closed } = readers?.countIn(tx, [id], own) ?? { looked_at: 0, closed: [] }
  return looked_at > 0 ? { looked_at, closed } : null
}

export const getJobOrder = read({
  name: 'get_job_order',
  route: 'GET /jobs/{id}/order',
  role: null,
  instead: 'send_unindexed_to_indexer',
  summary: 'The order of a job, to be made again: its links and its options.',
  input: Type.Object({
    id: JobId,
    links: Defaulted(
      Type.Enum(namedEnum('OrderLinks', ['all', 'unseen', 'unindexed']), {
        title: 'Links',
        description: `\`unseen\`: checked, not found, and in no other open push; \`unindexed\`: not indexed after day ${LAST_LOOK_DAY}`,
      }),
      'all',
    ),
  }),
  output: Shape('JobOrder', {
    tenant_id: Type.String(),
    name: JobName,
    urls: Type.Array(Type.String()),
    push_anyway: Type.Array(Type.String(), { description: 'Links that were pushed although flagged' }),
    smart: Type.Boolean(),
    pre_check: Type.Boolean(),
    drip_days: DripDays,
    force_refresh: Type.Boolean(),
    indexnow_force: Type.Boolean(),
  }),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  handle({ tx, subject: job }, { links = 'all' }) {
    const urls = {
      all: () => urlsOf(tx, job.id),
      unseen: () => urlsToPushAgain(tx, job),
      unindexed: () => unindexedUrls(tx, job.id),
    }
    return { ...job, urls: urls[links](), push_anyway: urlsOf(tx, job.id, 'push_anyway = 1') }
  },
})

export const getJobIndexnow = read({
  name: 'get_job_indexnow',
  route: 'GET /jobs/{id}/indexnow',
  role: null,
  tool: {
    when: 'to see which links went to IndexNow, and the answers',
    returns: 'a `summary`, and each link',
    next: 'verify_indexnow_site where links were not covered or refused',
    inputs: { state: 'Links in this state only' },
    brief: ['summary', 'uid', 'url', 'state', 'explanation'],
  },
  summary: 'IndexNow result of a push: a summary, and each link on a host that is pinged.',
  input: Type.Object({
    id: JobId,
    ...listInput('uid', 'host'),
    state: Type.Optional(Type.Enum(PING_STATES, { title: 'State' })),
  }),
  output: Type.Object({ summary: PingSummary, ...ListOf(JobPing).properties }),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject }, { state, ...asked }) {
    const links = list(
      tx,
      {
        select: 'u.link_id as uid, u.url, u.host, u.state, u.at, u.submission_id, s.answer_status, s.explanation, u.id',
        from: 'indexnow_urls u left join indexnow_submissions s on s.id = u.submission_id',
        where: [when('u.job_id = ?', subject.id), state && when('u.state = ?', state)],
        sorts: { uid: 'u.link_id', host: 'u.host, u.state' },
        tie: 'u.id',
      },
      asked,
    )
    return { summary: pingSummary(tx, subject.id), ...links }
  },
})
