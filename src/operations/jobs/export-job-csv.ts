import Type from 'typebox'
import { FILE_COLUMNS, type FileRow, fileRows, findWrittenJob, JobId } from '../../domains/jobs/index.ts'
import { csvInput, csvLines, slicesOf } from '../../kernel/operation/csv.ts'
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
