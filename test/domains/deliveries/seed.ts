import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { seedMail } from '../mail/seed.ts'

/** What the examples name: a recipient, and the delivery of a report that was sent. */
export function seedExamples(tx: Tx, app: App): void {
  tx.run(
    `insert into report_recipients (id, tenant_id, email, name, pdf, status, consent, status_at, created_at, updated_at)
     values ('rec_vera', 'ten_bakery', 'vera@bakery.example', 'Vera', 1, 'active', 'member', ?1, ?1, ?1)`,
    tx.now,
  )
  seedMail(tx, app, { id: 'mai_report', ref: 'client report' })
  tx.run("update mails set status = 'sent', sent_at = ?, next_attempt_at = null where id = 'mai_report'", tx.now)
  tx.run(
    `insert into report_deliveries (id, issue_id, recipient_id, mail_id, state, at)
     values ('del_vera', 'iss_sent', 'rec_vera', 'mai_report', 'sent', ?)`,
    tx.now,
  )
}
