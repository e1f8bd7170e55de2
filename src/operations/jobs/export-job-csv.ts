import Type from 'typebox'
import { FILE_COLUMNS, type FileRow, fileRows, findJob, JobId } from '../../domains/jobs/index.ts'
import { csvLine } from '../../kernel/operation/csv.ts'
import { outbound } from '../../kernel/operation/operation.ts'

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
  output: Type.Object(Object.fromEntries(FILE_COLUMNS.map((name) => [name, Type.String()]))),
  produces: 'text/csv',
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  async handle({ subject, read }) {
    return {
      filename: `${subject.id}.csv`,
      lines: linesOf((after) => read((tx) => fileRows(tx, subject, after))),
    }
  },
})

async function* linesOf(next: (after: number) => FileRow[]): AsyncGenerator<string> {
  yield csvLine(FILE_COLUMNS)
  for (let after = 0, rows = next(after); rows.length; after = Number(rows.at(-1)!.uid), rows = next(after)) {
    yield rows.map((row) => csvLine(FILE_COLUMNS.map((name) => row[name]))).join('')
    await Bun.sleep(0)
  }
}
