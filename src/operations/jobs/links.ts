import Type from 'typebox'
import { findRawResult, listResults, SearchResult, withoutPrice } from '../../domains/checks/index.ts'
import { pendingOf } from '../../domains/credits/index.ts'
import {
  ClosedTo,
  FILE_COLUMNS,
  type FileRow,
  fileRows,
  findJob,
  findLink,
  findListedJob,
  findWrittenJob,
  INDEXED,
  isFinished,
  JobId,
  LEAVE_PARTS,
  LINK_BRIEF,
  LINK_CREDITS,
  Link,
  LOOK_PARTS,
  linkStates,
  listLinks,
  refreshOutcome,
  STATE_WORDS,
} from '../../domains/jobs/index.ts'
import { lookDays } from '../../domains/plans/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { said, text } from '../../kernel/language/say.ts'
import { csvInput, csvLines, slicesOf } from '../../kernel/operation/csv.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Defaulted, MOST } from '../../kernel/operation/shape.ts'

export const listJobUrls = read({
  name: 'list_job_urls',
  route: 'GET /jobs/{id}/urls',
  role: null,
  tool: {
    when: 'for the links of a job: those not indexed (`indexed: no`), flagged (`state: flagged`, with `fix`), refunded (`credit: released`)',
    returns: 'links with state, verdict and credit',
    next: 'get_check_results has the evidence; send_unindexed_to_indexer pushes again',
    inputs: {
      q: 'Text in the URL',
      state: 'Links in this state alone',
      indexed: 'Links with this verdict alone',
      credit: 'Links whose credit is so',
      warned: 'Links that the pre-flight warns of, or those that it does not',
    },
    hides: ['look', 'leaves', 'closed_to'],
    brief: LINK_BRIEF,
  },
  summary: "A job's links, with what the search engine shows and what became of each credit.",
  input: Type.Object({
    id: JobId,
    ...listInput('uid', 'url', 'state'),
    q: Search,
    state: Type.Optional(
      Type.Enum(STATE_WORDS, {
        title: 'State',
        description: '`waiting` is queued, scheduled or sent; `skipped` is flagged or cancelled',
      }),
    ),
    indexed: Type.Optional(Type.Enum(INDEXED, { title: 'Indexed' })),
    credit: Type.Optional(Type.Enum(LINK_CREDITS, { title: 'Credit' })),
    guarantee: Type.Optional(
      Type.Boolean({ title: 'Covered', description: 'Whether the guarantee covers them; default: both' }),
    ),
    warned: Type.Optional(
      Type.Boolean({ title: 'With warnings', description: 'Whether they have a pre-flight warning; default: both' }),
    ),
    look: Type.Optional(
      Type.Enum(LOOK_PARTS, {
        title: 'Checks',
        description: `Sent links by their checks up to day ${lookDays('or')}: \`seen_3\` were found by day 3, \`unseen_3\` were not, \`due_3\` wait for that check. \`charged\`: links with a check to come and a reserved check credit. Default: all`,
      }),
    ),
    leaves: Type.Optional(
      Type.Enum(LEAVE_PARTS, {
        title: 'Leaves',
        description:
          '`sent`: already sent; `today`: due before midnight in the time zone of your workspace; `later`: due after it. Default: all',
      }),
    ),
    closed_to: Type.Optional(ClosedTo),
  }),
  output: ListOf(Link),
  example: { id: 'job_guestposts', indexed: 'no' },
  subject: (tx, caller, { id }) => findListedJob(tx, caller, id!),

  handle: ({ tx, caller, subject: job }, { id: _, page, page_size, sort, dir, ...filters }) =>
    listLinks(tx, { job, caller }, filters, { page, page_size, sort, dir }),
})

export const exportJobCsv = outbound({
  name: 'export_job_csv',
  route: 'GET /jobs/{id}/csv',
  role: null,
  tool: {
    when: 'for a file of all links; list_job_urls is shorter',
    costs: 'Free, but some 50 tokens a link.',
    returns: 'CSV text: one line a link',
    next: 'share_job_report gives a page for people',
  },
  summary: "A job's links as CSV, with the latest search result of each.",
  input: Type.Object({ id: JobId, ...csvInput }),
  output: Type.Object(Object.fromEntries(FILE_COLUMNS.map((name) => [name, Type.String()]))),
  produces: 'text/csv',
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  handle: async ({ subject, caller, read }, { separator }) => ({
    filename: `${subject.id}.csv`,
    lines: csvLines(
      FILE_COLUMNS,
      slicesOf<FileRow>((last) => read((tx) => fileRows(tx, caller, subject, Number(last?.uid ?? 0)))),
      separator,
    ),
  }),
})

export const deleteJobUrl = write({
  name: 'delete_job_url',
  route: 'DELETE /jobs/{id}/urls/{uid}',
  role: 'member',
  proof: false,
  tool: {
    when: 'to remove a link from a job that is done or cancelled',
    returns: '`deleted`',
    next: 'list_job_urls',
    inputs: { uid: '`uid` of the link, from list_job_urls' },
  },
  summary: 'Remove one link from a finished job. No credit moves.',
  input: Type.Object({ id: JobId, uid: Type.Integer({ title: 'Link', minimum: 1, maximum: MOST }) }),
  output: Type.Object({ uid: Type.Integer(), deleted: Type.Boolean() }),
  example: { id: 'job_settled', uid: 9001 },
  faults: ['conflict'],
  subject: (tx, caller, { id, uid }) => findLink(tx, caller, id!, uid!),

  handle({ tx, subject: { job, link }, changed }) {
    if (!isFinished(job))
      throw conflict(
        said(
          'The job is still {status, select, queued {queued} preflight {preflight} checking {checking} sending {sending} other {watching}}. Remove its links once it is done or cancelled.',
          { status: job.status },
        ),
      )
    if (link.credit === 'reserved')
      throw conflict(text('The link is still under the guarantee. Remove it once its credit is used or refunded.'))
    if (pendingOf(tx, job.id).check > 0)
      throw conflict(text('The links of this job are being checked. Remove them once the checks are done.'))
    linkStates.removeLink(tx, link.id)
    refreshOutcome(tx, job.id)
    changed({ tenant_id: job.tenant_id, target: `${job.id}/${link.id}`, before: { url: link.url, state: link.state } })
    return { uid: link.id, deleted: true }
  },
})

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

export const getRawCheckResult = read({
  name: 'get_raw_check_result',
  route: 'GET /jobs/{id}/searchengine/raw/{rid}',
  role: null,
  summary: "The vendor's stored answer behind one search result, secrets stripped.",
  input: Type.Object({ id: JobId, rid: Type.Integer({ title: 'Result', minimum: 1, maximum: MOST }) }),
  output: Type.Object({
    rid: Type.Integer(),
    body: Type.String({ description: 'As the vendor sent it; only the platform admin sees the cost' }),
  }),
  example: { id: 'job_guestposts', rid: 9501 },
  subject: (tx, caller, { id, rid }) => findRawResult(tx, findJob(tx, caller, id!).id, rid!),
  handle: ({ caller, subject }) => (caller.platform ? subject : { ...subject, body: withoutPrice(subject.body) }),
})
