/** Recipients of a workspace's reports: at most 20, each with an own letter and an own address of the report. */

import { assertOneScript, plainEmail, userById } from '../../../domains/accounts/index.ts'
import { siteOf } from '../../../domains/branding/index.ts'
import { forgetRefused, type MailApp, peopleInCharge, queueMail, storedEmail } from '../../../domains/mail/index.ts'
import type { WorkspaceRef } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { conflict, invalid, notFound } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { stopLinksOf } from '../months/month-addresses.ts'
import { type RecipientRow, reportRecipients } from '../tables.ts'
import type { Consent } from '../words.ts'
import { agree, askConsent, isMember, withdrawLetters } from './consent.ts'
import type { ReportRecipient } from './shapes.ts'

type NewRecipient = { email: string; name?: string; pdf?: boolean; has_consent?: boolean }

export const MOST_RECIPIENTS = 20

const SHOWN = `select r.*, (select count(*) from month_report_links l where l.recipient_id = r.id and l.opened > 0) as opened,
    (select max(opened_at) from month_report_links l where l.recipient_id = r.id) as opened_at
  from report_recipients r`

type Row = RecipientRow & { opened: number; opened_at: string | null }
const shown = ({ pdf, consent, ...row }: Row): ReportRecipient => ({
  ...row,
  pdf: pdf === 1,
  consent: consent as Consent | null,
})

export const recipientsOf = (tx: ReadTx, tenant_id: string): ReportRecipient[] =>
  tx.rows<Row>(`${SHOWN} where r.tenant_id = ? and r.removed_at is null order by r.email`, tenant_id).map(shown)

export const readRecipient = (tx: ReadTx, id: string): ReportRecipient =>
  shown(tx.row<Row>(`${SHOWN} where r.id = ?`, id)!)

export function findRecipient(tx: ReadTx, tenant_id: string, id: string): RecipientRow {
  const found = tx.row<RecipientRow>(
    'select * from report_recipients where id = ? and tenant_id = ? and removed_at is null',
    id,
    tenant_id,
  )
  if (!found) throw notFound('recipient')
  return found
}

/** Adds a recipient, or brings back one that was removed. Returns the id. */
export function addRecipient(tx: Tx, app: MailApp, caller: Caller, tenant: WorkspaceRef, wanted: NewRecipient): string {
  const email = assertEmail(tx, app, wanted.email)
  const known = rowOf(tx, tenant.id, email)
  if (known && known.removed_at === null && known.status !== 'unsubscribed')
    throw invalid({ path: 'email', message: 'is a recipient of these reports already' })
  if (tx.number(COUNT, tenant.id) >= MOST_RECIPIENTS)
    throw invalid({
      path: 'email',
      message: `cannot be added: a client has at most ${MOST_RECIPIENTS} recipients. Remove one first.`,
    })
  const id = known?.id ?? newId()
  const asked = { name: wanted.name ?? '', pdf: wanted.pdf ? 1 : 0 }
  if (known) {
    assertMayReturn(tx, caller, known)
    tx.run(BRING_BACK, asked.name, asked.pdf, tx.now, id)
  } else {
    const row = { id, tenant_id: tenant.id, email, ...asked, status: 'waiting' as const }
    tx.orm
      .insert(reportRecipients)
      .values({ ...row, status_at: tx.now, created_at: tx.now, updated_at: tx.now })
      .run()
  }
  settleConsent(tx, app, caller, tenant, { id, email, stated: wanted.has_consent ?? false })
  return id
}

const COUNT = 'select count(*) from report_recipients where tenant_id = ? and removed_at is null'
const BRING_BACK = 'update report_recipients set name = ?1, pdf = ?2, removed_at = null, updated_at = ?3 where id = ?4'

const rowOf = (tx: ReadTx, tenant_id: string, email: string): RecipientRow | null =>
  tx.row<RecipientRow>('select * from report_recipients where tenant_id = ? and email = ?', tenant_id, email)

/** Nobody else undoes an unsubscription. */
function assertMayReturn(tx: ReadTx, caller: Caller, { status, email }: RecipientRow): void {
  if (status !== 'unsubscribed' || email === userById(tx, caller.user_id ?? '')?.email) return
  throw conflict(
    'This person unsubscribed from these reports. Only they can subscribe again, by the link in a report that they have.',
  )
}

