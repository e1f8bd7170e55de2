import Type from 'typebox'
import { fileNameOf, reportPdfOf } from '../../domains/deliveries/index.ts'
import { figuresOf, findIssue, ReportId } from '../../domains/issues/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const getReportPdf = outbound({
  name: 'get_report_pdf',
  route: 'GET /reports/{id}/pdf',
  role: 'member',
  instead: 'the page Reports of the web interface',
  local: true,
  produces: 'application/pdf',
  summary: 'A report as a PDF: after it was sent, the same bytes as the file in the e-mails.',
  input: Type.Object({ id: ReportId }),
  output: Type.Object({}),
  example: { id: 'iss_bakery' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  async handle({ app, subject, read }, { id }) {
    const { client } = read((tx) => figuresOf(tx, id)).figures
    return { filename: fileNameOf(client, subject), bytes: await reportPdfOf(app, subject) }
  },
})
