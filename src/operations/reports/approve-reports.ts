import Type from 'typebox'
import { approveMany, findIssues, ReportId } from '../../domains/issues/index.ts'
import { write } from '../../kernel/operation/operation.ts'

const MOST = 200

export const approveReports = write({
  name: 'approve_reports',
  route: 'POST /reports/approve',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'Approve up to 200 reports in one act. Those that cannot be approved are named, with why.',
  input: Type.Object({
    ids: Type.Array(ReportId, { title: 'Reports', minItems: 1, maxItems: MOST, uniqueItems: true }),
  }),
  output: Type.Object({
    approved: Type.Array(Type.String()),
    refused: Type.Array(Type.Object({ id: Type.String(), message: Type.String() })),
  }),
  example: { ids: ['iss_bakery'] },

  handle({ tx, caller, changed }, { ids }) {
    const answer = approveMany(tx, caller, ids, findIssues(tx, caller, ids))
    changed({
      target: `${answer.approved.length} reports`,
      before: { approved: [] },
      after: { approved: answer.approved },
    })
    return answer
  },
})
