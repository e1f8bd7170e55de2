/** Google accounts: what changes their state, and their access tokens, which are kept in memory alone. */
import { serveProperty, type Tokens } from '../../domains/checks/index.ts'
import { type MailApp, peopleInCharge, queueMail } from '../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { packSaid, text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import { sealContext } from '../../kernel/secrets/seal.ts'
import { between, DAY, millis, SECOND } from '../../kernel/time/clock.ts'
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
/** Refreshes under way, by the same hash: of two at once the later one would be refused where Google replaces the token. */
const under_way = new Map<string, Promise<unknown>>()

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
  const other = under_way.get(key)
  if (other) {
    await other.catch(() => {})
    return accessToken(app, account_id, signal)
  }
  const made = google.refresh(refresh_token, signal)
  under_way.set(key, made)
  try {
    const { access_token, ...more } = await made
    tokens.delete(key)
    const until = millis(app.clock.now()) + (more.expires_in - 60) * SECOND
    if (app.db.write((tx) => keepRefreshed(tx, app, account, refresh_token, more)))
      tokens.set(hashSecret(more.refresh_token ?? refresh_token), { token: access_token, until })
    return access_token
  } catch (error) {
    tokens.delete(key)
    if (!(error instanceof UpstreamError) || error.failure !== 'invalid') throw error
    if (!app.db.write((tx) => loseToken(tx, app, account, refresh_token)))
      return await accessToken(app, account_id, signal)
    throw new UpstreamError('auth', error.message)
  } finally {
    under_way.delete(key)
  }
}

/** An access token may have been ended early: after a refusal the call is made once more with a new one. */
export async function withToken<T>(
  app: App,
  id: string,
  signal: AbortSignal,
  call: (token: string) => Promise<T>,
): Promise<T> {
  try {
    return await call(await accessToken(app, id, signal))
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.failure !== 'auth') throw error
    return call(await accessToken(app, id, signal, true))
  }
}

export const forgetTokens = (refresh_token: string): boolean => tokens.delete(hashSecret(refresh_token))

/** Whether an account has this token still: it may have been connected again, or disconnected, while Google answered. */
function hasToken(tx: ReadTx, app: App, id: string, refresh_token: string): boolean {
  const now = accountById(tx, id)
  return now?.state === 'ok' && refreshTokenOf(app, now) === refresh_token
}

/** Google sends a new refresh token only where the old one ends. Returns whether the account is as it was. */
function keepRefreshed(
  tx: Tx,
  app: App,
  { id }: AccountRow,
  used: string,
  { refresh_token, scopes }: Pick<Tokens, 'refresh_token' | 'scopes'>,
): boolean {
  if (!hasToken(tx, app, id, used)) return false
  tx.run(
    `update google_accounts set refreshed_at = ?, refresh_sealed = coalesce(?, refresh_sealed),
       scopes = coalesce(?, scopes) where id = ? and state = 'ok'`,
    tx.now,
    refresh_token && sealedToken(app, id, refresh_token),
    scopes.length ? scopes.join(' ') : null,
    id,
  )
  return true
}

/** Whether the account had the token that Google refused. */
function loseToken(tx: Tx, app: App, account: AccountRow, used: string): boolean {
  if (!hasToken(tx, app, account.id, used)) return false
  loseAccount(tx, app, account)
  return true
}

/** A consent screen in Testing ends consents after 7 days (developers.google.com/identity/protocols/oauth2). */
const TESTING = { from: 6.5 * DAY, to: 8 * DAY }

/** Google has ended the consent: the token goes, the properties stay listed, and their checks go elsewhere. */
export function loseAccount(tx: Tx, app: MailApp, { id, connected_at, tenant_id, email, ends_at }: AccountRow): void {
  const age = between(connected_at, tx.now)
  const why = ends_at !== null || (age >= TESTING.from && age <= TESTING.to) ? 'testing' : 'revoked'
  const lost = tx.run(
    `update google_accounts set state = 'lost', lost_why = ?, lost_at = ?, refresh_sealed = ''
     where id = ? and state = 'ok'`,
    ...[why, tx.now, id],
  )
  if (!lost) return
  serveProperties(tx, sitesOf(tx, id))
  const place = tx.row<{ path: string; name: string }>('select path, name from tenants where id = ?', tenant_id)!
  for (const person of peopleInCharge(tx, place.path))
    queueMail(tx, app, {
      ref: `google ${id} lost ${tx.now} ${person.id}`,
      tenant_id,
      template: 'google_lost',
      to: person.email,
      facts: { email, workspace: place.name, why: packSaid([LOST_WORDS[why]]) },
      link: `${app.config.site_url}/app/w/${tenant_id}/engines`,
    })
}

/** Why a consent is gone, and what to do, in words of people. */
export const LOST_WORDS = {
  testing: text(
    'Google ended the consent after 7 days, because the consent screen of this install is in Testing. Publish it in the Google Cloud console, then connect again.',
  ),
  revoked: text(
    'Google ended the consent: it was withdrawn, unused for six months, or a policy of its owner ended it. Connect again.',
  ),
} as const

/** A property `p` of an account `a` that Google answers for. */
export const USABLE = `a.state = 'ok' and p.permission <> 'siteUnverifiedUser'`

export const sitesOf = (tx: ReadTx, account_id: string): string[] =>
  tx
    .rows<{ site_url: string }>('select site_url from google_properties where account_id = ?', account_id)
    .map(({ site_url }) => site_url)

/** Says to the checks which workspaces may ask these properties now. */
export function serveProperties(tx: Tx, sites: readonly string[]): void {
  for (const site of new Set(sites)) {
    const served = tx.rows<{ tenant_id: string; reserve_pct: number }>(
      `select s.tenant_id, max(p.reserve_pct) as reserve_pct from google_properties p
       join google_accounts a on a.id = p.account_id join google_property_workspaces s on s.property_id = p.id
       where p.site_url = ? and p.inspect = 1 and ${USABLE}
       group by s.tenant_id order by s.tenant_id`,
      site,
    )
    serveProperty(tx, site, served)
  }
}

/** Forgets an account here. Its consent at Google covers all workspaces that the same person connected. */
export function forgetAccount(tx: Tx, { id }: AccountRow): void {
  const sites = sitesOf(tx, id)
  tx.run('delete from google_accounts where id = ?', id)
  serveProperties(tx, sites)
}

/** Whether another workspace is connected by the same person, whose consent a revocation would end too. */
export const isSharedConsent = (tx: ReadTx, { id, email }: AccountRow): boolean =>
  tx.row("select 1 from google_accounts where email = ? and id <> ? and state = 'ok'", email, id) !== null

/** Deleting a workspace with an account would leave the consent at Google. */
export const endsConsent = (tx: ReadTx, tenant_id: string): string | null =>
  tx.row("select 1 from google_accounts where tenant_id = ? and state = 'ok'", tenant_id)
    ? 'A Google account is connected here. Disconnect it first, on Search engines: that ends its consent at Google.'
    : null
