/** The language and zone of what one person reads. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { offeredTag } from '../../kernel/language/choose.ts'
import { installLanguage } from '../../kernel/language/install-language.ts'
import { type Reader, readerOf } from '../../kernel/language/reader.ts'
import { languageOfWorkspace } from '../tenants/index.ts'
import { workspacesOf } from './access.ts'
import { offersTo } from './invitations/invitations.ts'
import { userById } from './users.ts'

/** The language of accounts whose person chose none. */
const UNCHOSEN = 'en'

/** The language that a person chose, else that of their workspace, or of the one that invited them, else the install's. */
export function readerOfPerson(tx: ReadTx, user_id: string): Reader {
  const { locale, time_zone, invited_in } = userById(tx, user_id)!
  const own = locale === UNCHOSEN ? null : offeredTag(locale)
  if (own) return readerOf(time_zone, own)
  const workspace = workspacesOf(tx, user_id)[0]?.id ?? invited_in ?? offersTo(tx, user_id)[0]?.tenant_id
  return readerOf(time_zone, workspace === undefined ? installLanguage(tx) : languageOfWorkspace(tx, workspace))
}
