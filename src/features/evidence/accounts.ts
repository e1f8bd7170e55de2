/** Google accounts: what changes their state, and their access tokens, which are kept in memory alone. */
import { serveProperty, type Tokens } from '../../domains/checks/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import { sealContext } from '../../kernel/secrets/seal.ts'
import { between, DAY, millis, plus, SECOND } from '../../kernel/time/clock.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { openGoogle } from './client.ts'

import { REFRESH_TOKENS } from './sealed-columns.ts'
import type { AccountRow } from './tables.ts'

export const accountById = (tx: ReadTx, id: string): AccountRow | null =>
  tx.row<AccountRow>('select * from google_accounts where id = ?', id)

export const refreshTokenOf = (app: Pick<App, 'sealer'>, { id, refresh_sealed }: AccountRow): string =>
  app.sealer.open(refresh_sealed, sealContext(REFRESH_TOKENS, id))

export const sealedToken = (app: Pick<App, 'sealer'>, id: string, token: string): string =>
  app.sealer.seal(token, sealContext(REFRESH_TOKENS, id))

/** One entry for each account, under the hash of its refresh token. */
const tokens = new Map<string, { token: string; until: number }>()

/** An access token, which is made where none is valid for another minute. Throws `UpstreamError`. */
export async function accessToken(app: App, account_id: string, signal: AbortSignal, fresh = false): Promise<string> {
  const { account, google } = app.db.read((tx) => ({
    account: accountById(tx, account_id),
    google: openGoogle(tx, app),
  }))
  if (!google || account?.state !== 'ok') throw new UpstreamError('auth', 'Google: the account is no longer connected')
  const refresh_token = refreshTokenOf(app, account)
  const key = hashSecret(refresh_token)
  const known = tokens.get(key)
  if (!fresh && known && known.until > millis(app.clock.now())) return known.token
  try {
    const made = await google.refresh(refresh_token, signal)
    tokens.set(key, { token: made.access_token, until: millis(app.clock.now()) + (made.expires_in - 60) * SECOND })
    app.db.write((tx) => keepRefreshed(tx, app, account, made))
    return made.access_token
  } catch (error) {
    tokens.delete(key)
    if (!(error instanceof UpstreamError) || error.failure !== 'invalid') throw error
    app.db.write((tx) => loseAccount(tx, account))
    throw new UpstreamError('auth', error.message)
  }
}

export const forgetTokens = (refresh_token: string): boolean => tokens.delete(hashSecret(refresh_token))

/** Google sends a new refresh token only where the old one ends. */
function keepRefreshed(tx: Tx, app: App, { id }: AccountRow, { refresh_token, scopes }: Tokens): void {
  tx.run(
    `update google_accounts set refreshed_at = ?, refresh_sealed = coalesce(?, refresh_sealed),
       scopes = coalesce(?, scopes) where id = ? and state = 'ok'`,
    tx.now,
    refresh_token && sealedToken(app, id, refresh_token),
    scopes.length ? scopes.join(' ') : null,
    id,
  )
}

/** A consent screen in Testing ends consents after 7 days (developers.google.com/identity/protocols/oauth2). */
const TESTING = { from: 6.5 * DAY, to: 8 * DAY }

/** Google has ended the consent: the token goes, the properties stay listed, and their checks go elsewhere. */
export function loseAccount(tx: Tx, { id, connected_at }: AccountRow): void {
  const age = between(connected_at, tx.now)
  const why = age >= TESTING.from && age <= TESTING.to ? 'testing' : 'revoked'
  const lost = tx.run(
    `update google_accounts set state = 'lost', lost_why = ?, lost_at = ?, refresh_sealed = ''
     where id = ? and state = 'ok'`,
    ...[why, tx.now, id],
  )
  if (lost) serveProperties(tx, sitesOf(tx, id))
}

export const sitesOf = (tx: ReadTx, account_id: string): string[] =>
  tx
    .rows<{ site_url: string }>('select site_url from google_properties where account_id = ?', account_id)
    .map(({ site_url }) => site_url)

/** Says to the checks which workspaces may ask these properties now. */
export function serveProperties(tx: Tx, sites: readonly string[]): void {
  for (const site of new Set(sites)) {
    const served = tx.rows<{ tenant_id: string; reserve_pct: number }>(
      `select distinct s.tenant_id, p.reserve_pct from google_properties p
       join google_accounts a on a.id = p.account_id join google_property_workspaces s on s.property_id = p.id
       where p.site_url = ? and p.inspect = 1 and a.state = 'ok' and p.permission <> 'siteUnverifiedUser'`,
      site,
    )
    const tenant_ids = [...new Set(served.map(({ tenant_id }) => tenant_id))]
    serveProperty(tx, site, { tenant_ids, reserve_pct: Math.max(0, ...served.map(({ reserve_pct }) => reserve_pct)) })
  }
}

/** When a consent ends whose screen is in Testing. */
export const endsIfTesting = ({ connected_at }: Pick<AccountRow, 'connected_at'>) => plus(connected_at, 7 * DAY)
