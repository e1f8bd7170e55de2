/** Identity providers of workspaces, which the upgrade to providers of the install ended: who gets to know, and how. */

import { mayEnter, nameInGreeting, unlinked, userById } from '../../domains/accounts/index.ts'
import { type MailApp, queueMail } from '../../domains/mail/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { systemCaller } from '../../kernel/operation/caller.ts'
import { isAddress } from './people/entry.ts'
import type { endedSignIns } from './tables.ts'

type Ended = typeof endedSignIns.$inferSelect

/** Reports the next one and deletes its row: a line in the audit trail, and a letter to a person. False when none is left. */
export function tellEnded(tx: Tx, app: MailApp): boolean {
  const next = tx.row<Ended>('select * from ended_sign_ins order by id limit 1')
  if (!next) return false
  tx.run('delete from ended_sign_ins where id = ?', next.id)
  if (next.user_id === null) noteProvider(tx, next)
  else tellPerson(tx, app, next, next.user_id)
  return true
}

function noteProvider(tx: Tx, { provider_id, provider, issuer, tenant_id, sessions }: Ended): void {
  writeAudit(tx, systemCaller(tenant_id), {
    action: 'delete_identity_provider',
    tenant_id,
    target: provider_id,
    before: { name: provider, issuer },
    after: { why: 'the upgrade ended identity providers of workspaces', sessions },
    ip: null,
    request_id: null,
  })
}

/** The letter leads to the page that sends a link: it is good whenever it is read, and worth nothing to others. */
function tellPerson(tx: Tx, app: MailApp, { provider, tenant_id }: Ended, user_id: string): void {
  const user = userById(tx, user_id)
  if (!user || user.password_hash !== null || !mayEnter(user.status) || !isAddress(user.email)) return
  queueMail(tx, app, {
    ref: `ended sign-in ${user.id}`,
    tenant_id: null,
    template: 'sign_in_ended',
    to: user.email,
    facts: { name: nameInGreeting(user), provider: unlinked(provider) },
    link: `${app.config.site_url}/reset`,
  })
  writeAudit(tx, systemCaller(tenant_id), {
    action: 'end_sign_in',
    tenant_id,
    target: user.id,
    after: { email: user.email, provider, letter: 'how to set a password' },
    ip: null,
    request_id: null,
  })
}
