/** Data for pages that draw the brand of a workspace, or speak its language. */
import { languageOfClient, readerOfPerson, workspacesOf } from '../../domains/accounts/index.ts'
import { type Brand, brandOf, iconAt, logoAt } from '../../domains/branding/index.ts'
import { installName, storedEmail } from '../../domains/mail/index.ts'
import { languageFactsOf, onlyRoot, readerOfWorkspace } from '../../domains/tenants/index.ts'
import { installLanguage } from '../../kernel/language/install-language.ts'
import { type Reader, readerOf } from '../../kernel/language/reader.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'

export { type Brand, triedLogo } from '../../domains/branding/index.ts'

/** The brand of a workspace, as far as its plan allows. */
export const brandOfTenant = (app: App, tenant_id: string): Brand => app.db.read((tx) => brandOf(tx, app, tenant_id))

/** The only agency of the install; null when there are several. */
export const onlyAgency = (app: App): string | null => app.db.read(onlyRoot)

/** The workspace whose brand a person reads: the first of theirs, or the one that invited them. */
export const homeOf = (app: App, { id, invited_in }: { id: string; invited_in: string | null }): string | null =>
  app.db.read((tx) => workspacesOf(tx, id)[0]?.id) ?? invited_in

/** The icon of a workspace in the caller's reach. */
export const iconFile = (app: App, caller: Caller, id: string, hash: string) =>
  app.db.read((tx) => (inTree(tx, caller, id) ? iconAt(tx, id, hash) : null))

export const logoFile = (app: App, name: string) => app.db.read((tx) => logoAt(tx, name))

/** The operator, by the sender of the install's e-mails; null before there is one. */
export function operatorOf(app: App): { name: string; email: string } | null {
  const { from_address, from_name } = app.db.read(storedEmail)
  return from_address
    ? { name: from_name ?? app.db.read((tx) => installName(tx, app.config)), email: from_address }
    : null
}

/** The readers of a workspace; null: of the install. No header of a browser counts: all who meet on a host read one language. */
export const readerIn = ({ db }: Pick<App, 'db'>, tenant_id: string | null): Reader =>
  db.read((tx) => (tenant_id === null ? readerOf('UTC', installLanguage(tx)) : readerOfWorkspace(tx, tenant_id)))

/** A person whom a session or a link names. */
export const readerFor = ({ db }: Pick<App, 'db'>, user_id: string): Reader =>
  db.read((tx) => readerOfPerson(tx, user_id))

/** The reader of a workspace’s letters at an address. */
export const readerAtAddress = ({ db }: Pick<App, 'db'>, email: string, tenant_id: string): Reader =>
  db.read((tx) => {
    const { language = 'en', zone = 'UTC' } = languageFactsOf(tx, email, tenant_id)
    return readerOf(zone, language)
  })

/** On the pages of a client: its own people read their language; null for all others. */
export const languageAt = ({ db }: Pick<App, 'db'>, caller: Caller): string | null =>
  db.read((tx) => languageOfClient(tx, caller))
