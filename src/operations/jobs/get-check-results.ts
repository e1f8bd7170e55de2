import Type from 'typebox'
import { SearchResult } from '../../domains/checks/index.ts'
import { findJob, JobId, type JobRow } from '../../domains/jobs/index.ts'
import { normaliseUrl } from '../../domains/preflight/index.ts'
import { invalid } from '../../kernel/fault.ts'
import { type Condition, ListOf, list, listInput, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { Defaulted } from '../../kernel/shape.ts'

export const getCheckResults = read({
  name: 'get_check_results',
  route: 'GET /jobs/{id}/searchengine',
  role: null,
  tool: {
    when: 'to see when which engine saw a link, and how that is known',
    returns: 'looks: engine, verdict (`indexed`), evidence, time',
    next: 'check_index looks again',
    inputs: { url: 'Looks at this URL alone', all_jobs: 'With url: over all jobs of the workspace' },
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

/** An agency's clients read the results too: not who the vendor is, what it costs, or how it words its failures. */
const FOR_CUSTOMERS = 'null as adapter, null as cost_usd, iif(k.failure is null, k.evidence, null) as evidence'
const FOR_THE_OPERATOR = 'k.adapter, k.cost_usd, k.evidence'

/** Links are kept in one spelling; any other finds them too. */
function asKept(url: string): string {
  const normalised = normaliseUrl(url)
  return normalised.ok ? normalised.url : url
}

/** Looks at this URL in one job, by way of its links; or in all jobs of the workspace that are in sight. */
const looksAt = (url: string, { id, tenant_id }: JobRow, all_jobs: boolean): Condition[] =>
  all_jobs
    ? [
        when('k.url = ? and k.tenant_id = ?', url, tenant_id),
        when('exists (select 1 from jobs j where j.id = k.job_id and j.deleted_at is null)'),
      ]
    : [when('k.job_id = ? and k.link_id in (select id from links where job_id = ? and url = ?)', id, id, url)]
