/** All changes of a report's state. Each is one statement of a transaction, from a state in which it is allowed. */
import type { Tx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { eachRow } from '../../../kernel/operation/each-row.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { type IssueRow, reportIssues } from '../tables.ts'
import type { IssueState, ReportSection } from '../words.ts'
import { expiresAt, remindAt } from './calendar.ts'
import type { FrozenFigures } from './freeze.ts'
import { assertMayApprove, hasReaders } from './people.ts'

export type Issue = Omit<IssueRow, 'figures' | 'pdf'>
type NewIssue = {
  tenant_id: string
  period: string
  revision: number
  due_at: Time
  comment: string
  contact: string
  sections: readonly ReportSection[]
  automatic: boolean
  skip: boolean
  reason: string | null
  frozen: FrozenFigures
  language: string | null
}

/** Stores a report: a preview while its period runs, else waiting for approval, approved by the schedule, or skipped. */
export function createIssue(tx: Tx, asked: NewIssue): { id: string; state: IssueState } {
  const { automatic, skip, frozen, sections, ...given } = asked
  const id = newId()
  const over = frozen.frozen_at >= frozen.span.to
  const state = over ? stateOf(tx, given.tenant_id, { skip, automatic }) : 'draft'
  const ends_at = frozen.span.to
  const expires_at = expiresAt(given.due_at)
  tx.orm
    .insert(reportIssues)
    .values({
      ...given,
      id,
      state,
      zone: frozen.zone,
      starts_at: frozen.span.from,
      ends_at,
      expires_at,
      next_at: NEXT[state]({ due_at: given.due_at, expires_at, ends_at, now: tx.now }),
      approved_at: state === 'approved' ? tx.now : null,
      closed_at: state === 'skipped' ? tx.now : null,
      sections: JSON.stringify(sections),
      summary: JSON.stringify(frozen.summary),
      figures_sha256: frozen.figures_sha256,
      frozen_at: frozen.frozen_at,
      created_at: tx.now,
      updated_at: tx.now,
      figures: frozen.figures,
    })
    .run()
  return { id, state }
}

/** The state of a report whose period is over: the schedule approves none that nobody would get. */
const stateOf = (tx: Tx, tenant_id: string, { skip, automatic }: Pick<NewIssue, 'skip' | 'automatic'>) =>
  skip ? 'skipped' : automatic && hasReaders(tx, tenant_id) ? 'approved' : 'waiting'

export const later = (a: Time, b: Time): Time => [a, b].sort()[1]!

type Times = { due_at: Time; expires_at: Time; ends_at: Time; now: Time }

/** When a task checks a report again. */
export const NEXT: Record<'draft' | 'waiting' | 'approved' | 'skipped', (times: Times) => Time | null> = {
  draft: ({ ends_at }) => ends_at,
  waiting: ({ due_at, expires_at, now }) => (now < remindAt(due_at) ? remindAt(due_at) : expires_at),
  approved: ({ due_at, now }) => later(due_at, now),
  skipped: () => null,
}

/** Freezes a preview whose period is over. */
export function finishDraft(
  tx: Tx,
  issue: Issue,
  frozen: FrozenFigures,
  { comment, automatic, skip }: { comment: string; automatic: boolean; skip: boolean },
): IssueState {
  const state = stateOf(tx, issue.tenant_id, { skip, automatic })
  tx.run(
    `update report_issues set state = ?1, next_at = ?2, approved_at = ?3, closed_at = ?4, comment = ?5, summary = ?6,
       figures = ?7, figures_sha256 = ?8, frozen_at = ?9, updated_at = ?10
     where id = ?11 and state = 'draft'`,
    state,
    NEXT[state]({ ...issue, now: tx.now }),
    state === 'approved' ? tx.now : null,
    state === 'skipped' ? tx.now : null,
    comment,
    JSON.stringify(frozen.summary),
    frozen.figures,
    frozen.figures_sha256,
    frozen.frozen_at,
    tx.now,
    issue.id,
  )
  return state
}

/** @throws conflict in any state but `waiting`, also when another approval was faster, and when nobody would get it */
export function approve(tx: Tx, caller: Caller, issue: Issue, send_at: Time | null): void {
  assertMayApprove(tx, caller, issue.tenant_id)
  if (issue.state === 'draft')
    throw conflict(`The period is not over. The report can be approved from ${issue.ends_at}.`, { state: issue.state })
  if (issue.state === 'waiting' && !hasReaders(tx, issue.tenant_id)) throw conflict(NOBODY, { recipients: 0 })
  const goes = later(send_at ?? issue.due_at, tx.now)
  const done = tx.run(
    `update report_issues set state = 'approved', approved_by = ?, approved_at = ?, send_at = ?, next_at = ?,
       expires_at = ?, updated_at = ?
     where id = ? and state = 'waiting'`,
    caller.label,
    tx.now,
    send_at,
    goes,
    // One that is held back waits for as long as one that waits for approval.
    later(issue.expires_at, expiresAt(goes)),
    tx.now,
    issue.id,
  )
  if (done === 0) throw stateConflict(issue, 'approved')
}

const NOBODY = 'Nobody would get this report. Add a recipient, or wait until one who was asked has agreed.'

/** Approves each that waits; the others are named, with why. `found` are those in reach. */
export function approveMany(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
  found: readonly Issue[],
): { approved: string[]; refused: { id: string; message: string }[] } {
  const known = new Map(found.map((issue) => [issue.id, issue]))
  const { done, refused } = eachRow(ids, known, 'report', (issue, id) => {
    approve(tx, caller, issue, null)
    return id
  })
  return { approved: done, refused }
}

/** New words, or hidden parts. An approved report waits for approval again. */
export function edit(
  tx: Tx,
  issue: Issue,
  { comment, contact, sections }: { comment: string; contact: string; sections: readonly string[] },
): void {
  const back = issue.state === 'approved'
  const done = tx.run(
    `update report_issues set comment = ?1, contact = ?2, sections = ?3, updated_at = ?4,
       state = iif(?5, 'waiting', state), approved_by = iif(?5, null, approved_by), approved_at = iif(?5, null, approved_at),
       send_at = iif(?5, null, send_at), next_at = iif(?5, ?6, next_at)
     where id = ?7 and state in ('draft', 'waiting', 'approved')`,
    comment,
    contact,
    JSON.stringify(sections),
    tx.now,
    back ? 1 : 0,
    NEXT.waiting({ ...issue, now: tx.now }),
    issue.id,
  )
  if (done === 0) throw stateConflict(issue, 'edited')
}

export function decline(tx: Tx, issue: Issue, reason: string | null): void {
  const done = tx.run(
    `update report_issues set state = 'declined', closed_at = ?1, next_at = null, reason = ?2, updated_at = ?1
     where id = ?3 and state in ('draft', 'waiting', 'approved')`,
    tx.now,
    reason,
    issue.id,
  )
  if (done === 0) throw stateConflict(issue, 'declined')
}

/** A report that nobody approved in time is never sent. */
export const expire = (tx: Tx, issue: Pick<Issue, 'id'>): number =>
  tx.run(
    `update report_issues set state = 'expired', closed_at = ?1, next_at = null, updated_at = ?1
     where id = ?2 and state in ('draft', 'waiting', 'approved')`,
    tx.now,
    issue.id,
  )

/** Notes the reminder; the next step is the end of the wait. */
export const remind = (tx: Tx, issue: Pick<Issue, 'id' | 'expires_at'>): number =>
  tx.run(
    "update report_issues set reminded_at = ?, next_at = ? where id = ? and state = 'waiting'",
    tx.now,
    issue.expires_at,
    issue.id,
  )

/** Waits on, because nothing goes out from its workspace now. */
export const hold = (tx: Tx, issue: Pick<Issue, 'id'>, until: Time): number =>
  tx.run("update report_issues set next_at = ? where id = ? and state = 'approved'", until, issue.id)

/** Begins the sending of an approved report whose time has come; false when it is in another state. */
export const startSending = (tx: Tx, id: string): boolean =>
  tx.run(
    `update report_issues set state = 'sending', next_at = ?1, updated_at = ?1
     where id = ?2 and state = 'approved' and next_at <= ?1`,
    tx.now,
    id,
  ) > 0

/** Keeps the file of a report, so that each letter and each resend has the same bytes. */
export const keepFile = (tx: Tx, id: string, pdf: Uint8Array): number =>
  tx.run('update report_issues set pdf = ? where id = ? and pdf is null', pdf, id)

/** Every letter of it is handed over, or there is nobody to send it to. */
export const finishSending = (tx: Tx, id: string): boolean =>
  tx.run(
    `update report_issues set state = 'sent', next_at = null, closed_at = ?1, updated_at = ?1
     where id = ?2 and state = 'sending'`,
    tx.now,
    id,
  ) > 0

export const stateConflict = ({ state, period }: Issue, done: string) =>
  conflict(`The report of ${period} is ${state}, so it cannot be ${done}.${AFTER[state] ?? ''}`, { state })

const AFTER: Partial<Record<IssueState, string>> = {
  sent: ' Reissue it to correct it.',
  expired: ' Reissue it to send it.',
  declined: ' Reissue it to send it.',
  skipped: ' Reissue it to send it.',
}
