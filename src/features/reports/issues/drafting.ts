/** The work of schedules: drafts, their freezing, reminders and expiry. Each step is found in rows and done once. */

import { languageOfWorkspace, pathOfTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { type Reader, readerOf } from '../../../kernel/language/reader.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { HOUR, plus } from '../../../kernel/time/clock.ts'
import { contactOf, monthReport } from '../months/month-reports.ts'
import type { ReportSection } from '../words.ts'
import { dueAt, expiresAt } from './calendar.ts'
import { proposedComment, withBestPush } from './comment.ts'
import { type FrozenFigures, freeze, isEmpty } from './freeze.ts'
import { workspaceHoldReason } from './hold-reasons.ts'
import { createIssue, expire, finishDraft, hold, type Issue, remind } from './issue-states.ts'
import { tellApprovers, tellSkipped } from './notice-letters.ts'
import { ISSUE_COLUMNS, issueOf, readerOfIssue } from './read.ts'
import { advanceSchedule, storedSchedule } from './schedules.ts'

type DueSchedule = { tenant_id: string; path: string; next_period: string }

/** Makes the draft that is longest overdue; false when none is due. */
export async function draftNext(app: App): Promise<boolean> {
  const due = app.db.read((tx) =>
    tx.row<DueSchedule>(
      `select s.tenant_id, t.path, s.next_period from report_schedules s join tenants t on t.id = s.tenant_id
       where s.next_draft_at <= ? order by s.next_draft_at limit 1`,
      tx.now,
    ),
  )
  if (!due) return false
  const { tenant_id, next_period: period } = due
  const passed = app.db.write((tx) => {
    const schedule = storedSchedule(tx, tenant_id)
    const late = expiresAt(dueAt(schedule, period)) <= tx.now
    const pass = late || workspaceHoldReason(tx, due.path) !== null || lastRevision(tx, tenant_id, period) > 0
    if (pass) advanceSchedule(tx, tenant_id, period)
    return pass
  })
  if (passed) return true
  const frozen = await freeze(app, tenant_id, period)
  app.db.write((tx) => storeDraft(tx, app, due, frozen))
  return true
}

function storeDraft(tx: Tx, app: App, { tenant_id, next_period: period }: DueSchedule, frozen: FrozenFigures): void {
  const schedule = storedSchedule(tx, tenant_id)
  // Someone changed the schedule while the figures were counted: the next run begins from it.
  if (schedule.next_period !== period || lastRevision(tx, tenant_id, period) > 0) return
  const issue = createIssue(tx, {
    tenant_id,
    period,
    revision: 1,
    due_at: dueAt(schedule, period),
    ...draftedFor(tx, tenant_id, period, frozen),
    sections: schedule.sections,
    automatic: schedule.mode === 'automatic',
    skip: schedule.skip_empty && isEmpty(frozen),
    reason: null,
    frozen,
  })
  advanceSchedule(tx, tenant_id, period)
  if (issue.state === 'waiting') tellApprovers(tx, app, issue.id, 'waiting')
  if (issue.state === 'skipped') tellSkipped(tx, app, issue.id)
}

/** The agency's own words about the month where it wrote some, else the proposal. */
export function wordsFor(
  tx: ReadTx,
  tenant_id: string,
  period: string,
  frozen: FrozenFigures,
  to: Reader,
): { comment: string; contact: string } {
  const written = monthReport(tx, tenant_id, period)
  return {
    comment: written.comment || proposedComment(to, frozen),
    contact: written.contact || contactOf(tx, tenant_id),
  }
}

/** The same for a report that is drafted now, in the language of its workspace, which it keeps. */
export function draftedFor(
  tx: ReadTx,
  tenant_id: string,
  period: string,
  frozen: FrozenFigures,
  language = languageOfWorkspace(tx, tenant_id),
) {
  return { language, ...wordsFor(tx, tenant_id, period, frozen, readerOf(frozen.zone, language)) }
}

const lastRevision = (tx: Tx, tenant_id: string, period: string): number =>
  tx.number('select max(revision) from report_issues where tenant_id = ? and period = ?', tenant_id, period)

/** Handles the report that waits the longest for it: freezes, reminds or expires it. False when none is due. */
export async function advanceNext(app: App): Promise<boolean> {
  const issue = app.db.read((tx) =>
    tx.row<Issue>(
      `select ${ISSUE_COLUMNS} from report_issues where next_at <= ?1
         and (state in ('draft', 'waiting') or (state = 'approved' and expires_at <= ?1))
       order by next_at limit 1`,
      tx.now,
    ),
  )
  if (!issue) return false
  if (issue.state === 'draft') await freezeDraft(app, issue)
  else app.db.write((tx) => remindOrExpire(tx, app, issue))
  return true
}

async function freezeDraft(app: App, issue: Issue): Promise<void> {
  const before = await freeze(app, issue.tenant_id, issue.period)
  app.db.write((tx) => {
    const schedule = storedSchedule(tx, issue.tenant_id)
    const stored = issueOf(tx, issue.id)!
    // A comment that nobody edited follows the final figures.
    const untouched = stored.updated_at === stored.created_at
    const comment = untouched
      ? wordsFor(tx, issue.tenant_id, issue.period, before, readerOfIssue(stored)).comment
      : stored.comment
    const automatic = schedule.mode === 'automatic'
    const state = finishDraft(tx, stored, before, { comment, automatic, skip: schedule.skip_empty && isEmpty(before) })
    if (state === 'waiting') tellApprovers(tx, app, issue.id, 'waiting')
    if (state === 'skipped') tellSkipped(tx, app, issue.id)
  })
}

function remindOrExpire(tx: Tx, app: App, issue: Issue): void {
  if (issue.expires_at <= tx.now) expire(tx, issue)
  else if (remind(tx, issue) > 0) tellApprovers(tx, app, issue.id, 'reminder')
}

/**
 * The approved report that is due next. A held report waits an hour; nothing goes from an archived, unpaid or suspended
 * workspace.
 */
export function nextToSend(tx: Tx): Issue | null {
  for (;;) {
    const issue = tx.row<Issue>(
      `select ${ISSUE_COLUMNS} from report_issues where state = 'approved' and next_at <= ?1 and expires_at > ?1
       order by next_at limit 1`,
      tx.now,
    )
    if (!issue || workspaceHoldReason(tx, pathOfTenant(tx, issue.tenant_id)!) === null) return issue
    hold(tx, issue, plus(tx.now, HOUR))
  }
}

/** Another revision of a report, with its figures counted again; returns its id. @throws conflict while the latest revision is not closed */
export async function reissue(app: App, issue: Issue, reason: string | null): Promise<(tx: Tx) => string> {
  if (issue.closed_at === null)
    throw conflict(`The report of ${issue.period} is ${issue.state}. Edit it instead, or decline it first.`, {
      state: issue.state,
    })
  const frozen = await freeze(app, issue.tenant_id, issue.period)
  return (tx) => {
    const { tenant_id, period, revision, comment, contact, sections, language } = issue
    if (lastRevision(tx, tenant_id, period) !== revision)
      throw conflict('The report was reissued already. Open its latest revision.')
    return createIssue(tx, {
      tenant_id,
      period,
      revision: revision + 1,
      language,
      comment: withBestPush(readerOfIssue(issue), comment, frozen),
      contact,
      frozen,
      due_at: tx.now,
      reason,
      sections: JSON.parse(sections) as ReportSection[],
      automatic: false,
      skip: false,
    }).id
  }
}
