import type { Tx } from '../../../../src/kernel/database/database.ts'
import type { App } from '../../../../src/kernel/operation/app.ts'
import { seedMail } from '../../../domains/mail/seed.ts'

/** What the examples name: a recipient, and the delivery of a report that was sent. */
export function seedDeliveries(tx: Tx, app: App): void {
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
  seedSentNow(tx, app)
  seedMail(tx, app, { id: 'mai_letter', ref: 'letter now 0' })
  tx.run(
    "update mails set template = 'letter', facts = json_set(facts, '$.subject', 'Rye', '$.text', 'Dear Vera') where id = 'mai_letter'",
  )
}

/** A report that a person sent a moment ago, to be taken back. */
function seedSentNow(tx: Tx, app: App): void {
  tx.run(
    `insert into report_issues select 'iss_now', tenant_id, '2026-08', revision, 'sending', zone, '2026-08-01T00:00:00.000Z',
       '2026-08-28T00:00:00.000Z', due_at, send_at, expires_at, ?1, reminded_at, 'ada@northwind.example', ?1, null, reason,
       comment, contact, sections, summary, figures_sha256, frozen_at, created_at, updated_at, figures, pdf, language
     from report_issues where id = 'iss_bakery'`,
    tx.now,
  )
  seedMail(tx, app, { id: 'mai_now', ref: 'report now' })
  tx.run("update mails set facts = json_set(facts, '$.now', 'yes') where id = 'mai_now'")
  tx.run(
    `insert into report_deliveries (id, issue_id, recipient_id, mail_id, state, at)
     values ('del_now', 'iss_now', 'rec_vera', 'mai_now', 'queued', ?)`,
    tx.now,
  )
}
