/** A test of a provider: its configuration, and whether its keys and its clock fit. Signs nobody in. */
import type { App } from '../../kernel/operation/app.ts'
import { millis, SECOND } from '../../kernel/time/clock.ts'
import { detailOf } from './breaker.ts'
import { fetchJson } from './protocol/fetch-json.ts'
import { SKEW } from './protocol/id-token.ts'
import { keysFor } from './protocol/jose.ts'
import { fetchMetadata, type ProviderMetadata } from './protocol/metadata.ts'
import { SsoRefused } from './protocol/refused.ts'
import type { ProviderRow } from './tables.ts'

export type Finding = { what: string; ok: boolean; found: string }

export async function diagnose(app: App, provider: ProviderRow, signal: AbortSignal): Promise<Finding[]> {
  let metadata: ProviderMetadata
  try {
    metadata = await fetchMetadata(app, provider, signal)
  } catch (error) {
    if (!(error instanceof SsoRefused)) throw error
    return [{ what: 'Configuration', ok: false, found: detailOf(error) }]
  }
  app.db.write((tx) => tx.run('update identity_providers set down_until = null where id = ?', provider.id))
  return [
    { what: 'Configuration', ok: true, found: `found at ${provider.issuer}` },
    ...ofMetadata(metadata),
    await ofClock(app, metadata, signal),
  ]
}

function ofMetadata({
  algorithms,
  keys,
  pkce,
  names_itself,
  client_auth,
  end_session_endpoint,
}: ProviderMetadata): Finding[] {
  const usable = algorithms.filter((alg) => keysFor({ header: { alg } } as never, keys).length > 0)
  return [
    {
      what: 'Keys',
      ok: usable.length > 0,
      found: usable.length > 0 ? `${keys.length}, for ${usable.join(', ')}` : 'none fits its algorithms',
    },
    { what: 'PKCE', ok: true, found: pkce ? 'S256' : 'not announced; sent all the same' },
    {
      what: 'Issuer in answers',
      ok: true,
      found: names_itself ? 'yes (RFC 9207)' : 'no; the redirect address tells providers apart',
    },
    { what: 'Client secret', ok: true, found: client_auth === 'basic' ? 'sent in the header' : 'sent in the body' },
    { what: 'Sign-out', ok: true, found: end_session_endpoint ? 'possible' : 'not offered' },
  ]
}

async function ofClock(app: App, { jwks_uri }: ProviderMetadata, signal: AbortSignal): Promise<Finding> {
  const what = 'Clock'
  const { date } = await fetchJson(app, jwks_uri, { what: 'its keys', signal }).catch(() => ({ date: null }))
  const said = millis(date ?? '')
  if (Number.isNaN(said)) return { what, ok: true, found: 'not reported' }
  const off = Math.round((said - millis(app.clock.now())) / SECOND)
  const fine = Math.abs(off) * SECOND <= SKEW
  return {
    what,
    ok: fine,
    found: fine ? 'agrees with ours' : `${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} ours`,
  }
}
