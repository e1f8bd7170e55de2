/** Which account a person of a provider has. The key is the provider and its subject, and nothing else. */

import { closeSessionsOf, type UserRow } from '../../../domains/accounts/index.ts'
import { columnsOf } from '../../../kernel/database/columns.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { type ListSource, when } from '../../../kernel/database/list.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { conflict, notFound } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { IdentityShape } from '../shapes.ts'
import type { IdentityRow, ProviderRow } from '../tables.ts'

export const identityOf = (tx: ReadTx, provider_id: string, subject: string): IdentityRow | null =>
  tx.row<IdentityRow>('select * from identities where provider_id = ? and subject = ?', provider_id, subject)

/** Whether the account is connected to any provider. */
export const isConnected = (tx: ReadTx, user_id: string): boolean =>
  tx.row('select 1 from identities where user_id = ? limit 1', user_id) !== null

type Link = {
  provider: ProviderRow
  subject: string
  user: UserRow
  email: string | null
  by: IdentityRow['linked_by']
}

/** Connects a person of a provider to an account. */
export function link(tx: Tx, { provider, subject, user, email, by }: Link): IdentityRow {
  tx.run(
    `insert into identities (id, provider_id, subject, user_id, email, linked_by, linked_at) values (?, ?, ?, ?, ?, ?, ?)`,
    ...[newId(), provider.id, subject, user.id, email, by, tx.now],
  )
  tx.run('delete from sso_offers where user_id = ? and provider_id = ?', user.id, provider.id)
  return identityOf(tx, provider.id, subject)!
}

/** Notes a sign-in. */
export function noteUse(tx: Tx, { id }: IdentityRow, email: string | null): void {
  tx.run('update identities set last_at = ?, email = coalesce(?, email) where id = ?', tx.now, email, id)
}

/** Disconnects, and ends the sessions that the provider opened. */
export function unlink(tx: Tx, { id, user_id }: IdentityRow, except: string | null = null): void {
  tx.run('delete from identities where id = ?', id)
  closeSessionsOf(tx, user_id, except)
}

const COLUMNS = columnsOf(IdentityShape, 'i', { provider: 'p.name', account: 'u.email' })
const FROM = 'identities i join identity_providers p on p.id = i.provider_id join users u on u.id = i.user_id'

/** People of a provider, for a list. */
export const peopleOf = (provider_id: string): ListSource => ({
  select: COLUMNS,
  from: FROM,
  where: [when('i.provider_id = ?', provider_id)],
  sorts: { linked_at: 'i.linked_at' },
  tie: 'i.id',
})

/** Connections of one account. */
export const identitiesOf = (tx: ReadTx, user_id: string) =>
  tx.rows(`select ${COLUMNS} from ${FROM} where i.user_id = ? order by i.linked_at, i.id`, user_id)

/** The caller's own connection, or 404. */
export function findOwnIdentity(tx: ReadTx, caller: Caller, id: string): IdentityRow {
  const found = tx.row<IdentityRow>('select * from identities where id = ? and user_id = ?', id, caller.user_id)
  if (!found) throw notFound('connection')
  return found
}

/** A connection of a provider, or 404. */
export function findIdentity(tx: ReadTx, provider_id: string, id: string): IdentityRow {
  const found = tx.row<IdentityRow>('select * from identities where id = ? and provider_id = ?', id, provider_id)
  if (!found) throw notFound('connection')
  return found
}

/** Throws 409 when nothing else would sign the person in. */
export function assertOtherWay(tx: ReadTx, { id, password_hash }: UserRow, leaving: IdentityRow): void {
  if (password_hash !== null) return
  const other = `select 1 from identities where user_id = ?1 and id <> ?2
    union select 1 from factors where user_id = ?1 and kind = 'passkey' and confirmed_at is not null`
  if (!tx.row(other, id, leaving.id))
    throw conflict('Nothing else signs you in. Choose a password first (Forgot your password?), or add a passkey.')
}
