/** Links by which somebody connects a Google account for a workspace: once, for some days, with or without an account here. */

import { nameOfCaller } from '../../domains/accounts/index.ts'
import { siteOf } from '../../domains/branding/index.ts'
import { below, isArchived } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'

const LASTS = 14 * DAY
export const CONNECT_PATH = '/connect/google'

type Wanted = { tenant_id: string; sitemaps: boolean; indexing: boolean; caller: Caller }

export function makeInvite(
  tx: Tx,
  app: Pick<Install, 'config' | 'catalog'>,
  { tenant_id, sitemaps, indexing, caller }: Wanted,
): { url: string; expires_at: Time } {
  const token = newSecret('spg')
  const expires_at = plus(tx.now, LASTS)
  tx.run(
    `insert into google_invites (token_hash, tenant_id, sitemaps, indexing, made_by, user_id, key_id, made_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[hashSecret(token), tenant_id, Number(sitemaps), Number(indexing), nameOfCaller(tx, caller), caller.user_id],
    ...[caller.user_id === null ? caller.key_id : null, tx.now, expires_at],
  )
  return { url: `${siteOf(tx, app, tenant_id)}${CONNECT_PATH}?invite=${token}`, expires_at }
}

export type Invite = {
  token_hash: string
  tenant_id: string
  name: string
  path: string
  sitemaps: number
  indexing: number
  made_by: string
  expires_at: Time
}

/** The invitation of a link; null for one that is unknown, used, withdrawn, over, or of an archived workspace. */
export const inviteOf = (tx: ReadTx, token: string): Invite | null =>
  looksLikeSecret('spg', token) ? inviteByHash(tx, hashSecret(token)) : null

/** The maker of invitation `i` is still an admin at or above its workspace `t`. */
const MAY_INVITE = `(
  exists (select 1 from users u where u.id = i.user_id and u.status = 'active' and (u.platform_admin = 1 or exists (
    select 1 from members m join tenants a on a.id = m.tenant_id
    where m.user_id = u.id and m.role in ('owner', 'admin') and instr(t.path, a.path) = 1)))
  or exists (select 1 from api_keys k join tenants a on a.id = k.tenant_id
    where k.id = i.key_id and k.status = 'active' and (k.platform = 1 or k.role in ('owner', 'admin') and instr(t.path, a.path) = 1)))`

export function inviteByHash(tx: ReadTx, hash: string): Invite | null {
  const found = tx.row<Invite>(
    `select i.token_hash, i.tenant_id, t.name, t.path, i.sitemaps, i.indexing, i.made_by, i.expires_at
     from google_invites i join tenants t on t.id = i.tenant_id where i.token_hash = ? and i.expires_at > ?
       and ${MAY_INVITE}`,
    hash,
    tx.now,
  )
  return found && !isArchived(tx, found.path) ? found : null
}

/** Open invitations of a workspace and of those below it. */
export const countInvites = (tx: ReadTx, path: string): number =>
  tx.number(
    `select count(*) from google_invites i join tenants t on t.id = i.tenant_id
     where t.path >= ? and t.path < ? and i.expires_at > ? and ${MAY_INVITE}`,
    ...below(path),
    tx.now,
  )

export const withdrawInvites = (tx: Tx, path: string): number =>
  tx.run(
    'delete from google_invites where tenant_id in (select id from tenants where path >= ? and path < ?)',
    ...below(path),
  )

export const useInvite = (tx: Tx, hash: string): number =>
  tx.run('delete from google_invites where token_hash = ?', hash)

/** Deletes invitations that nobody used in time; returns their number. */
export const dropOldInvites = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from google_invites where token_hash in (select token_hash from google_invites where expires_at <= ? limit ?)',
    tx.now,
    limit,
  )