/** Members and those who agreed get reports at once; others confirm by a letter first. */
function settleConsent(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  tenant: WorkspaceRef,
  { id, email, stated }: { id: string; email: string; stated: boolean },
): void {
  forgetRefused(tx, email)
  const consent: Consent | null = isMember(tx, tenant.path, email) ? 'member' : stated ? 'stated' : null
  if (consent === null) askConsent(tx, app, caller, tenant, { id, email })
  else agree(tx, id, consent)
}

type Changes = Partial<NewRecipient> & { try_again?: boolean }

/** Changes a recipient. A new address needs a new consent, like a new recipient. */
export function updateRecipient(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  tenant: WorkspaceRef,
  row: RecipientRow,
  changes: Changes,
): void {
  const { name = row.name, pdf = row.pdf === 1, has_consent = false, try_again = false } = changes
  tx.run(
    'update report_recipients set name = ?, pdf = ?, updated_at = ? where id = ?',
    name,
    pdf ? 1 : 0,
    tx.now,
    row.id,
  )
  const email = changes.email === undefined ? row.email : assertEmail(tx, app, changes.email)
  if (email !== row.email) {
    assertMayReturn(tx, caller, row)
    if (rowOf(tx, tenant.id, email))
      throw invalid({
        path: 'email',
        message: 'is, or was, a recipient of these reports already: add it as a recipient',
      })
    withdrawLetters(tx, row.id)
    tx.run('update report_recipients set email = ?, status = ? where id = ?', email, 'waiting', row.id)
    settleConsent(tx, app, caller, tenant, { id: row.id, email, stated: has_consent })
  } else if (row.status === 'waiting' && has_consent) agree(tx, row.id, 'stated')
  else if (row.status === 'bounced' && try_again) tryAgain(tx, row)
}

function tryAgain(tx: Tx, { id, email }: RecipientRow): void {
  forgetRefused(tx, email)
  tx.run(
    "update report_recipients set status = 'active', status_at = ?, answer = null where id = ? and consent is not null",
    tx.now,
    id,
  )
}

/** Removes a recipient: waiting letters are not sent, and the addresses of the reports sent so far stop. */
export function removeRecipient(tx: Tx, { id }: RecipientRow): void {
  withdrawLetters(tx, id)
  stopLinksOf(tx, id)
  tx.run('update report_recipients set removed_at = ?1, updated_at = ?1, token_hash = null where id = ?2', tx.now, id)
}

/** @throws 422 for an address that imitates another one, or is this install's own */
function assertEmail(tx: ReadTx, app: Pick<MailApp, 'config'>, given: string): string {
  const email = plainEmail(given)
  assertOneScript(email)
  const [name = '', host] = [email.slice(0, email.lastIndexOf('@')), email.slice(email.lastIndexOf('@') + 1)]
  const own = host === new URL(app.config.site_url).hostname && ROLES.includes(name)
  if (own || email === storedEmail(tx).from_address?.toLowerCase())
    throw invalid({ path: 'email', message: 'is an address of this service. Enter the address of a person.' })
  return email
}

const ROLES = ['abuse', 'bounces', 'hostmaster', 'mailer-daemon', 'no-reply', 'noreply', 'postmaster', 'webmaster']

/** The address gets no report until the agency corrects it or tries again. */
export function pauseRecipient(tx: Tx, app: MailApp, recipient: RecipientRow, answer: string): void {
  const changed = tx.run(
    `update report_recipients set status = 'bounced', status_at = ?1, answer = ?2, updated_at = ?1
     where id = ?3 and status in ('waiting', 'active')`,
    tx.now,
    answer.slice(0, 400),
    recipient.id,
  )
  if (changed) tellOfRefusal(tx, app, recipient, { answer, paused: true })
}

/** Tells the people in charge, once for each time that an address is refused. */
export function tellOfRefusal(
  tx: Tx,
  app: MailApp,
  { id, tenant_id, email, name }: RecipientRow,
  { answer, paused, ref = tx.now }: { answer: string; paused: boolean; ref?: string },
): void {
  const tenant = tx.row<{ path: string; name: string }>('select path, name from tenants where id = ?', tenant_id)!
  for (const person of peopleInCharge(tx, tenant.path))
    queueMail(tx, app, {
      ref: `report bounced ${id} ${ref} ${person.id}`,
      tenant_id,
      template: 'report_bounced',
      to: person.email,
      facts: { client: tenant.name, email, name, answer, ...(paused ? { paused: 'yes' } : {}) },
      link: `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/reports/recipients`,
    })
}
