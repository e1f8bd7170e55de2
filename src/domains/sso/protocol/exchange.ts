/** From a code to verified claims: the token endpoint, the signature, the claims, and the userinfo where they lack an address. */
import { hashSecret } from '../../../kernel/secrets/ids.ts'
import { sealContext } from '../../../kernel/secrets/seal.ts'
import { PROVIDER_SECRETS } from '../sealed-columns.ts'
import type { ProviderRow } from '../tables.ts'
import { fetchJson, type SsoApp } from './fetch-json.ts'
import { assertClaims, type Claims } from './id-token.ts'
import { readToken } from './jose.ts'
import { assertSignedBy, metadataOf, type ProviderMetadata } from './metadata.ts'
import { SsoRefused, Unverified } from './refused.ts'

type CodeToRedeem = { code: string; redirect_uri: string; verifier: string; nonce: string }
export type VouchedIdentity = { claims: Claims; id_token: string }

/** The PKCE challenge of a verifier (RFC 7636). */
export const challengeOf = (verifier: string): string => Buffer.from(hashSecret(verifier), 'hex').toString('base64url')

/** Redeems a code and returns who the provider says it is. Throws `SsoRefused` for every answer that does not verify. */
export async function redeem(
  app: SsoApp,
  provider: ProviderRow,
  asked: CodeToRedeem,
  signal: AbortSignal,
): Promise<VouchedIdentity> {
  const metadata = await metadataOf(app, provider, signal)
  const { id_token, access_token } = await tokensFor(app, provider, metadata, asked, signal)
  const token = readToken(id_token)
  await assertSignedBy(app, provider, token, metadata, signal)
  const { issuer, client_id } = provider
  const claims = assertClaims(token.claims, { issuer, client_id, nonce: asked.nonce, now: app.clock.now() })
  return { claims: await completed(app, metadata, claims, access_token, signal), id_token }
}

async function tokensFor(
  app: SsoApp,
  provider: ProviderRow,
  { token_endpoint, client_auth }: ProviderMetadata,
  { code, redirect_uri, verifier }: CodeToRedeem,
  signal: AbortSignal,
) {
  const { id, client_id, secret_sealed } = provider
  const secret = secret_sealed && app.sealer.open(secret_sealed, sealContext(PROVIDER_SECRETS, id))
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (secret && client_auth === 'basic') headers.authorization = basic(client_id, secret)
  else form.set('client_id', client_id)
  if (secret && client_auth === 'post') form.set('client_secret', secret)
  const { status, body } = await fetchJson(app, token_endpoint, {
    what: 'the token endpoint',
    method: 'POST',
    headers,
    body: form.toString(),
    signal,
  })
  if (status !== 200) throw new Unverified('provider_error', `the token endpoint answers ${errorIn(body)}`)
  const { id_token, access_token } = body
  if (typeof id_token !== 'string') throw new Unverified('token', 'it sends no ID token: is openid among the scopes?')
  return { id_token, access_token: typeof access_token === 'string' ? access_token : null }
}

/** RFC 6749, 2.3.1: both parts are form-encoded first. */
const basic = (client_id: string, secret: string): string => `Basic ${btoa(`${encoded(client_id)}:${encoded(secret)}`)}`
const encoded = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2)

/** The error code of an answer, if it is one (RFC 6749, 5.2); its description is the provider's own words, and left out. */
const errorIn = ({ error }: { error?: unknown }): string =>
  typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? error : 'an error'

/** Claims of the userinfo, where the ID token has no address. Claims of the token have precedence. */
async function completed(
  app: SsoApp,
  { userinfo_endpoint }: ProviderMetadata,
  claims: Claims,
  access_token: string | null,
  signal: AbortSignal,
): Promise<Claims> {
  if (claims.email !== undefined || !userinfo_endpoint || !access_token) return claims
  const headers = { authorization: `Bearer ${access_token}` }
  const { body } = await fetchJson(app, userinfo_endpoint, { what: 'the userinfo endpoint', headers, signal })
  if (body.sub !== claims.sub) throw new Unverified('claims', 'the userinfo is of another person')
  if (JSON.stringify(body).length > MOST_INFO) throw new SsoRefused('too_large', 'The userinfo exceeds 32 KB.')
  return { ...body, ...claims }
}

const MOST_INFO = 32 << 10
