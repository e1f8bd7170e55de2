import Type from 'typebox'
import { letterPreview, ReportLetter } from '../../domains/deliveries/index.ts'
import { findIssue, ReportId } from '../../domains/issues/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getReportLetter = read({
  name: 'get_report_letter',
  route: 'GET /reports/{id}/letter',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'The e-mail of a report as its recipients get it, as HTML and as text.',
  description: 'Each recipient gets addresses of their own; here others stand for them.',
  input: Type.Object({ id: ReportId }),
  output: ReportLetter,
  example: { id: 'iss_bakery' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle: ({ tx, app, subject }) => letterPreview(tx, app, subject),
})
