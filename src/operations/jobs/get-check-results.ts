import Type from 'typebox'
import { listResults, SearchResult } from '../../domains/checks/index.ts'
import { findJob, JobId } from '../../domains/jobs/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'

export const getCheckResults = read({
  name: 'get_check_results',
  route: 'GET /jobs/{id}/searchengine',
  role: null,
  tool: {
    when: 'to see which engine found a link, when, and the evidence',
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
    return listResults(tx, caller, subject, { url, all_jobs: all_jobs === true }, page)
  },
})
