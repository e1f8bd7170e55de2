import Type from 'typebox'
import { findWrittenJob, JobId, JobName, unindexedUrls, urlsOf, urlsToPushAgain } from '../../domains/jobs/index.ts'
import { DripDays } from '../../domains/pushes/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'

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
        description: '`unseen`: checked, not found, and in no other open push; `unindexed`: not indexed after day 7',
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
