/** Access and refresh tokens. A refresh token works once and brings the next one: used again, it was stolen. */
import type { Caller, Role } from '../../kernel/caller.ts'
import { between, DAY, HOUR, plus, SECOND, type Time } from '../../kernel/clock.ts'
import type { Db, ReadTx, Tx } from '../../kernel/database.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/ids.ts'
import { noteUse } from '../../kernel/last-use.ts'
import { endByApp, endStolen, personIn, workingGrant } from './grants.ts'
import { OauthError } from './oauth-error.ts'
import { holds, roleWithin, type Scope, scopeIn, withLower } from './scopes.ts'
import type { Site } from './site.ts'
import type { GrantRow, TokenRow } from './tables.ts'

const ACCESS_LIFE = HOUR
/** Without use. However busy it is, it ends with its grant. */
const REFRESH_LIFE = 30 * DAY

/** An answer of the token endpoint. */
export type Tokens = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** Whom an access token speaks for: `role` is the person's own, of which the caller has what the scope leaves. */
export type TokenHolder = { caller: Caller; scope: Scope; role: Role; expires_at: Time }

/** Whether a secret has the shape of an access token. */
export const looksLikeToken = (secret: string): boolean => looksLikeSecret('spo', secret)

/** Makes the tokens of a grant; `scope` may be less than it was allowed. */
export function issueTokens(tx: Tx, grant: GrantRow, scope = grant.scope): Tokens {
  const [access_token, refresh_token] = [newSecret('spo'), newSecret('spf')]
  const access_end = earlier(plus(tx.now, ACCESS_LIFE), grant.expires_at)
  put(tx, grant, access_token, 'access', scope, access_end)
  put(tx, grant, refresh_token, 'refresh', grant.scope, earlier(plus(tx.now, REFRESH_LIFE), grant.expires_at))
  const expires_in = Math.floor(between(tx.now, access_end) / SECOND)
  return { access_token, token_type: 'Bearer', expires_in, refresh_token, scope }
}

/**
 * The next tokens for a refresh token. One that was used before ends the grant: somebody else has it, and nobody can tell
 * who is who. Returns the refusal, so that what it ends is kept.
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
    return new OauthError('invalid_scope', `Allowed was: ${grant.scope}. For more, the person has to be asked again.`)
  tx.run('update oauth_tokens set used_at = ? where hash = ?', tx.now, token!.hash)
  return issueTokens(tx, grant, withLower(wanted))
}

/**
 * Takes a token back (RFC 7009): an access token alone, with a refresh token the whole connection. Unknown ones are as
 * good as taken back, and those of another app stay.
 */
export function revokeToken(tx: Tx, secret: string, client_id: string | null): void {
  const token = tokenOf(tx, secret, 'refresh') ?? tokenOf(tx, secret, 'access')
  const grant = token && workingGrant(tx, token.grant_id)
  if (!grant || (client_id !== null && client_id !== grant.client_id)) return
  if (token.kind === 'refresh') endByApp(tx, grant)
  else tx.run('delete from oauth_tokens where hash = ?', token.hash)
}

/**
 * Whom an access token speaks for; null for one that is unknown, revoked, made out to another address of the install, or
 * whose person may not act there any more. Worked out from rows alone: the caller looks at `expires_at`.
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

/** Drops tokens that are over; says how many. */
export const forgetTokens = (tx: Tx): number => tx.run('delete from oauth_tokens where expires_at < ?', tx.now)

function put(tx: Tx, { id }: GrantRow, secret: string, kind: TokenRow['kind'], scope: string, expires_at: Time): void {
  tx.run(
    'insert into oauth_tokens (hash, grant_id, kind, scope, expires_at) values (?, ?, ?, ?, ?)',
    hashSecret(secret),
    id,
    kind,
    scope,
    expires_at,
  )
}

const tokenOf = (tx: ReadTx, secret: string, kind: TokenRow['kind']): TokenRow | null =>
  tx.row<TokenRow>('select * from oauth_tokens where hash = ? and kind = ?', hashSecret(secret), kind)

const earlier = (a: Time, b: Time): Time => (a < b ? a : b)

const no = (message: string): OauthError => new OauthError('invalid_grant', message)
