import Type from 'typebox'
import { findJob, JobId, type JobRow } from '../../domains/jobs/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { csvLine } from '../../kernel/operation/csv.ts'
import { outbound } from '../../kernel/operation/operation.ts'

const COLUMNS = [
  'uid',
  'url',
  'state',
  'indexed',
  'credit',
  'guarantee',
  'flags',
  'fix',
  'warnings',
  'bing_flags',
  'reason',
  'before_indexed',
  'sent_at',
  'checked_at',
  'engine',
  'method',
  'evidence',
  'simulated',
] as const
type Row = Record<(typeof COLUMNS)[number], string | number | null>

/** Read in steps, so that a job of any size starts at once and never fills the memory. */
const STEP = 1000

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
  input: Type.Object({ id: JobId }),
  output: Type.Object(Object.fromEntries(COLUMNS.map((name) => [name, Type.String()]))),
  produces: 'text/csv',
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  async handle({ subject, read }) {
    return {
      filename: `${subject.id}.csv`,
      lines: linesOf((after) => read((tx) => step(tx, subject, after))),
    }
  },
})

async function* linesOf(next: (after: number) => Row[]): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for (let after = 0, rows = next(after); rows.length; after = Number(rows.at(-1)!.uid), rows = next(after)) {
    yield rows.map((row) => csvLine(COLUMNS.map((name) => row[name]))).join('')
    await Bun.sleep(0)
  }
}

/** A link that is neither sent nor waiting has no guarantee to show. */
const COVER = "iif(l.sent_at is not null or l.credit = 'reserved', iif(l.guarantee, 'covered', 'not covered'), null)"

function step(tx: ReadTx, job: JobRow, after: number): Row[] {
  return tx.rows<Row>(
    `select l.id as uid, l.url, l.state, l.indexed, l.credit, ${COVER} as guarantee,
       (select group_concat(value, ' ') from json_each(l.flags)) as flags, l.fix,
       (select group_concat(value, char(10)) from json_each(l.warnings)) as warnings,
       (select group_concat(value, ' ') from json_each(l.bing_flags)) as bing_flags, l.reason, l.before_indexed, l.sent_at, l.checked_at,
       k.engine, k.method, iif(k.failure is null, k.evidence, null) as evidence, ? as simulated
     from links l left join looks k on k.id = (select max(id) from looks where job_id = l.job_id and link_id = l.id and state = 'done')
     where l.id > ? and l.id <= ? order by l.id limit ?`,
    job.simulated ? 'true' : 'false',
    Math.max(after, job.first_link - 1),
    job.last_link,
    STEP,
  )
}
