import Type from 'typebox'
import {
  ClientReportDetail,
  figuresOf,
  findIssue,
  ReportId,
  readIssue,
  revisionsOf,
} from '../../domains/issues/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getReport = read({
  name: 'get_report',
  route: 'GET /reports/{id}',
  role: 'member',
  instead: 'the resource signalpost://client-report/{id}',
  summary: 'One report of a client with its frozen figures and its revisions.',
  input: Type.Object({ id: ReportId }),
  output: ClientReportDetail,
  example: { id: 'iss_bakery' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle: ({ tx, subject }, { id }) => ({
    ...readIssue(tx, id),
    figures: figuresOf(tx, id).figures,
    revisions: revisionsOf(tx, subject),
    figures_sha256: subject.figures_sha256,
  }),
})
