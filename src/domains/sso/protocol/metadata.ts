/** Endpoints, algorithms and keys that an issuer publishes. Kept in its row, so that a restart asks nothing. */
import type { App } from '../../../kernel/operation/app.ts'
import { type Fields, isFields } from '../../../kernel/operation/shape.ts'
import { HOUR, MINUTE, plus } from '../../../kernel/time/clock.ts'
import type { ProviderRow } from '../tables.ts'
import { fetchJson, type SsoApp } from './fetch-json.ts'
import { ALGORITHM_NAMES, assertSigned, type Jwk, keysFor, type SignedToken } from './jose.ts'
import { SsoRefused, Unverified } from './refused.ts'

const KEPT = HOUR
/** Keys that are not known are asked for at most so often. */
const KEYS_EVERY = MINUTE
const MOST_KEYS = 100

export type ProviderMetadata = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  userinfo_endpoint: string | null
  end_session_endpoint: string | null
  algorithms: string[]
  /** How the client proves itself at the token endpoint. */
  client_auth: 'basic' | 'post'
  /** Whether it says that it takes PKCE, and names itself in its answers. */
  pkce: boolean
  names_itself: boolean
  keys: Jwk[]
}

/** The issuer's metadata, fetched when the stored one is too old. */
export async function metadataOf(app: SsoApp, provider: ProviderRow, signal: AbortSignal): Promise<ProviderMetadata> {
  const { metadata, metadata_at } = provider
  if (metadata !== null && metadata_at !== null && plus(metadata_at, KEPT) > app.clock.now())
    return JSON.parse(metadata) as ProviderMetadata
  return fetchMetadata(app, provider, signal)
}

/** The same, always asked for. */
export async function fetchMetadata(
  app: SsoApp,
  provider: ProviderRow,
  signal: AbortSignal,
): Promise<ProviderMetadata> {
  const address = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { body } = await fetchJson(app, address, { what: 'its configuration', signal })
  const read = readMetadata(app, body, provider.issuer)
  const keys = await fetchKeys(app, read.jwks_uri, signal)
  return stored(app, provider.id, { ...read, keys })
}

/** Throws unless the issuer signed the token. Its keys are asked for again when none of the known ones fits. */
export async function assertSignedBy(
  app: SsoApp,
  provider: ProviderRow,
  token: SignedToken,
  metadata: ProviderMetadata,
  signal: AbortSignal,
): Promise<void> {
  let keys = keysFor(token, metadata.keys)
  if (keys.length === 0) keys = keysFor(token, (await withNewKeys(app, provider, metadata, signal)).keys)
  assertSigned(token, keys, metadata.algorithms)
}

/** The metadata with keys that were published since; the same when they were asked for a moment ago. */
async function withNewKeys(app: SsoApp, provider: ProviderRow, known: ProviderMetadata, signal: AbortSignal) {
  const keys_at = app.db.read((tx) =>
    tx.row<{ keys_at: string | null }>('select keys_at from identity_providers where id = ?', provider.id),
  )?.keys_at
  if (keys_at && plus(keys_at, KEYS_EVERY) > app.clock.now()) return known
  return stored(app, provider.id, { ...known, keys: await fetchKeys(app, known.jwks_uri, signal) })
}

function stored({ db }: SsoApp, id: string, metadata: ProviderMetadata): ProviderMetadata {
  db.write((tx) =>
    tx.run(
      'update identity_providers set metadata = ?1, metadata_at = ?2, keys_at = ?2 where id = ?3',
      JSON.stringify(metadata),
      tx.now,
      id,
    ),
  )
  return metadata
}

function readMetadata(app: Pick<App, 'config'>, body: Fields, issuer: string): Omit<ProviderMetadata, 'keys'> {
  if (body.issuer !== issuer)
    throw new Unverified('issuer', `its configuration names the issuer ${String(body.issuer).slice(0, 200)}`)
  const endpoint = (name: string) => {
    const value = body[name]
    if (typeof value !== 'string' || !isSafeAddress(app, value))
      throw new SsoRefused('provider_error', `Its configuration has no usable ${name}.`)
    return value
  }
  const maybe = (name: string) => (body[name] === undefined ? null : endpoint(name))
  const list = (name: string) => (Array.isArray(body[name]) ? body[name].map(String) : [])
  const algorithms = list('id_token_signing_alg_values_supported').filter((alg) => ALGORITHM_NAMES.includes(alg))
  const auth = list('token_endpoint_auth_methods_supported')
  return {
    issuer,
    authorization_endpoint: endpoint('authorization_endpoint'),
    token_endpoint: endpoint('token_endpoint'),
    jwks_uri: endpoint('jwks_uri'),
    userinfo_endpoint: maybe('userinfo_endpoint'),
    end_session_endpoint: maybe('end_session_endpoint'),
    algorithms: algorithms.length > 0 ? algorithms : ['RS256'],
    client_auth: auth.length > 0 && !auth.includes('client_secret_basic') ? 'post' : 'basic',
    pkce: list('code_challenge_methods_supported').includes('S256'),
    names_itself: body.authorization_response_iss_parameter_supported === true,
  }
}

/** Whether an address may belong to a provider: https, or http on this machine where the operator opened its networks. */
export function isSafeAddress({ config }: Pick<App, 'config'>, address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password || url.hash) return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && config.allow_networks.length > 0 && LOOPBACK.test(url.hostname)
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

async function fetchKeys(app: SsoApp, jwks_uri: string, signal: AbortSignal): Promise<Jwk[]> {
  const { body } = await fetchJson(app, jwks_uri, { what: 'its keys', signal })
  if (!Array.isArray(body.keys)) throw new Unverified('key', 'it publishes no keys')
  return body.keys.filter(isFields).slice(0, MOST_KEYS) as Jwk[]
}
