/**
 * The protocol, by panva's certified `openid-client`: discovery, code, ID token, userinfo. Here is what it leaves to us:
 * where it is kept, the clock, the keys, and the words of a refusal.
 */
import * as oidc from 'openid-client'
import type { App } from '../../../kernel/operation/app.ts'
import type { Fields } from '../../../kernel/operation/shape.ts'
import { sealContext } from '../../../kernel/secrets/seal.ts'
import { between, HOUR, millis, plus, SECOND, systemClock } from '../../../kernel/time/clock.ts'
import { PROVIDER_SECRETS } from '../sealed-columns.ts'
import type { ProviderRow } from '../tables.ts'
import { assertParty, assertTimes, type Claims, claimsOf, SKEW } from './claims.ts'
import { ALGORITHMS, type Key, usableKeys } from './keys.ts'
import { refusalOf, SsoRefused, Unverified } from './refused.ts'
import { getJson, type SsoApp, transport } from './transport.ts'

const KEPT = HOUR
/** The library asks for keys again when it finds none that fits, and those it has are older than a minute. */
const MOST_AGE = 299

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const MAYBE = ['userinfo_endpoint', 'end_session_endpoint'] as const

/** Metadata of an issuer by the names of the standard, as far as we use them, and its keys. */
export type ProviderMetadata = Pick<
  oidc.ServerMetadata,
  | 'issuer'
  | (typeof MAYBE)[number]
  | 'token_endpoint_auth_methods_supported'
  | 'code_challenge_methods_supported'
  | 'authorization_response_iss_parameter_supported'
> & { [K in (typeof ENDPOINTS)[number]]: string } & { id_token_signing_alg_values_supported: string[]; keys: Key[] }

export type VouchedIdentity = { claims: Claims; id_token: string }

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
  const how = { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: transport(app, signal) }
  const found = await oidc
    .discovery(new URL(provider.issuer), provider.client_id, {}, oidc.None(), how)
    .catch((error) => {
      throw refusalOf(error)
    })
  const read = readMetadata(app, found.serverMetadata(), provider.issuer)
  return stored(app, provider.id, { ...read, keys: await fetchKeys(app, read.jwks_uri, signal) })
}

const fetchKeys = async (app: SsoApp, jwks_uri: string, signal: AbortSignal): Promise<Key[]> =>
  usableKeys((await getJson(app, jwks_uri, signal)).json)

/** The metadata with keys that were published since; the same when they were asked for less than a minute ago. */
export async function withNewKeys(app: SsoApp, provider: ProviderRow, known: ProviderMetadata, signal: AbortSignal) {
  if (ageOfKeys(app, provider) < 60) return known
  return stored(app, provider.id, { ...known, keys: await fetchKeys(app, known.jwks_uri, signal) })
}

function stored({ db }: SsoApp, id: string, metadata: ProviderMetadata): ProviderMetadata {
  const text = JSON.stringify(metadata)
  db.write((tx) =>
    tx.run(
      'update identity_providers set metadata = ?1, metadata_at = ?2, keys_at = ?2 where id = ?3',
      text,
      tx.now,
      id,
    ),
  )
  return metadata
}

/** Seconds since the keys were asked for. */
function ageOfKeys({ db, clock }: SsoApp, { id }: ProviderRow): number {
  const found = db.read((tx) =>
    tx.row<{ keys_at: string | null }>('select keys_at from identity_providers where id = ?', id),
  )
  return found?.keys_at ? Math.floor(between(found.keys_at, clock.now()) / SECOND) : MOST_AGE
}

