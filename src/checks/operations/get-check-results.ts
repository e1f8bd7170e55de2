import Type from 'typebox'
import { findJob } from '../../jobs/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { SearchResult } from '../shapes.ts'

export const getCheckResults = read({
  name: 'get_check_results',
  route: 'GET /jobs/{id}/searchengine',
  role: null,
  tool: true,
  summary: "Stored search results of a job, newest first, or one link's history.",
  input: Type.Object({
    id: Type.String({ title: 'Job' }),
    ...listInput('checked_at'),
    url: Type.Optional(Type.String({ title: 'URL', description: "One link's history", maxLength: 2048 })),
  }),
  output: ListOf(SearchResult),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject }, { id: _, url, ...page }) {
    return list(
      tx,
      {
        select: `k.id as rid, k.link_id as uid, k.url, k.engine, k.adapter, k.purpose, k.confirms, k.day, k.indexed, k.method, k.evidence, k.failure,
          k.cost_usd, k.finished_at as checked_at, exists (select 1 from look_answers a where a.look_id = k.id) as has_raw`,
        from: 'looks k',
        where: [
          when("k.job_id = ? and k.state = 'done'", subject.id),
          url ? when('k.link_id in (select id from links where job_id = ? and url = ?)', subject.id, url) : null,
        ],
        sorts: { checked_at: 'k.id' },
        dir: 'desc',
      },
      page,
    )
  },
})
