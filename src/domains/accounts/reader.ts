import type { ReadTx } from '../../kernel/database/database.ts'
import { type Reader, readerOf } from '../../kernel/language/reader.ts'
import { languageOfPerson } from '../tenants/index.ts'
import { offersTo } from './invitations/invitations.ts'
import { userById } from './users.ts'

/** A person reads the language that they chose, else that of their workspace, or of the one that invites. */
export function readerOfPerson(tx: ReadTx, user_id: string): Reader {
  const person = userById(tx, user_id)!
  const invited_to = offersTo(tx, user_id)[0]?.tenant_id ?? null
  return readerOf(person.time_zone, languageOfPerson(tx, person, invited_to))
}
