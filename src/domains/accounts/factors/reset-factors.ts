/** The right to reset a person's second factors. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { forbidden, notFound } from '../../../kernel/operation/fault.ts'
import type { UserRow } from '../tables.ts'
import { userById } from '../users.ts'

const PLACES = 'select t.path from members m join tenants t on t.id = m.tenant_id where m.user_id = ?'

/** A person who belongs to a workspace in the caller's reach; for a platform admin anybody. Else 404. */
export function findUserInReach(tx: ReadTx, caller: Caller, id: string): UserRow {
  const user = userById(tx, id)
  if (!user || !(caller.platform || pathsOf(tx, id).some((path) => path.startsWith(caller.path))))
    throw notFound('user')
  return user
}

/** Throws 403 for an owner about somebody who also belongs elsewhere, is a platform admin, or is they themselves. */
export function assertMayResetFactors(tx: ReadTx, caller: Caller, user: UserRow): void {
  if (user.id === caller.user_id) throw forbidden('Remove your own factors on your account page.')
  if (caller.platform) return
  const paths = pathsOf(tx, user.id)
  if (user.platform_admin || paths.length === 0 || !paths.every((path) => path.startsWith(caller.path)))
    throw forbidden('This person also belongs elsewhere. Ask the operator of this install.')
}

const pathsOf = (tx: ReadTx, user_id: string): string[] =>
  tx.rows<{ path: string }>(PLACES, user_id).map(({ path }) => path)
