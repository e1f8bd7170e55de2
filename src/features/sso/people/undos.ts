/** The letter about a new connection, whose link undoes it. */

import {
  actor,
  brandOfPerson,
  nameInGreeting,
  rowOfLink,
  type UserRow,
  unlinked,
  userById,
} from '../../../domains/accounts/index.ts'
import { type MailApp, queueMail } from '../../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import type { IdentityRow, ProviderRow } from '../tables.ts'
import { unlink } from './identities.ts'

const LASTS = 7 * DAY
export const UNDO = '/app/sso/undo'

export function tellConnected(
  tx: Tx,
  app: MailApp,
  { name }: ProviderRow,
  user: UserRow,
  { id, email }: IdentityRow,
): void {
  const token = newSecret('spx')
  tx.run(
    'insert into sso_undos (token_hash, identity_id, expires_at) values (?, ?, ?)',
    ...[hashSecret(token), id, plus(tx.now, LASTS)],
  )
  queueMail(tx, app, {
    ref: `connected ${id}`,
    tenant_id: null,
    brand_of: brandOfPerson(tx, user),
    template: 'provider_connected',
    to: user.email,
    facts: { name: nameInGreeting(user), provider: unlinked(name), email: unlinked(email ?? '') },
    link: `${app.config.site_url}${UNDO}?token=${token}`,
  })
}

export type Undo = { identity: IdentityRow; provider: string; user: UserRow }

/** The connection of a letter; null when the link is unknown or too old, or the connection has ended. */
export function undoOf(tx: ReadTx, token: string): Undo | null {
  const found = rowOfLink<IdentityRow & { provider: string }>(
    tx,
    'i.*, p.name as provider from sso_undos o join identities i on i.id = o.identity_id join identity_providers p on p.id = i.provider_id',
    'spx',
    token,
  )
  const user = found && userById(tx, found.user_id)
  if (!found || !user) return null
  const { provider, ...identity } = found
  return { identity, provider, user }
}

/** Disconnects what a letter was about, and signs out everywhere. 404 for a link that no longer works. */
export const undoConnection = ({ db }: Pick<App, 'db'>, token: string, ip: string | null): Undo =>
  db.write((tx) => {
    const undo = undoOf(tx, token)
    if (!undo) throw notFound('connection')
    const { identity, user } = undo
    unlink(tx, identity)
    writeAudit(tx, actor(user), {
      action: 'delete_own_identity',
      tenant_id: null,
      target: identity.id,
      before: { provider: identity.provider_id, email: identity.email },
      after: { by: 'the link of a letter' },
      ip,
      request_id: null,
    })
    return undo
  })

/** Deletes links that are too old; returns their number. */
export const dropOldUndos = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from sso_undos where token_hash in (select token_hash from sso_undos where expires_at <= ? limit ?)',
    tx.now,
    limit,
  )
