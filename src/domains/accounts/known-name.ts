import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'

/**
 * The name of the person with this address, if they belong to the caller's workspace, or to one above or below it. Null
 * for others: a key may be named like any address, and no page tells who else has an account.
 */
export const knownName = (tx: ReadTx, { platform, path }: Pick<Caller, 'platform' | 'path'>, email: string) =>
  tx.row<{ name: string }>(
    `select name from users u where email = ?1 and (?2 or exists (
       select 1 from members m join tenants t on t.id = m.tenant_id
       where m.user_id = u.id and (substr(t.path, 1, length(?3)) = ?3 or substr(?3, 1, length(t.path)) = t.path)))`,
    email,
    platform ? 1 : 0,
    path,
  )?.name ?? null
