import Type from 'typebox'
import { SearchResult } from '../../domains/checks/index.ts'
import { findJob, JobId, type JobRow } from '../../domains/jobs/index.ts'
import { normaliseUrl } from '../../domains/preflight/index.ts'
import { type Condition, ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'

export const getCheckResults = read({
  name: 'get_check_results',
  route: 'GET /jobs/{id}/searchengine',
  role: null,
  tool: {
    when: 'to see which engine saw a link, when, and the evidence',
    returns: 'checks: engine, verdict (`indexed`), evidence, time',
    next: 'check_index checks again',
    inputs: { url: 'Checks of this URL only', all_jobs: 'With url: all jobs of the workspace' },
    brief: ['uid', 'url', 'engine', 'indexed', 'evidence', 'checked_at'],
  },
  summary: "Stored search results of a job, newest first, or one link's history.",
  description: 'With `url` and `all_jobs`: the history of that URL over all jobs of the workspace.',
  input: Type.Object({
    id: JobId,
    ...listInput('checked_at'),
    url: Type.Optional(Type.String({ title: 'URL', description: "One link's history", maxLength: 2048 })),
    all_jobs: Defaulted(Type.Boolean({ title: 'Over all jobs of the workspace', description: 'Needs `url`' }), false),
  }),
  output: ListOf(SearchResult),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, caller, subject }, { id: _, url, all_jobs, ...page }) {
    if (all_jobs && url === undefined) throw invalid({ path: 'url', message: 'is required with all_jobs' })
    return list(
      tx,
      {
        select: `k.id as rid, k.link_id as uid, k.url, k.engine, k.purpose, k.confirms, k.day, k.indexed, k.method, k.failure,
          ${caller.platform ? FOR_THE_OPERATOR : FOR_CUSTOMERS},
          k.finished_at as checked_at, exists (select 1 from look_answers a where a.look_id = k.id) as has_raw`,
        from: 'looks k',
        where: [
          when("k.state = 'done'"),
          ...(url === undefined
            ? [when('k.job_id = ?', subject.id)]
            : looksAt(asKept(url), subject, all_jobs === true)),
        ],
        sorts: { checked_at: 'k.id' },
      },
      page,
    )
  },
})

/** Clients read the results too, but not the vendor, its cost or its error texts. */
const FOR_CUSTOMERS = 'null as adapter, null as cost_usd, iif(k.failure is null, k.evidence, null) as evidence'
const FOR_THE_OPERATOR = 'k.adapter, k.cost_usd, k.evidence'

/** Links are stored as canonical URLs; any other spelling finds them too. */
function asKept(url: string): string {
  const normalised = normaliseUrl(url)
  return normalised.ok ? normalised.url : url
}

/** Checks of this URL in one job, or in all jobs of the workspace that the caller may read. */
const looksAt = (url: string, { id, tenant_id }: JobRow, all_jobs: boolean): Condition[] =>
  all_jobs
    ? [
        when('k.url = ? and k.tenant_id = ?', url, tenant_id),
        when('exists (select 1 from jobs j where j.id = k.job_id and j.deleted_at is null)'),
      ]
    : [when('k.job_id = ? and k.link_id in (select id from links where job_id = ? and url = ?)', id, id, url)]
