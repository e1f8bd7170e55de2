import type { ReadTx } from '../../kernel/database/database.ts'
import { type Reader, readerOf } from '../../kernel/language/reader.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { idsOf, languageOfPerson, readTenant } from '../tenants/index.ts'
import { offersTo } from './invitations/invitations.ts'
import { userById } from './users.ts'

/** A person reads the language that they chose, else that of their workspace, or of the one that invites. */
export function readerOfPerson(tx: ReadTx, user_id: string): Reader {
  const person = userById(tx, user_id)!
  const invited_to = offersTo(tx, user_id)[0]?.tenant_id ?? null
  return readerOf(person.time_zone, languageOfPerson(tx, person, invited_to))
}

/**
 * The language of a client's own person on the pages of that client. Null for all others, whose menus are in English: people
 * of its agency, and the operator.
 */
export function languageOfClient(tx: ReadTx, { user_id, tenant_id, path, viewing }: Caller): string | null {
  if (user_id === null || viewing || readTenant(tx, tenant_id).kind !== 'client') return null
  const own = tx.row<{ is_own: number }>(OWN, user_id, JSON.stringify(idsOf(path)), tenant_id)
  return own?.is_own === 1 ? languageOfPerson(tx, userById(tx, user_id)!, tenant_id) : null
}

/** The highest membership on the way to the workspace is in itself. */
const OWN = `select t.id = ?3 is_own from members m join tenants t on t.id = m.tenant_id
  where m.user_id = ?1 and t.id in (select value from json_each(?2)) order by length(t.path) limit 1`
