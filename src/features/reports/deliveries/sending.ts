/**
 * Sends approved reports whose time has come. One transaction writes all letters of a report with their deliveries, so
 * that a kill leaves none of them or all; the outbox then hands each over once.
 */

import { canSend, type LetterFacts, queueMail, refusalsOf, storedEmail } from '../../../domains/mail/index.ts'
import { below, rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { addToDay } from '../../../kernel/scheduling/limits.ts'
import { taskName } from '../../../kernel/scheduling/task.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { DAY, dayOf, MINUTE, millis, plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { nextToSend } from '../issues/drafting.ts'
import { finishSending, type Issue, keepFile, startSending } from '../issues/issue-states.ts'
import { scheduleOf } from '../issues/schedules.ts'
import { shareIssue } from '../months/month-addresses.ts'
import { type RecipientRow, reportDeliveries } from '../tables.ts'
import { letterFacts } from './letter.ts'
import { pauseRecipient } from './recipients.ts'
import { reportPdfOf } from './report-pdf.ts'
import { senderOfReports } from './report-sender.ts'

/** The task that writes letters and notes their results. */
export const SEND_REPORTS = taskName('send_reports')

/** Reports that one address gets in a day, of all agencies. */
const A_DAY = 20
/** Letters of one agency are spread over this time, with this much between two reports. */
const SPREAD = { most: 25 * MINUTE, each: 10 * SECOND }
/** All of them go within this time of their hour; letters that a restart delayed are not spread beyond it. */
const PROMISED = 30 * MINUTE

/** Writes the letters of one report; false when none is due. Without a mail server they wait, as approved. */
export async function sendNextReport(app: App, signal: AbortSignal): Promise<boolean> {
  const issue = app.db.write((tx) => (canSend(storedEmail(tx)) ? nextToSend(tx) : null))
  if (!issue) return false
  const { recipients, attach } = app.db.read((tx) => ({
    recipients: activeOf(tx, issue.tenant_id),
    attach: scheduleOf(tx, issue.tenant_id).attach_pdf,
  }))
  const file = attach || recipients.some(({ pdf }) => pdf === 1) ? await reportPdfOf(app, issue) : null
  const { aligned: own_sender } = await senderOfReports(app, issue.tenant_id, signal)
  app.db.write((tx) => {
    const window = windowOf(tx, issue)
    if (!canSend(storedEmail(tx)) || !startSending(tx, issue.id)) return
    if (file) keepFile(tx, issue.id, file)
    const facts = letterFacts(tx, issue, { own_sender })
    for (const recipient of activeOf(tx, issue.tenant_id))
      writeLetter(tx, app, issue, {
        recipient,
        ref: `client report ${issue.id} ${recipient.id}`,
        later: window * Math.random(),
        facts,
        pdf: file !== null && (attach || recipient.pdf === 1),
      })
    finishIfDone(tx, issue.id)
  })
  return true
}

const activeOf = (tx: ReadTx, tenant_id: string): RecipientRow[] =>
  tx.rows<RecipientRow>(
    "select * from report_recipients where tenant_id = ? and status = 'active' and removed_at is null order by id",
    tenant_id,
  )

/** The time over which letters are spread: longer the more reports of the agency are due, and counted from their hour. */
function windowOf(tx: ReadTx, { tenant_id, next_at }: Issue): number {
  const due = tx.number(
    `select count(*) from tenants t join report_issues i on i.tenant_id = t.id
     where i.state = 'approved' and i.next_at <= ? and t.path >= ? and t.path < ?`,
    tx.now,
    ...below(`/${rootOf(tx, tenant_id)}/`),
  )
  const passed = millis(tx.now) - millis(next_at ?? tx.now)
  const most = passed < PROMISED ? Math.max(0, SPREAD.most - passed) : SPREAD.most
  return Math.min(most, Math.max(0, due - 1) * SPREAD.each)
}

type Writing = {
  recipient: RecipientRow
  /** Names the letter: one of a schedule is written once. */
  ref: string
  /** Milliseconds until it leaves, at the earliest. */
  later: number
  facts: LetterFacts
  pdf: boolean
}

export function writeLetter(tx: Tx, app: App, issue: Issue, { recipient, ref, later, facts, pdf }: Writing): void {
  const { tenant_id } = issue
  const { id: recipient_id, email } = recipient
  const delivery = { id: newId(), issue_id: issue.id, recipient_id, at: tx.now }
  const refusal = refusalsOf(tx, [email]).get(email)
  if (refusal) {
    const { answer } = refusal
    tx.orm
      .insert(reportDeliveries)
      .values({ ...delivery, state: 'refused', answer })
      .onConflictDoNothing()
      .run()
    pauseRecipient(tx, app, recipient, answer)
    return
  }
  const link = shareIssue(tx, app, { tenant_id, issue_id: issue.id, recipient_id })
  const mail_id = queueMail(tx, app, {
    ref,
    tenant_id,
    template: 'client_report',
    to: email,
    facts: { ...facts, ...(pdf ? { pdf: 'yes' } : {}) },
    link: link.url,
    not_before: momentOf(tx, email, later),
  })
  tx.orm
    .insert(reportDeliveries)
    .values({ ...delivery, mail_id, link_id: link.link_id, state: 'queued' })
    .run()
}

/** After the day's share of an address is used, its letters wait for the next day. */
function momentOf(tx: Tx, email: string, later: number): Time {
  for (let days = 0; ; days++) {
    const day = dayOf(plus(tx.now, days * DAY))
    if (addToDay(tx, `reports:${email}`, day, 1) > A_DAY) continue
    return plus(days === 0 ? tx.now : `${day}T00:00:00.000Z`, Math.round(later))
  }
}

/** A report is sent when no letter of it waits. */
export function finishIfDone(tx: Tx, issue_id: string): void {
  const waits = tx.row("select 1 from report_deliveries where issue_id = ? and state = 'queued'", issue_id)
  if (!waits) finishSending(tx, issue_id)
}
