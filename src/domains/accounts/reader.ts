/** The language and zone of what one person reads. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Reader, readerOf } from '../../kernel/language/reader.ts'
import { languageOfPerson } from '../tenants/index.ts'
import { offersTo } from './invitations/invitations.ts'
import { userById } from './users.ts'

/** A person without a workspace reads the language of the one that invites them. */
export function readerOfPerson(tx: ReadTx, user_id: string): Reader {
  const user = userById(tx, user_id)!
  const invites = offersTo(tx, user_id)[0]?.tenant_id ?? null
  return readerOf(user.time_zone, languageOfPerson(tx, user, invites))
}
