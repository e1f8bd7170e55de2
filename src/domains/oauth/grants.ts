/** Connections of apps: from a person's yes until somebody ends them. */
import { writeAudit } from '../../kernel/audit.ts'
import { type Caller, systemCaller } from '../../kernel/caller.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { callerIn, mayEnter, userById } from '../accounts/index.ts'
import type { GrantRow } from './tables.ts'

/** The person as who may act in the workspace, without what only the platform admin may: no app is lent that. Null for nobody. */
export function personIn(tx: ReadTx, user_id: string, tenant_id: string): Caller | null {
  const user = userById(tx, user_id)
  return user && mayEnter(user.status) ? callerIn(tx, { ...user, platform_admin: 0 }, 'oauth', tenant_id) : null
}

/** The connection while it works; null once it was ended or is too old. */
export const workingGrant = (tx: ReadTx, id: string): GrantRow | null =>
  tx.row<GrantRow>('select * from oauth_grants where id = ? and revoked_at is null and expires_at > ?', id, tx.now)

/** Ends a connection: its tokens are refused from now on. Twice is once; false for one that had ended. */
export const endGrant = (tx: Tx, id: string): boolean =>
  tx.run('update oauth_grants set revoked_at = ? where id = ? and revoked_at is null', tx.now, id) === 1

/** Ends a connection because somebody used a secret of it that had been used; the audit trail says so. */
export const endStolen = (tx: Tx, id: string, what: string): void =>
  endWithLine(tx, id, 'end_stolen_connection', `${what} was used twice`)

/** Ends a connection that its app has no more use for; the audit trail says so. */
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

/** Ends all connections of a person; says how many. What they said yes to and no app has fetched yet is taken back too. */
export function endGrantsOf(tx: Tx, user_id: string): number {
  tx.run('delete from oauth_codes where user_id = ? and used_at is null', user_id)
  return tx.run('update oauth_grants set revoked_at = ? where user_id = ? and revoked_at is null', tx.now, user_id)
}

/** Ends connections that act where their person has no role any more; says how many. An archived workspace may come back. */
export const endStranded = (tx: Tx, user_id: string | null = null): number =>
  tx.run(
    `update oauth_grants set revoked_at = ?1 where revoked_at is null and (?2 is null or user_id = ?2) and not exists (
       select 1 from tenants t join members m on instr(t.path, '/' || m.tenant_id || '/')
       where t.id = oauth_grants.tenant_id and m.user_id = oauth_grants.user_id)`,
    tx.now,
    user_id,
  )
