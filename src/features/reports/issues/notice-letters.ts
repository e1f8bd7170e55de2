/** Letters to approvers: a report waits, it still waits, or a period was empty. */

import { siteOf } from '../../../domains/branding/index.ts'
import { type MailApp, queueMail } from '../../../domains/mail/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { approversOf } from './people.ts'
import type { ReportSummary } from './shapes.ts'

type Subject = { id: string; tenant_id: string; period: string; revision: number; path: string; name: string } & {
  due_at: string
  expires_at: string
  summary: string
  zone: string
}

const find = (tx: Tx, id: string): Subject =>
  tx.row<Subject>(
    `select i.id, i.tenant_id, i.period, i.revision, i.due_at, i.expires_at, i.summary, i.zone, t.path, t.name
     from report_issues i join tenants t on t.id = i.tenant_id where i.id = ?`,
    id,
  )!

/** Each letter goes to each approver once: its reference names the report and the occasion. */
export function tellApprovers(tx: Tx, app: MailApp, id: string, occasion: 'waiting' | 'reminder'): void {
  const issue = find(tx, id)
  const { pushed, visible, gained } = JSON.parse(issue.summary) as ReportSummary
  tell(tx, app, issue, occasion, {
    occasion,
    ...{ zone: issue.zone, due: issue.due_at, expires: issue.expires_at },
    pushed: String(pushed),
    visible: String(visible),
    gained: String(gained),
  })
}

export const tellSkipped = (tx: Tx, app: MailApp, id: string): void => {
  const issue = find(tx, id)
  tell(tx, app, issue, 'skipped', { occasion: 'skipped' })
}

function tell(tx: Tx, app: MailApp, issue: Subject, occasion: string, facts: Record<string, string>): void {
  const link = `${siteOf(tx, app, issue.tenant_id)}/app/w/${issue.tenant_id}/reports/issues/${issue.id}`
  for (const { email } of approversOf(tx, { id: issue.tenant_id, path: issue.path }))
    queueMail(tx, app, {
      ref: `report ${occasion} ${issue.id} ${email}`,
      tenant_id: issue.tenant_id,
      template: 'report_waiting',
      to: email,
      facts: { workspace: issue.name, period: issue.period, ...facts },
      link,
    })
}
