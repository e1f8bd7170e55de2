/** A person's yes, and the one-time code by which the app fetches what it was allowed. */
import { createHash } from 'node:crypto'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import { DAY, MINUTE, plus } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { hashSecret, newId, newSecret } from '../../kernel/ids.ts'
import type { Wish } from './authorization.ts'
import { type Client, useClient } from './clients.ts'
import { endGrant, endStolen, personIn } from './grants.ts'
import { OauthError } from './oauth-error.ts'
import { type Scope, withLower } from './scopes.ts'
import type { Site } from './site.ts'
import type { CodeRow, GrantRow } from './tables.ts'
import { issueTokens, type Tokens } from './tokens.ts'

const CODE_LIFE = MINUTE
/** How long a used code is known, so that a second use ends what the first began. */
const CODE_KEPT = DAY
const GRANT_LIFE = 90 * DAY

/** What the person chose on the page that asked. */
export type Yes = { scope: Scope; daily_credit_cap: number | null; approval_above: number | null }
type From = { ip: string | null; request_id: string }

/** Writes the yes down, with its line in the audit trail, and returns the code. `caller` is the person, where they chose. */
export function sayYes(tx: Tx, caller: Caller, client: Client, wish: Wish, yes: Yes, from: From): string {
  const code = newSecret('spc')
  const grant_id = newId()
  const { daily_credit_cap, approval_above } = yes
  const scope = withLower(yes.scope)
  tx.run(
    `insert into oauth_codes (hash, grant_id, user_id, tenant_id, client_id, client_name, redirect_uri, challenge, scope,
       daily_credit_cap, approval_above, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    hashSecret(code),
    grant_id,
    caller.user_id,
    caller.tenant_id,
    client.id,
    client.name,
    wish.redirect_uri,
    wish.challenge,
    scope,
    daily_credit_cap,
    approval_above,
    plus(tx.now, CODE_LIFE),
  )
  const { id: client_id, name: client_name } = client
  writeAudit(tx, caller, {
    action: 'connect_app',
    tenant_id: caller.tenant_id,
    target: grant_id,
    after: { client_name, client_id, redirect_uri: wish.redirect_uri, scope, daily_credit_cap, approval_above },
    ...from,
  })
  return code
}

/** What an app sends with its code. */
export type Redemption = { code: string; client_id: string; redirect_uri: string | null; verifier: string }

/**
 * Tokens for a code: once. Of any number of tries one gets them, since each is a transaction of its own; a second use of
 * a code ends what the first began. Returns the refusal, so that what it ends is kept.
 */
export function redeem(tx: Tx, site: Site, given: Redemption): Tokens | OauthError {
  const hash = hashSecret(given.code)
  const code = tx.row<CodeRow>('select * from oauth_codes where hash = ?', hash)
  if (code?.used_at) {
    endStolen(tx, code.grant_id, 'its code')
    return no('The code was used before. What it gave is ended: connect the app again.')
  }
  if (!code || code.expires_at <= tx.now) return no('The code is unknown or older than a minute.')
  if (code.client_id !== given.client_id) return no('The code was given to another app.')
  if (given.redirect_uri !== null && given.redirect_uri !== code.redirect_uri)
    return no('redirect_uri is not the one of the authorization request.')
  if (challengeOf(given.verifier) !== code.challenge) return no('code_verifier does not fit the code_challenge.')
  if (!personIn(tx, code.user_id, code.tenant_id)) return no('The person may not act in that workspace any more.')
  tx.run('update oauth_codes set used_at = ? where hash = ?', tx.now, hash)
  return issueTokens(tx, begin(tx, site, code))
}

/** Drops codes that have told all they could; says how many. */
export const forgetCodes = (tx: Tx): number =>
  tx.run('delete from oauth_codes where expires_at < ?', plus(tx.now, -CODE_KEPT))

/** An app that registered is one program on one machine: connected again, it goes on under the new grant alone. */
function begin(tx: Tx, { resource }: Site, code: CodeRow): GrantRow {
  const before = tx.rows<{ id: string }>(
    `select g.id from oauth_grants g join oauth_clients c on c.id = g.client_id and c.kind = 'registered'
     where g.client_id = ? and g.user_id = ? and g.revoked_at is null`,
    code.client_id,
    code.user_id,
  )
  for (const { id } of before) endGrant(tx, id)
  useClient(tx, code.client_id)
  const { grant_id: id, user_id, tenant_id, client_id, client_name, scope, daily_credit_cap, approval_above } = code
  return tx.row<GrantRow>(
    `insert into oauth_grants (id, user_id, tenant_id, client_id, client_name, scope, daily_credit_cap, approval_above,
       created_at, expires_at, resource) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning *`,
    id,
    user_id,
    tenant_id,
    client_id,
    client_name,
    scope,
    daily_credit_cap,
    approval_above,
    tx.now,
    plus(tx.now, GRANT_LIFE),
    resource,
  )!
}

/** S256 of RFC 7636: the only method. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const no = (message: string): OauthError => new OauthError('invalid_grant', message)
