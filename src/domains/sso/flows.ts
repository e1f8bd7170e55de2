/**
 * The way to a provider and back. Rows hold hashes alone: the verifier and the nonce are derived from the state and from
 * a cookie of the browser, so nobody else can end the flow, not even with the database.
 */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { hmac } from '../../kernel/secrets/signatures.ts'
import { MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { guarded, PATIENCE } from './breaker.ts'
import { optionsOf } from './options.ts'
import { challengeOf } from './protocol/exchange.ts'
import { metadataOf, type ProviderMetadata } from './protocol/metadata.ts'
import type { ProviderRow } from './tables.ts'

export const FLOW_LASTS = 10 * MINUTE

export type FlowPurpose = 'sign_in' | 'link' | 'proof' | 'test'
type NewFlow = { purpose: FlowPurpose; next: string; session_id: string | null; redirect_uri: string; browser: string }

/** The token of a browser's cookie: the one it has, or a new one. */
export const browserToken = (cookie: string | null): string =>
  cookie !== null && looksLikeSecret('spf', cookie) ? cookie : newSecret('spf')

const derived = (browser: string, state: string, what: string): string =>
  hmac('sha256', browser, `${what} ${state}`).toString('base64url')

export const secretsOf = (browser: string, state: string) => ({
  verifier: derived(browser, state, 'verifier'),
  nonce: derived(browser, state, 'nonce'),
})

/** The address at the provider where a sign-in begins. Throws `SsoRefused` when the provider does not answer. */
export async function startAt(app: App, provider: ProviderRow, wanted: NewFlow): Promise<string> {
  const metadata = await guarded(app, provider, () => metadataOf(app, provider, AbortSignal.timeout(PATIENCE)))
  return app.db.write((tx) => beginFlow(tx, provider, metadata, wanted))
}

function beginFlow(tx: Tx, provider: ProviderRow, metadata: ProviderMetadata, wanted: NewFlow): string {
  const { purpose, next, session_id, redirect_uri, browser } = wanted
  const state = newSecret('sst')
  tx.run(
    `insert into sso_flows (state_hash, provider_id, browser_hash, purpose, next, session_id, started_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[hashSecret(state), provider.id, hashSecret(browser), purpose, next, session_id],
    ...[tx.now, plus(tx.now, FLOW_LASTS)],
  )
  const { verifier, nonce } = secretsOf(browser, state)
  const { scopes, organisation } = optionsOf(provider)
  const url = new URL(metadata.authorization_endpoint)
  const asked = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri,
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'google' && organisation ? { hd: organisation } : {}),
    ...(purpose === 'proof' ? { prompt: 'login', max_age: '0' } : {}),
    ...(purpose === 'link' || purpose === 'test' ? { prompt: asksWho(provider) } : {}),
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
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
export const dropOldFlows = (tx: Tx): number => tx.run('delete from sso_flows where expires_at <= ?', tx.now)

/** The provider that vouched for a session; null for a local one. */
export const providerOfSession = (tx: ReadTx, session_id: string): string | null =>
  tx.row<{ provider_id: string }>('select provider_id from sso_sessions where session_id = ?', session_id)
    ?.provider_id ?? null
