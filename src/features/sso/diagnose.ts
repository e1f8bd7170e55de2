/** A test of a provider: its configuration, and whether its keys and its clock fit. Signs nobody in. */
import type { App } from '../../kernel/operation/app.ts'
import { millis, SECOND } from '../../kernel/time/clock.ts'
import { detailOf } from './breaker.ts'
import { SKEW } from './protocol/claims.ts'
import { fetchMetadata, isBasic, type ProviderMetadata } from './protocol/client.ts'
import { fits } from './protocol/keys.ts'
import { SsoRefused } from './protocol/refused.ts'
import { getJson } from './protocol/transport.ts'
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

function ofMetadata(metadata: ProviderMetadata): Finding[] {
  const { keys, end_session_endpoint } = metadata
  const usable = metadata.id_token_signing_alg_values_supported.filter((alg) => keys.some((key) => fits(key, alg)))
  return [
    {
      what: 'Keys',
      ok: usable.length > 0,
      found: usable.length > 0 ? `${keys.length}, for ${usable.join(', ')}` : 'none fits its algorithms',
    },
    {
      what: 'PKCE',
      ok: true,
      found: metadata.code_challenge_methods_supported?.includes('S256') ? 'S256' : 'not announced; sent all the same',
    },
    {
      what: 'Issuer in answers',
      ok: true,
      found: metadata.authorization_response_iss_parameter_supported
        ? 'yes (RFC 9207)'
        : 'no; the redirect address tells providers apart',
    },
    { what: 'Client secret', ok: true, found: isBasic(metadata) ? 'sent in the header' : 'sent in the body' },
    { what: 'Sign-out', ok: true, found: end_session_endpoint ? 'possible' : 'not offered' },
  ]
}

async function ofClock(app: App, { jwks_uri }: ProviderMetadata, signal: AbortSignal): Promise<Finding> {
  const what = 'Clock'
  const { date } = await getJson(app, jwks_uri, signal).catch(() => ({ date: null }))
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
