/**
 * The way to a provider and back. Rows hold hashes alone: the verifier and the nonce are derived from the state, from a
 * cookie of the browser and from the address that it comes back to, so nobody else can end the flow, not even with the
 * database, nor can the owner of an own domain end one that began there at the address of the install.
 */
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { hmac } from '../../kernel/secrets/signatures.ts'
import { DAY, MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { guarded, PATIENCE } from './breaker.ts'
import { optionsOf } from './options.ts'
import { clientOf, metadataOf } from './protocol/client.ts'
import type { ProviderRow } from './tables.ts'

export const FLOW_LASTS = 10 * MINUTE
/** The cookie of the browser lasts as long as an offer, which counts in the same browser alone. */
export const BROWSER_LASTS = DAY

export type FlowPurpose = 'sign_in' | 'link' | 'proof' | 'test'
type NewFlow = {
  purpose: FlowPurpose
  next: string
  session_id: string | null
  redirect_uri: string
  browser: string
  ip: string | null
}

/** The token of a browser's cookie: the one it has, or a new one. */
export const browserToken = (cookie: string | null): string =>
  cookie !== null && looksLikeSecret('spf', cookie) ? cookie : newSecret('spf')

type Way = { browser: string; state: string; redirect_uri: string }

const derived = ({ browser, state, redirect_uri }: Way, what: string): string =>
  hmac('sha256', browser, `${what} ${state} ${redirect_uri}`).toString('base64url')

export const secretsOf = (way: Way) => ({ verifier: derived(way, 'verifier'), nonce: derived(way, 'nonce') })

/** The address at the provider where a sign-in begins. Throws `SsoRefused` when the provider does not answer. */
export async function startAt(app: App, provider: ProviderRow, wanted: NewFlow): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE)
  const metadata = await guarded(app, provider, wanted.ip, () => metadataOf(app, provider, signal))
  const { purpose, redirect_uri, browser } = wanted
  const state = newSecret('sst')
  const { verifier, nonce } = secretsOf({ browser, state, redirect_uri })
  const { scopes, organisation } = optionsOf(provider)
  const url = buildAuthorizationUrl(clientOf(app, provider, metadata, signal), {
    redirect_uri,
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'google' && organisation ? { hd: organisation } : {}),
    ...(purpose === 'proof' ? { prompt: 'login', max_age: '0' } : {}),
    ...(purpose === 'link' || purpose === 'test' ? { prompt: asksWho(provider) } : {}),
  })
  app.db.write((tx) => keepFlow(tx, provider, state, wanted))
  return url.href
}

function keepFlow(tx: Tx, provider: ProviderRow, state: string, { purpose, next, session_id, browser }: NewFlow): void {
  tx.run(
    `insert into sso_flows (state_hash, provider_id, browser_hash, purpose, next, session_id, started_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[hashSecret(state), provider.id, hashSecret(browser), purpose, next, session_id],
    ...[tx.now, plus(tx.now, FLOW_LASTS)],
  )
}

/** Makes the provider ask for the person. Few know `select_account`, some refuse unknown values; `login` all know. */
const asksWho = ({ kind }: ProviderRow): string => (kind === 'generic' ? 'login' : 'select_account')

export type Flow = { purpose: FlowPurpose; next: string; session_id: string | null; started_at: Time }

/** Ends a flow and returns it, once, to the browser that began it with this provider; null for anything else. */
export function takeFlow(tx: Tx, provider_id: string, state: string, browser: string | null): Flow | null {
  if (!looksLikeSecret('sst', state) || browser === null) return null
  const found = tx.row<Flow & { browser_hash: string }>(
    `select purpose, next, session_id, started_at, browser_hash from sso_flows
     where state_hash = ? and provider_id = ? and expires_at > ?`,
    ...[hashSecret(state), provider_id, tx.now],
  )
  tx.run('delete from sso_flows where state_hash = ?', hashSecret(state))
  return found?.browser_hash === hashSecret(browser) ? found : null
}

/** Deletes flows that are over; returns their number. */
export const dropOldFlows = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from sso_flows where state_hash in (select state_hash from sso_flows where expires_at <= ? limit ?)',
    tx.now,
    limit,
  )

/** The provider that vouched for a session; null for a local one. */
export const providerOfSession = (tx: ReadTx, session_id: string): string | null =>
  tx.row<{ provider_id: string }>('select provider_id from sso_sessions where session_id = ?', session_id)
    ?.provider_id ?? null
