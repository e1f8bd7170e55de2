/** Another revision of a report: its figures are counted again, and the one before stays as it was. */
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { lastRevision } from './drafting.ts'
import { freeze } from './freeze.ts'
import { createIssue, type Issue } from './issue-states.ts'
import type { ReportSection } from './words.ts'

/** Returns the new report's id. @throws conflict while the latest revision is not closed */
export async function reissue(app: App, issue: Issue, reason: string | null): Promise<(tx: Tx) => string> {
  if (issue.closed_at === null)
    throw conflict(`The report of ${issue.period} is ${issue.state}. Edit it instead, or decline it first.`, {
      state: issue.state,
    })
  const frozen = await freeze(app, issue.tenant_id, issue.period)
  return (tx) => {
    const { tenant_id, period, revision, comment, contact, sections } = issue
    if (lastRevision(tx, tenant_id, period) !== revision)
      throw conflict('The report was reissued already. Open its latest revision.')
    return createIssue(tx, {
      ...{ tenant_id, period, revision: revision + 1, comment, contact, frozen },
      due_at: tx.now,
      reason,
      sections: JSON.parse(sections) as ReportSection[],
      automatic: false,
      skip: false,
    }).id
  }
}
