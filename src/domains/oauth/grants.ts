/** Connections of apps, from a person's consent until they are ended. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { type Caller, systemCaller } from '../../kernel/operation/caller.ts'
import { callerIn, lacksFactor, mayEnter, userById } from '../accounts/index.ts'
import type { GrantRow } from './tables.ts'

/** The person as a caller in the workspace, never with a platform admin's rights; null when they may not act there. */
export function personIn(tx: ReadTx, user_id: string, tenant_id: string): Caller | null {
  const user = userById(tx, user_id)
  const caller = user && mayEnter(user.status) ? callerIn(tx, { ...user, platform_admin: 0 }, 'oauth', tenant_id) : null
  return caller && lacksFactor(tx, user_id) ? { ...caller, must_enrol: true } : caller
}

/** The connection while it works; null once it was ended or expired. */
export const workingGrant = (tx: ReadTx, id: string): GrantRow | null =>
  tx.row<GrantRow>('select * from oauth_grants where id = ? and revoked_at is null and expires_at > ?', id, tx.now)

/** Ends a connection: its tokens are refused from now on. Returns false when it had ended before. */
export const endGrant = (tx: Tx, id: string): boolean =>
  tx.run('update oauth_grants set revoked_at = ? where id = ? and revoked_at is null', tx.now, id) === 1

/** Ends a connection because one of its secrets was used twice; the audit trail says so. */
export const endStolen = (tx: Tx, id: string, what: string): void =>
  endWithLine(tx, id, 'end_stolen_connection', `${what} was used twice`)

/** Ends a connection that its app gave back; the audit trail says so. */
export const endByApp = (tx: Tx, { id }: GrantRow): void =>
  endWithLine(tx, id, 'disconnect_app', 'the app gave it back')

function endWithLine(tx: Tx, id: string, action: string, reason: string): void {
  if (!endGrant(tx, id)) return
  const { tenant_id, client_name } = tx.row<GrantRow>('select * from oauth_grants where id = ?', id)!
  writeAudit(tx, systemCaller(tenant_id), {
    action,
    tenant_id,
    target: id,
    before: { client_name },
    after: { reason },
    ip: null,
    request_id: null,
  })
}

/** E-mail addresses of the people whom the connection's app added, if they still have an account. */
export const addedBy = (tx: ReadTx, grant_id: string): string[] =>
  tx
    .rows<{ email: string }>(
      `select distinct u.email from audit a join users u on u.id = a.target
       where a.action in ('add_member', 'add_own_member') and a.key_id = ? order by u.email`,
      grant_id,
    )
    .map(({ email }) => email)

/** Ends all connections of a person; returns their number. Consents without tokens yet are withdrawn too. */
export function endGrantsOf(tx: Tx, user_id: string): number {
  tx.run('delete from oauth_codes where user_id = ? and used_at is null', user_id)
  return tx.run('update oauth_grants set revoked_at = ? where user_id = ? and revoked_at is null', tx.now, user_id)
}

/**
 * Ends connections whose person has no role in the workspace any more; returns their number. Archived workspaces do not
 * count, because they may be restored.
 */
export const endStranded = (tx: Tx, user_id: string | null = null): number =>
  tx.run(
    `update oauth_grants set revoked_at = ?1 where revoked_at is null and (?2 is null or user_id = ?2) and not exists (
       select 1 from tenants t join members m on instr(t.path, '/' || m.tenant_id || '/')
       where t.id = oauth_grants.tenant_id and m.user_id = oauth_grants.user_id)`,
    tx.now,
    user_id,
  )

/** An app that a person has connected and not disconnected. */
export const grantOf = (tx: ReadTx, id: string, user_id: string | null): { id: string; client_name: string } | null =>
  tx.row('select id, client_name from oauth_grants where id = ? and user_id = ? and revoked_at is null', id, user_id)
