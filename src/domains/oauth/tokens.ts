/** Access and refresh tokens. A refresh token works once and returns the next one: a second use means theft. */

import type { Db, ReadTx, Tx } from '../../kernel/database/database.ts'
import { noteUse } from '../../kernel/database/last-use.ts'
import type { Caller, Role } from '../../kernel/operation/caller.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { between, DAY, HOUR, plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { endByApp, endStolen, personIn, workingGrant } from './grants.ts'
import { OauthError } from './oauth-error.ts'
import { holds, roleWithin, type Scope, scopeIn, withLower } from './scopes.ts'
import type { Site } from './site.ts'
import { type GrantRow, oauthTokens, type TokenRow } from './tables.ts'

const ACCESS_LIFE = HOUR
/** Lifetime without use. It never exceeds that of its grant. */
const REFRESH_LIFE = 30 * DAY

/** An answer of the token endpoint. */
export type Tokens = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** The caller of an access token: `role` is the person's own, and the caller has at most what the scope allows. */
export type TokenHolder = { caller: Caller; scope: Scope; role: Role; expires_at: Time }

export const looksLikeToken = (secret: string): boolean => looksLikeSecret('spo', secret)

/** Creates the tokens of a grant; `scope` may be lower than the granted one. */
export function issueTokens(tx: Tx, grant: GrantRow, scope = grant.scope): Tokens {
  const [access_token, refresh_token] = [newSecret('spo'), newSecret('spf')]
  const access_end = earlier(plus(tx.now, ACCESS_LIFE), grant.expires_at)
  put(tx, grant, access_token, 'access', scope, access_end)
  put(tx, grant, refresh_token, 'refresh', grant.scope, earlier(plus(tx.now, REFRESH_LIFE), grant.expires_at))
  const expires_in = Math.floor(between(tx.now, access_end) / SECOND)
  return { access_token, token_type: 'Bearer', expires_in, refresh_token, scope }
}

/**
 * Exchanges a refresh token for the next tokens. A second use ends the grant: somebody else has the token, and the two
 * cannot be distinguished. Refusals are returned, not thrown, so that this end is committed.
 */
export function refresh(
  tx: Tx,
  { resource }: Site,
  secret: string,
  client_id: string,
  scope: string | null,
): Tokens | OauthError {
  const token = tokenOf(tx, secret, 'refresh')
  if (token?.used_at) {
    endStolen(tx, token.grant_id, 'a refresh token')
    return no('The refresh token was used before. The connection is ended: connect the app again.')
  }
  const grant = token && token.expires_at > tx.now ? workingGrant(tx, token.grant_id) : null
  if (!grant || grant.resource !== resource)
    return no('The refresh token is unknown, too old or revoked. Connect the app again.')
  if (grant.client_id !== client_id) return no('The refresh token was given to another app.')
  if (!personIn(tx, grant.user_id, grant.tenant_id)) return no('The person may not act in that workspace now.')
  const wanted = scope === null ? scopeIn(grant.scope) : scopeIn(scope)
  if (!holds(scopeIn(grant.scope), wanted))
    return new OauthError(
      'invalid_scope',
      `The granted scope is ${grant.scope}. For more, ask the person for consent again.`,
    )
  tx.run('update oauth_tokens set used_at = ? where hash = ?', tx.now, token!.hash)
  return issueTokens(tx, grant, withLower(wanted))
}

/**
 * Revokes a token (RFC 7009): an access token alone, a refresh token with the whole connection. Unknown tokens count as
 * revoked, and tokens of another app stay.
 */
export function revokeToken(tx: Tx, secret: string, client_id: string | null): void {
  const token = tokenOf(tx, secret, 'refresh') ?? tokenOf(tx, secret, 'access')
  const grant = token && workingGrant(tx, token.grant_id)
  if (!grant || (client_id !== null && client_id !== grant.client_id)) return
  if (token.kind === 'refresh') endByApp(tx, grant)
  else tx.run('delete from oauth_tokens where hash = ?', token.hash)
}

/**
 * The caller of an access token; null for one that is unknown, revoked, issued for another address of the install, or
 * whose person may no longer act there. Reads rows only: the caller checks `expires_at`.
 */
export function holderOfToken(tx: ReadTx, { resource }: Site, secret: string): TokenHolder | null {
  const found = tx.row<GrantRow & { token_scope: string; token_end: Time }>(
    `select g.*, t.scope as token_scope, t.expires_at as token_end from oauth_tokens t join oauth_grants g on g.id = t.grant_id
     where t.hash = ? and t.kind = 'access' and g.revoked_at is null and g.resource = ?`,
    hashSecret(secret),
    resource,
  )
  const person = found && personIn(tx, found.user_id, found.tenant_id)
  if (!person) return null
  const scope = scopeIn(found.token_scope)
  return {
    caller: {
      ...person,
      key_id: found.id,
      label: `${person.label} by ${found.client_name}`,
      role: roleWithin(scope, person.role),
      daily_credit_cap: found.daily_credit_cap,
      approval_above: found.approval_above,
      app: found.client_name,
    },
    scope,
    role: person.role,
    expires_at: found.token_end,
  }
}

/** Notes that a connection was used; `saveUses` writes it. */
export const noteGrantUsed = (db: Db, grant_id: string, now: Time): void =>
  noteUse(db, 'update oauth_grants set last_used_at = ? where id = ?', grant_id, now)

/** Deletes expired tokens; returns their number. */
export const forgetTokens = (tx: Tx): number => tx.run('delete from oauth_tokens where expires_at < ?', tx.now)

function put(tx: Tx, { id }: GrantRow, secret: string, kind: TokenRow['kind'], scope: string, expires_at: Time): void {
  const hash = hashSecret(secret)
  tx.orm.insert(oauthTokens).values({ hash, grant_id: id, kind, scope, expires_at }).run()
}

const tokenOf = (tx: ReadTx, secret: string, kind: TokenRow['kind']): TokenRow | null =>
  tx.row<TokenRow>('select * from oauth_tokens where hash = ? and kind = ?', hashSecret(secret), kind)

const earlier = (a: Time, b: Time): Time => (a < b ? a : b)

const no = (message: string): OauthError => new OauthError('invalid_grant', message)