function readMetadata(app: Pick<App, 'config'>, found: oidc.ServerMetadata, issuer: string) {
  if (found.issuer !== issuer)
    throw new Unverified('issuer', `its configuration names the issuer ${String(found.issuer).slice(0, 200)}`)
  const unusable = (name: string) => new SsoRefused('provider_error', `Its configuration has no usable ${name}.`)
  for (const name of [...ENDPOINTS, ...MAYBE]) {
    const optional = (MAYBE as readonly string[]).includes(name) && found[name] === undefined
    if (!optional && (typeof found[name] !== 'string' || !isSafeAddress(app, found[name]))) throw unusable(name)
  }
  const list = (name: string): string[] => (Array.isArray(found[name]) ? found[name].map(String) : [])
  const algorithms = list('id_token_signing_alg_values_supported').filter((alg) => ALGORITHMS.includes(alg))
  return {
    issuer,
    authorization_endpoint: found.authorization_endpoint!,
    token_endpoint: found.token_endpoint!,
    jwks_uri: found.jwks_uri!,
    ...(found.userinfo_endpoint && { userinfo_endpoint: found.userinfo_endpoint }),
    ...(found.end_session_endpoint && { end_session_endpoint: found.end_session_endpoint }),
    id_token_signing_alg_values_supported: algorithms.length > 0 ? algorithms : ['RS256'],
    token_endpoint_auth_methods_supported: list('token_endpoint_auth_methods_supported'),
    code_challenge_methods_supported: list('code_challenge_methods_supported'),
    authorization_response_iss_parameter_supported: found.authorization_response_iss_parameter_supported === true,
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

/** How the client proves itself at the token endpoint. */
export const isBasic = ({ token_endpoint_auth_methods_supported: known = [] }: ProviderMetadata): boolean =>
  known.length === 0 || known.includes('client_secret_basic')

/** A client of the library, with our transport, clock and keys. */
export function clientOf(app: SsoApp, provider: ProviderRow, metadata: ProviderMetadata, signal: AbortSignal) {
  const { keys, ...server } = metadata
  const { id, client_id, secret_sealed } = provider
  const secret = secret_sealed && app.sealer.open(secret_sealed, sealContext(PROVIDER_SECRETS, id))
  const auth = secret ? (isBasic(metadata) ? oidc.ClientSecretBasic : oidc.ClientSecretPost)(secret) : oidc.None()
  const ahead = Math.round((millis(app.clock.now()) - millis(systemClock.now())) / SECOND)
  const clock = { [oidc.clockSkew]: ahead, [oidc.clockTolerance]: SKEW / SECOND }
  const client = new oidc.Configuration(server, client_id, clock, auth)
  client[oidc.customFetch] = transport(app, signal, (address, body) => {
    if (address !== metadata.jwks_uri) return body
    return { keys: stored(app, id, { ...metadata, keys: usableKeys(body) }).keys }
  })
  // http is for providers on this machine, which `isSafeAddress` has judged.
  oidc.allowInsecureRequests(client)
  oidc.enableNonRepudiationChecks(client)
  const uat = Math.floor(millis(systemClock.now()) / SECOND) - Math.min(ageOfKeys(app, provider), MOST_AGE)
  oidc.setJwksCache(client, { jwks: { keys: keys as never }, uat })
  return client
}

type CodeToRedeem = {
  query: Record<string, string>
  redirect_uri: string
  verifier: string
  nonce: string
  state: string
}

/** Redeems a code and returns who the provider says it is. Throws `SsoRefused` for every answer that does not verify. */
export async function redeem(
  app: SsoApp,
  provider: ProviderRow,
  { query, redirect_uri, verifier, nonce, state }: CodeToRedeem,
  signal: AbortSignal,
): Promise<VouchedIdentity> {
  const client = clientOf(app, provider, await metadataOf(app, provider, signal), signal)
  const back = new URL(redirect_uri)
  for (const name of ['code', 'state', 'iss', 'error'])
    if (query[name] !== undefined) back.searchParams.set(name, query[name])
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true }
  try {
    const tokens = await oidc.authorizationCodeGrant(client, back, checks)
    const said = tokens.claims() as Fields
    assertParty(said, provider.client_id)
    assertTimes(said, millis(app.clock.now()))
    const claims = claimsOf(said)
    return { claims: await completed(client, claims, tokens.access_token), id_token: tokens.id_token! }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Claims of the userinfo, where the ID token has no address. Claims of the token have precedence. */
async function completed(client: oidc.Configuration, claims: Claims, access_token: string): Promise<Claims> {
  if (claims.email !== undefined || !client.serverMetadata().userinfo_endpoint) return claims
  const info = await oidc.fetchUserInfo(client, access_token, claims.sub)
  return claimsOf({ ...info, ...claims })
}
