/** The provider's part of a session: the provider that vouched for it, and the data for signing out there. */

import { endHandedOn, removeSession } from '../../domains/accounts/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret, newId, newSecret } from '../../kernel/secrets/ids.ts'
import { sealContext } from '../../kernel/secrets/seal.ts'
import { DAY, HOUR, plus, type Time } from '../../kernel/time/clock.ts'
import { optionsOf } from './options.ts'
import type { ProviderMetadata, VouchedIdentity } from './protocol/client.ts'
import { SESSION_TOKENS } from './sealed-columns.ts'
import type { ProviderRow } from './tables.ts'

/** The latest end of a session of this provider. */
export const endOf = (provider: ProviderRow, now: Time): Time => plus(now, optionsOf(provider).max_session_hours * HOUR)

type Part = { provider: ProviderRow; vouched: VouchedIdentity }

/** Keeps the provider's part before there is a session; its id. The ID token is kept only where signing out goes on at the provider. */
export function keepPart(tx: Tx, { sealer }: Pick<App, 'sealer'>, { provider, vouched }: Part): string {
  const id = newId()
  const { claims, id_token } = vouched
  const sealed = optionsOf(provider).end_session ? sealer.seal(id_token, sealContext(SESSION_TOKENS, id)) : ''
  const sid = typeof claims.sid === 'string' ? claims.sid.slice(0, 255) : null
  tx.run(
    'insert into sso_sessions (id, provider_id, subject, sid, id_token_sealed, created_at) values (?, ?, ?, ?, ?, ?)',
    ...[id, provider.id, claims.sub, sid, sealed, tx.now],
  )
  return id
}

/**
 * The part belongs to this session. False where the part has ended, because the provider was turned off or the person
 * signed out there meanwhile: then the session ends, too.
 */
export function attachPart(tx: Tx, id: string, session_id: string): boolean {
  const attach = 'update sso_sessions set session_id = ? where id = ? and session_id is null'
  if (tx.run(attach, session_id, id) === 1) return true
  removeSession(tx, session_id)
  return false
}

/** Deletes parts whose second step never came; returns their number. */
export const dropOldParts = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from sso_sessions where id in (select id from sso_sessions where session_id is null and created_at <= ? limit ?)',
    plus(tx.now, -DAY),
    limit,
  )

type Ending = { id: string; provider: string; client_id: string; metadata: string | null; id_token_sealed: string }

/** Where signing out goes on: the address at the provider, with its name. Null where the session here is all that ends. */
export function endAtProvider(
  tx: ReadTx,
  { sealer }: Pick<App, 'sealer'>,
  session_token: string,
  back_to: string,
): { name: string; url: string } | null {
  const found = tx.row<Ending>(
    `select s.id, p.name as provider, p.client_id, p.metadata, s.id_token_sealed
     from sso_sessions s join identity_providers p on p.id = s.provider_id where s.session_id = ?`,
    hashSecret(session_token),
  )
  const { end_session_endpoint = null } = found?.metadata ? (JSON.parse(found.metadata) as ProviderMetadata) : {}
  if (!found?.id_token_sealed || !end_session_endpoint) return null
  const url = new URL(end_session_endpoint)
  url.searchParams.set('id_token_hint', sealer.open(found.id_token_sealed, sealContext(SESSION_TOKENS, found.id)))
  url.searchParams.set('client_id', found.client_id)
  url.searchParams.set('post_logout_redirect_uri', back_to)
  url.searchParams.set('state', newSecret('sst'))
  return { name: found.provider, url: url.href }
}

type PartRow = { id: string; session_id: string | null }

/** Ends parts of a provider with their sessions, and sign-ins that are not complete; the number of sessions. */
function endParts(tx: Tx, parts: readonly PartRow[]): number {
  for (const { id, session_id } of parts) {
    endHandedOn(tx, id)
    if (session_id !== null) removeSession(tx, session_id)
    tx.run('delete from sso_sessions where id = ?', id)
  }
  return parts.filter(({ session_id }) => session_id !== null).length
}

/** Ends every session that the provider opened. */
export const endSessionsOf = (tx: Tx, provider_id: string): number =>
  endParts(tx, tx.rows<PartRow>('select id, session_id from sso_sessions where provider_id = ?', provider_id))

/** Ends sessions whose second factor was the provider's, and sign-ins that are not complete; the number of sessions. */
export const endTrustedSessionsOf = (tx: Tx, provider_id: string): number =>
  endParts(
    tx,
    tx.rows<PartRow>(
      `select p.id, p.session_id from sso_sessions p left join sessions s on s.id = p.session_id
       where p.provider_id = ? and (p.session_id is null or s.methods = 'sso mfa')`,
      provider_id,
    ),
  )

type LogoutSubject = { subject: string | null; sid: string | null; before: Time }

/** Ends sessions that a provider opened until then: of a person of its, or of one session there. */
export const signOutThere = (tx: Tx, provider_id: string, { subject, sid, before }: LogoutSubject): number =>
  endParts(
    tx,
    tx.rows<PartRow>(
      `select id, session_id from sso_sessions
       where provider_id = ?1 and (?2 is null or subject = ?2) and (?3 is null or sid = ?3) and created_at <= ?4`,
      ...[provider_id, subject, sid, before],
    ),
  )
