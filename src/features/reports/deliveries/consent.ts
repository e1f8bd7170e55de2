/** The consent of recipients: by membership, by a link, or by the agency's word. Each letter has a link that ends it. */
import { eq } from 'drizzle-orm'
import { nameOfCaller, unlinked } from '../../../domains/accounts/index.ts'
import { siteOf } from '../../../domains/branding/index.ts'
import { limitConfirmations, type MailApp, queueMail, withdrawMail } from '../../../domains/mail/index.ts'
import { idsOf, rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { type RecipientRow, reportRecipients } from '../tables.ts'
import type { Consent } from '../words.ts'

/** Begins the token of a confirmation link. */
export const PREFIX = 'spc'

/** Whether the address is one of an active member of the workspace, or of one above it. */
export const isMember = (tx: ReadTx, path: string, email: string): boolean =>
  tx.row(
    `select 1 from members m join users u on u.id = m.user_id
     where m.tenant_id in (select value from json_each(?)) and u.email = ? and u.status = 'active'`,
    JSON.stringify(idsOf(path)),
    email,
  ) !== null

/** Sends a link by which the person confirms the address. */
export function askConsent(
  tx: Tx,
  app: MailApp,
  caller: Caller,
  tenant: { id: string; name: string },
  { id, email }: { id: string; email: string },
): void {
  limitConfirmations(tx, email, rootOf(tx, tenant.id))
  const token = newSecret(PREFIX)
  const token_hash = hashSecret(token)
  changeStatus(tx, id, { status: 'waiting', consent: null, token_hash, asked_at: tx.now, answer: null })
  queueMail(tx, app, {
    ref: `confirm report recipient ${token_hash}`,
    tenant_id: tenant.id,
    template: 'confirm_recipient',
    to: email,
    facts: { by: unlinked(nameOfCaller(tx, caller)), workspace: unlinked(tenant.name), reports: 'yes' },
    link: `${siteOf(tx, app, tenant.id)}/reports/confirm?token=${token}`,
  })
}

type Change = Pick<RecipientRow, 'status'> & Partial<RecipientRow>

const changeStatus = (tx: Tx, id: string, change: Change): void =>
  void tx.orm
    .update(reportRecipients)
    .set({ ...change, status_at: tx.now, updated_at: tx.now })
    .where(eq(reportRecipients.id, id))
    .run()

/** Reports go to the recipient from now on. */
export const agree = (tx: Tx, id: string, consent: Consent): void =>
  changeStatus(tx, id, { status: 'active', consent, token_hash: null, answer: null })

export function endReader(tx: Tx, id: string, answer: string | null): void {
  withdrawLetters(tx, id)
  changeStatus(tx, id, { status: 'unsubscribed', answer, token_hash: null })
}

/** Letters to the recipient that no server has yet are not sent. */
export function withdrawLetters(tx: Tx, recipient_id: string): void {
  const waiting = tx.rows<{ mail_id: string }>(
    "select mail_id from report_deliveries where recipient_id = ? and state = 'queued' and mail_id is not null",
    recipient_id,
  )
  for (const { mail_id } of waiting) withdrawMail(tx, mail_id, WITHDRAWN)
}

const WITHDRAWN = 'It was withdrawn, because its reader no longer gets reports at this address.'
