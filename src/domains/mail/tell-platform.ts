import type { ReadTx, Tx } from '../../kernel/database.ts'
import { type MailApp, queueMail } from './outbox.ts'

type News = { ref: string; facts: { what: string; advice: string }; link: string }

/** Who looks after the install. */
export const platformAdmins = (tx: ReadTx): { id: string; email: string }[] =>
  tx.rows("select id, email from users where platform_admin = 1 and status = 'active' order by id")

/** Tells every active platform admin what is wrong with the install, once an event. */
export function tellPlatform(tx: Tx, app: MailApp, { ref, facts, link }: News): void {
  for (const { id, email } of platformAdmins(tx))
    queueMail(tx, app, {
      ref: `${ref} ${id}`,
      tenant_id: null,
      template: 'operator_alert',
      to: email,
      facts,
      link,
    })
}
