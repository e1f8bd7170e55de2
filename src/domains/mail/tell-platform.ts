import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type MailApp, queueMail } from './outbox.ts'

type News = { ref: string; facts: { what: string; advice: string; subject?: string }; link: string }

export const platformAdmins = (tx: ReadTx): { id: string; email: string }[] =>
  tx.rows("select id, email from users where platform_admin = 1 and status = 'active' order by id")

/** Writes to every active platform admin about the install, once per event. */
export function tellPlatform(tx: Tx, app: MailApp, { ref, facts, link }: News): void {
  for (const { id, email } of platformAdmins(tx))
    queueMail(tx, app, { ref: `${ref} ${id}`, tenant_id: null, template: 'operator_alert', to: email, facts, link })
}
