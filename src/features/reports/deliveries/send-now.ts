/** Sends a report at once to chosen people. Its letters wait for ten seconds, in which all of them can be taken back. */

import { membersKnownTo, plainEmail, TAKE_BACK } from '../../../domains/accounts/index.ts'
import { refusalsOf, withdrawMail } from '../../../domains/mail/index.ts'
import type { WorkspaceRef } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { plus, type Time } from '../../../kernel/time/clock.ts'
import { workspaceHoldReason } from '../issues/hold-reasons.ts'
import { type Issue, keepFile } from '../issues/issue-states.ts'
import { assertMayApprove } from '../issues/people.ts'
import { issueOf } from '../issues/read.ts'
import { scheduleOf } from '../issues/schedules.ts'
import { beginSending, issueToSend, waitAgain } from '../issues/send-now.ts'
import { stopLinks } from '../months/month-addresses.ts'
import { type RecipientRow, reportRecipients } from '../tables.ts'
import { agree } from './consent.ts'
import { letterFacts, noted } from './letter.ts'
import { reportPdfOf } from './report-pdf.ts'
import { senderOfReports } from './report-sender.ts'
import { writeLetter } from './sending.ts'

type Asked = {
  tenant: WorkspaceRef
  period: string
  to: readonly string[]
  note: string
  attach_pdf: boolean | undefined
}
type Sending = Pick<{ app: App; caller: Caller; signal: AbortSignal }, 'app' | 'caller' | 'signal'>

/**
 * Makes the report ready, and returns its sending, for one transaction. @throws forbidden, invalid for an address that
 * may not get it, conflict where nothing may be sent
 */
export async function sendReportNow(
  { app, caller, signal }: Sending,
  { tenant, period, to, note, attach_pdf }: Asked,
): Promise<(tx: Tx) => { issue: Issue; addresses: string[]; undo_until: Time }> {
  const addresses = [...new Set(to.map(plainEmail))]
  app.db.read((tx) => {
    assertMayApprove(tx, caller, tenant.id)
    assertMaySend(tx, tenant)
    return assertWelcome(tx, caller, tenant, addresses) as undefined
  })
  const issue = await issueToSend(app, tenant.id, period)
  const attach = app.db.read(
    (tx) => (attach_pdf ?? scheduleOf(tx, tenant.id).attach_pdf) || wantsPdf(tx, tenant.id, addresses),
  )
  const file = attach ? await reportPdfOf(app, issue) : null
  const { aligned: own_sender } = await senderOfReports(app, tenant.id, signal)
  return (tx) => {
    const now = issueOf(tx, issue.id)!
    assertNew(tx, now, addresses)
    const undo_until = plus(tx.now, TAKE_BACK)
    beginSending(tx, caller, now, undo_until)
    if (file) keepFile(tx, issue.id, file)
    const facts = { ...letterFacts(tx, now, { own_sender }), now: 'yes', ...noted(note) }
    const all = attach_pdf ?? scheduleOf(tx, tenant.id).attach_pdf
    for (const email of addresses) {
      const recipient = recipientOf(tx, tenant.id, email)
      const pdf = file !== null && (all || recipient.pdf === 1)
      writeLetter(tx, app, now, { recipient, ref: `report now ${newId()}`, later: TAKE_BACK, facts, pdf })
    }
    return { issue: now, addresses, undo_until }
  }
}

function assertMaySend(tx: ReadTx, { path }: WorkspaceRef): void {
  const why = workspaceHoldReason(tx, path)
  if (why) throw conflict(`Nothing is sent from this workspace now (${why}).`, { held: why })
}

const rowOf = (tx: ReadTx, tenant_id: string, email: string): RecipientRow | null =>
  tx.row<RecipientRow>('select * from report_recipients where tenant_id = ? and email = ?', tenant_id, email)

const isReader = (row: RecipientRow | null): boolean => row?.status === 'active' && row.removed_at === null

