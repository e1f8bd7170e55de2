/** Links by which somebody connects a Google account for a workspace: once, for some days, with or without an account here. */
import { siteOf } from '../../domains/branding/index.ts'
import { isArchived } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'

const LASTS = 14 * DAY
export const CONNECT_PATH = '/connect/google'

type Wanted = { tenant_id: string; sitemaps: boolean; made_by: string }

export function makeInvite(
  tx: Tx,
  app: Pick<Install, 'config' | 'catalog'>,
  { tenant_id, sitemaps, made_by }: Wanted,
): { url: string; expires_at: Time } {
  const token = newSecret('spg')
  const expires_at = plus(tx.now, LASTS)
  tx.run(
    'insert into google_invites (token_hash, tenant_id, sitemaps, made_by, made_at, expires_at) values (?, ?, ?, ?, ?, ?)',
    ...[hashSecret(token), tenant_id, Number(sitemaps), made_by, tx.now, expires_at],
  )
  return { url: `${siteOf(tx, app, tenant_id)}${CONNECT_PATH}?invite=${token}`, expires_at }
}

export type Invite = {
  token_hash: string
  tenant_id: string
  name: string
  path: string
  sitemaps: number
  made_by: string
  expires_at: Time
}

/** The invitation of a link; null for one that is unknown, used, over, or of an archived workspace. */
export const inviteOf = (tx: ReadTx, token: string): Invite | null =>
  looksLikeSecret('spg', token) ? inviteByHash(tx, hashSecret(token)) : null

export function inviteByHash(tx: ReadTx, hash: string): Invite | null {
  const found = tx.row<Invite>(
    `select i.token_hash, i.tenant_id, t.name, t.path, i.sitemaps, i.made_by, i.expires_at
     from google_invites i join tenants t on t.id = i.tenant_id where i.token_hash = ? and i.expires_at > ?`,
    hash,
    tx.now,
  )
  return found && !isArchived(tx, found.path) ? found : null
}

export const useInvite = (tx: Tx, hash: string): number =>
  tx.run('delete from google_invites where token_hash = ?', hash)

/** Deletes invitations that nobody used in time; returns their number. */
export const dropOldInvites = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from google_invites where token_hash in (select token_hash from google_invites where expires_at <= ? limit ?)',
    tx.now,
    limit,
  )
