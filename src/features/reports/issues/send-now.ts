/** A report that a person sends at once: its latest revision where that can be sent, else one that is frozen now. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { spanOf } from '../months/zones.ts'
import type { IssueState } from '../words.ts'
import { expiresAt } from './calendar.ts'
import { draftedFor } from './drafting.ts'
import { freeze } from './freeze.ts'
import { createIssue, type Issue, later, NEXT, stateConflict } from './issue-states.ts'
import { ISSUE_COLUMNS, issueOf } from './read.ts'
import { storedSchedule } from './schedules.ts'

const SENDABLE: readonly IssueState[] = ['waiting', 'approved', 'sending', 'sent']

const latestOf = (tx: ReadTx, tenant_id: string, period: string): Issue | null =>
  tx.row<Issue>(
    `select ${ISSUE_COLUMNS} from report_issues where tenant_id = ? and period = ? order by revision desc limit 1`,
    tenant_id,
    period,
  )

/** The latest revision of a period that is over. @throws conflict while it runs, or is being frozen */
function latestOver(tx: ReadTx, tenant_id: string, period: string): Issue | null {
  if (tx.now < spanOf(tx, tenant_id, period).to) throw conflict(RUNNING, { state: 'draft' })
  const latest = latestOf(tx, tenant_id, period)
  if (latest?.state === 'draft') throw conflict('The figures of this report are being frozen. Try again in a minute.')
  return latest
}

/** The revision that would be sent as it was frozen; null where the figures would be frozen now. */
export function frozenToSend(tx: ReadTx, tenant_id: string, period: string): Issue | null {
  const latest = latestOver(tx, tenant_id, period)
  return latest && SENDABLE.includes(latest.state) ? latest : null
}

/** The report of a period to send. @throws conflict while the period runs */
export async function issueToSend(app: App, tenant_id: string, period: string): Promise<Issue> {
  const latest = app.db.read((tx) => latestOver(tx, tenant_id, period))
  if (latest && SENDABLE.includes(latest.state)) return latest
  const frozen = await freeze(app, tenant_id, period)
  return app.db.write((tx) => {
    const now = latestOf(tx, tenant_id, period)
    if (now?.id !== latest?.id) throw conflict('Another report of this period was made meanwhile. Send that one.')
    const { id } = createIssue(tx, {
      tenant_id,
      period,
      frozen,
      revision: (latest?.revision ?? 0) + 1,
      due_at: tx.now,
      ...draftedFor(tx, tenant_id, period, frozen),
      ...(latest && { comment: latest.comment, contact: latest.contact }),
      sections: storedSchedule(tx, tenant_id).sections,
      automatic: false,
      skip: false,
      reason: null,
    })
    return issueOf(tx, id)!
  })
}

const RUNNING =
  'The period is not over, so its figures still change. Share the report, or send it once the period is over.'

/** Begins the sending of a report, whose letters are written in the same transaction. One that was sent stays so. */
export function beginSending(tx: Tx, caller: Caller, issue: Issue, send_at: Time): void {
  if (issue.state === 'sent' || issue.state === 'sending') return
  const done = tx.run(
    `update report_issues set state = 'sending', approved_by = ?1, approved_at = ?2, send_at = ?3, next_at = ?2, updated_at = ?2
     where id = ?4 and state in ('waiting', 'approved')`,
    caller.label,
    tx.now,
    send_at,
    issue.id,
  )
  if (done === 0) throw stateConflict(issue, 'sent')
}

/** A report of which no letter left waits for approval again. */
export function waitAgain(tx: Tx, issue: Issue): void {
  const expires_at = later(issue.expires_at, expiresAt(tx.now))
  tx.run(
    `update report_issues set state = 'waiting', approved_by = null, approved_at = null, send_at = null, next_at = ?1,
       expires_at = ?2, updated_at = ?3 where id = ?4 and state = 'sending'`,
    NEXT.waiting({ ...issue, expires_at, now: tx.now }),
    expires_at,
    tx.now,
    issue.id,
  )
}
