import Type from 'typebox'
import { PingSummary, pingSummary } from '../../domains/indexnow/index.ts'
import { findJob, firstLinks, JOB_BRIEF, Job, JobId, LINK_BRIEF, Link, readJob } from '../../domains/jobs/index.ts'
import { nextStepOf, Progress, progressOf } from '../../domains/pushes/index.ts'
import { reportUrl } from '../../domains/reports/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

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
      share_url: caller.role === 'client_viewer' || caller.viewing ? null : reportUrl(tx, app, subject.id),
      urls: firstLinks(tx, caller, subject, url_limit),
    }
  },
})