/** @throws invalid for a refused address, a reader who left, and one who is neither a reader nor a member */
function assertWelcome(tx: ReadTx, caller: Caller, { id, path, name }: WorkspaceRef, addresses: string[]): void {
  const refused = [...refusalsOf(tx, addresses)].map(([email, { answer }]) => `${email} (${answer})`)
  if (refused.length > 0)
    throw invalid({ path: 'to', message: `has addresses that the mail server refuses: ${refused.join(', ')}` })
  const members = new Set(membersKnownTo(tx, caller, path))
  const left = addresses.filter((email) => rowOf(tx, id, email)?.status === 'unsubscribed')
  if (left.length > 0)
    throw invalid({ path: 'to', message: `has people who unsubscribed from these reports: ${left.join(', ')}` })
  const strangers = addresses.filter((email) => !members.has(email) && !isReader(rowOf(tx, id, email)))
  if (strangers.length > 0)
    throw invalid({
      path: 'to',
      message: `has addresses that are no recipients of the reports of ${name}: ${strangers.join(', ')}. Add them as recipients first`,
    })
}

const wantsPdf = (tx: ReadTx, tenant_id: string, addresses: readonly string[]): boolean =>
  addresses.some((email) => rowOf(tx, tenant_id, email)?.pdf === 1)

/** @throws invalid for people who have this report */
function assertNew(tx: ReadTx, { id, tenant_id }: Issue, addresses: readonly string[]): void {
  const have = tx.rows<{ email: string }>(
    `select r.email from report_deliveries d join report_recipients r on r.id = d.recipient_id
     where d.issue_id = ? and r.tenant_id = ? and r.email in (select value from json_each(?))`,
    id,
    tenant_id,
    JSON.stringify(addresses),
  )
  if (have.length === 0) return
  const names = have.map(({ email }) => email).join(', ')
  throw invalid({
    path: 'to',
    message: `has people who got this report: ${names}. Send their e-mail again from the log`,
  })
}

/** The recipient with this address. A member who is none gets this report alone: a row that is removed already. */
function recipientOf(tx: Tx, tenant_id: string, email: string): RecipientRow {
  const known = rowOf(tx, tenant_id, email)
  if (isReader(known)) return known!
  if (known === null) {
    const row = { id: newId(), tenant_id, email, name: '', pdf: 0, status: 'active' as const }
    tx.orm
      .insert(reportRecipients)
      .values({ ...row, status_at: tx.now, created_at: tx.now, updated_at: tx.now, removed_at: tx.now })
      .run()
  }
  agree(tx, (known ?? rowOf(tx, tenant_id, email)!).id, 'member')
  return rowOf(tx, tenant_id, email)!
}

/** Takes back the letters of a report that a person sent and no server has yet. @throws conflict when all have left */
export function takeReportBack(tx: Tx, caller: Caller, issue: Issue): string[] {
  assertMayApprove(tx, caller, issue.tenant_id)
  const waiting = tx.rows<{ id: string; mail_id: string; link_id: string; email: string }>(
    `select d.id, d.mail_id, d.link_id, r.email from report_deliveries d join mails m on m.id = d.mail_id
     join report_recipients r on r.id = d.recipient_id
     where d.issue_id = ? and d.state = 'queued' and m.facts ->> '$.now' = 'yes' order by r.email`,
    issue.id,
  )
  const taken = waiting.filter(({ mail_id }) => withdrawMail(tx, mail_id, 'It was taken back before it was sent.'))
  if (taken.length === 0) throw conflict('The e-mails of this report have left, so it cannot be taken back.')
  stopLinks(
    tx,
    taken.map(({ link_id }) => link_id),
  )
  for (const { id } of taken) tx.run('delete from report_deliveries where id = ?', id)
  if (!tx.row('select 1 from report_deliveries where issue_id = ?', issue.id)) waitAgain(tx, issue)
  return taken.map(({ email }) => email)
}
