import { siteOf } from '../../../domains/branding/index.ts'
import { type MailApp, peopleInCharge, queueMail } from '../../../domains/mail/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { RecipientRow } from './tables.ts'

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
