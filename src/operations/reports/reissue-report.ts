import Type from 'typebox'
import { ClientReport, findIssue, Reason, ReportId, readIssue, reissue } from '../../domains/issues/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const reissueReport = outbound({
  name: 'reissue_report',
  route: 'POST /reports/{id}/reissue',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  local: true,
  summary: 'Count a closed report again as its next revision, which waits for approval.',
  description: 'Both revisions are kept; readers see that the new one corrects the one before.',
  input: Type.Object({ id: ReportId, reason: Reason('Shown to readers') }),
  output: ClientReport,
  example: { id: 'iss_sent', reason: 'Three pages were counted twice.' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  async handle({ app, subject, write, changed }, { id, reason }) {
    const store = await reissue(app, subject, reason?.trim() || null)
    return write((tx) => {
      const report = readIssue(tx, store(tx))
      changed({
        tenant_id: subject.tenant_id,
        target: id,
        before: { revision: subject.revision },
        after: { revision: report.revision, id: report.id },
      })
      return report
    })
  },
})
