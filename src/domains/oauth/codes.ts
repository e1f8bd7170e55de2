/** A person's consent, and the one-time code with which the app gets its tokens. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../kernel/database/database.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import type { Caller, RequestOrigin } from '../../kernel/operation/caller.ts'
import { hashSecret, newId, newSecret } from '../../kernel/secrets/ids.ts'
import { DAY, MINUTE, plus } from '../../kernel/time/clock.ts'
import type { AuthorizationRequest } from './authorization.ts'
import { type Client, useClient } from './clients.ts'
import { endGrant, endStolen, personIn } from './grants.ts'
import { OauthError } from './oauth-error.ts'
import { type Scope, withLower } from './scopes.ts'
import type { Site } from './site.ts'
import { type CodeRow, type GrantRow, oauthCodes, oauthGrants } from './tables.ts'
import { issueTokens, type Tokens } from './tokens.ts'

const CODE_LIFE = MINUTE
/** How long a used code is remembered, so that a second use ends the connection of the first. */
const CODE_KEPT = DAY
const GRANT_LIFE = 90 * DAY

/** The person's choices on the consent page. */
type ConsentChoices = { scope: Scope; daily_credit_cap: number | null; approval_above: number | null }

/** Stores the consent, with its line in the audit trail; returns the code. `caller`: the person in the workspace. */
export function giveConsent(
  tx: Tx,
  caller: Caller,
  client: Client,
  wish: AuthorizationRequest,
  yes: ConsentChoices,
  from: RequestOrigin,
): string {
  const code = newSecret('spc')
  const grant_id = newId()
  const { daily_credit_cap, approval_above } = yes
  const scope = withLower(yes.scope)
  const { id: client_id, name: client_name } = client
  const { redirect_uri, challenge } = wish
  tx.orm
    .insert(oauthCodes)
    .values({
      hash: hashSecret(code),
      grant_id,
      user_id: caller.user_id!,
      tenant_id: caller.tenant_id,
      client_id,
      client_name,
      redirect_uri,
      challenge,
      scope,
      daily_credit_cap,
      approval_above,
      expires_at: plus(tx.now, CODE_LIFE),
    })
    .run()
  writeAudit(tx, caller, {
    action: 'connect_app',
    tenant_id: caller.tenant_id,
    target: grant_id,
    after: { client_name, client_id, redirect_uri, scope, daily_credit_cap, approval_above },
    ...from,
  })
  return code
}

/** Parameters of a code exchange. */
type Redemption = { code: string; client_id: string; redirect_uri: string | null; verifier: string }

/**
 * Exchanges a code for tokens, once. Each try is a transaction of its own, so only one of several gets them. A second
 * use of a code ends the connection of the first. Refusals are returned, not thrown, so that this end is committed.
 */
export function redeem(tx: Tx, site: Site, given: Redemption): Tokens | OauthError {
  const hash = hashSecret(given.code)
  const code = tx.row<CodeRow>('select * from oauth_codes where hash = ?', hash)
  if (code?.used_at) {
    endStolen(tx, code.grant_id, 'its code')
    return no('The code was used before. Its connection is ended: connect the app again.')
  }
  if (!code || code.expires_at <= tx.now)
    return no('The code is unknown or older than a minute. Connect the app again.')
  if (code.client_id !== given.client_id) return no('The code was given to another app.')
  if (given.redirect_uri !== null && given.redirect_uri !== code.redirect_uri)
    return no('redirect_uri is not the one of the authorization request.')
  if (challengeOf(given.verifier) !== code.challenge) return no('code_verifier does not fit the code_challenge.')
  if (!personIn(tx, code.user_id, code.tenant_id)) return no('The person may no longer act in that workspace.')
  tx.run('update oauth_codes set used_at = ? where hash = ?', tx.now, hash)
  return issueTokens(tx, begin(tx, site, code))
}

/** Deletes expired codes; returns their number. */
export const forgetCodes = (tx: Tx): number =>
  tx.run('delete from oauth_codes where expires_at < ?', plus(tx.now, -CODE_KEPT))

/** A registered app is one program on one machine: a new grant replaces its previous one. */
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
  const held = { id, user_id, tenant_id, client_id, client_name, scope, daily_credit_cap, approval_above, resource }
  const [made] = tx.orm
    .insert(oauthGrants)
    .values({ ...held, created_at: tx.now, expires_at: plus(tx.now, GRANT_LIFE) })
    .returning()
    .all()
  return made!
}

/** S256 of RFC 7636, the only supported method. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const no = (message: string): OauthError => new OauthError('invalid_grant', message)
