import Type from 'typebox'
import { findJob } from '../../jobs/index.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { invalid } from '../../kernel/fault.ts'
import { ListOf, list, listInput, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { normaliseUrl } from '../../preflight/index.ts'
import { SearchResult } from '../shapes.ts'

export const getCheckResults = read({
  name: 'get_check_results',
  route: 'GET /jobs/{id}/searchengine',
  role: null,
  tool: true,
  summary: "Stored search results of a job, newest first, or one link's history.",
  description: 'With `url` and `all_jobs`: the history of that URL over all jobs of the workspace.',
  input: Type.Object({
    id: Type.String({ title: 'Job' }),
    ...listInput('checked_at'),
    url: Type.Optional(Type.String({ title: 'URL', description: "One link's history", maxLength: 2048 })),
    all_jobs: Type.Optional(Type.Boolean({ title: 'Over all jobs of the workspace', description: 'Needs `url`' })),
  }),
  output: ListOf(SearchResult),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, caller, subject }, { id: _, url, all_jobs, ...page }) {
    if (all_jobs && url === undefined) throw invalid({ path: 'url', message: 'is required with all_jobs' })
    const links =
      url === undefined ? null : linksWith(tx, asKept(url), all_jobs ? { tenant_id: subject.tenant_id } : subject)
    return list(
      tx,
      {
        select: `k.id as rid, k.link_id as uid, k.url, k.engine, k.purpose, k.confirms, k.day, k.indexed, k.method, k.failure,
          ${caller.platform ? FOR_THE_OPERATOR : FOR_CUSTOMERS},
          k.finished_at as checked_at, exists (select 1 from look_answers a where a.look_id = k.id) as has_raw`,
        from: 'looks k',
        where: [
          when("k.state = 'done'"),
          links
            ? when(
                '(k.job_id, k.link_id) in (select value ->> 0, value ->> 1 from json_each(?))',
                JSON.stringify(links),
              )
            : when('k.job_id = ?', subject.id),
        ],
        sorts: { checked_at: 'k.id' },
        dir: 'desc',
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

/** Job and id of the links with this URL, in one job or in all of a workspace: one look into the index for each job. */
function linksWith(tx: ReadTx, url: string, where: { id: string } | { tenant_id: string }): [string, number][] {
  const condition = 'id' in where ? 'j.id = ?' : 'j.tenant_id = ?'
  const found = tx.rows<{ job_id: string; id: number }>(
    `select l.job_id, l.id from jobs j cross join links l on l.job_id = j.id and l.url = ?
     where ${condition} and j.deleted_at is null`,
    url,
    'id' in where ? where.id : where.tenant_id,
  )
  return found.map(({ job_id, id }) => [job_id, id])
}
