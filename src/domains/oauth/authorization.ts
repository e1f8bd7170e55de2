/** The request of an app at the authorization endpoint (OAuth 2.1, section 4.1.1), parsed and checked. */
import type { Client } from './clients.ts'
import { OauthError, type OauthErrorCode } from './oauth-error.ts'
import { assertSingle } from './parameters.ts'
import { isRegistered } from './redirects.ts'
import { type Scope, scopeIn } from './scopes.ts'
import { isOurs, type Site } from './site.ts'

/** A valid request, ready to show to a person. */
export type AuthorizationRequest = { redirect_uri: string; state: string | null; challenge: string; scope: Scope }

/** The id of the app. Throws `invalid_request` unless there is exactly one. */
export function clientIdIn(query: URLSearchParams): string {
  const id = single(query, 'client_id')
  if (!id)
    throw new OauthError(
      'invalid_request',
      'The request does not name its app (client_id). Check the address that the app opened.',
    )
  return id
}

/**
 * The address for the answer, refusals included. Throws `invalid_redirect_uri` for an address that is not the app's
 * own: nobody is ever sent there.
 */
export function redirectIn(query: URLSearchParams, client: Client): string {
  const [only, another] = client.redirect_uris
  const uri = single(query, 'redirect_uri') ?? (another === undefined ? only : undefined)
  if (!uri || !isRegistered(client.redirect_uris, uri))
    throw new OauthError('invalid_redirect_uri', 'The request names an address to return to that is not the app’s own.')
  return uri
}

/** The rest of the request. Errors are thrown as an OauthError, to be sent to the app's own address. */
export function readWish(query: URLSearchParams, site: Site, redirect_uri: string): AuthorizationRequest {
  assertSingle(query)
  if (query.get('response_type') !== 'code')
    throw bad('response_type must be code', query.has('response_type') ? 'unsupported_response_type' : undefined)
  if (![null, 'query'].includes(query.get('response_mode'))) throw bad('response_mode must be query')
  const challenge = query.get('code_challenge') ?? ''
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw bad('PKCE is required: code_challenge of 43 characters, with code_challenge_method S256')
  if (!query.getAll('resource').every((one) => isOurs(site, one)))
    throw bad(`resource must be ${site.resource}`, 'invalid_target')
  return { redirect_uri, state: query.get('state'), challenge, scope: scopeIn(query.get('scope') ?? '') }
}

/** The app's address with an answer. It always names the issuer, so that the app knows who answers (RFC 9207). */
export function answerAt(redirect_uri: string, { issuer }: Site, answer: Record<string, string | null>): string {
  const parameters = Object.entries({ ...answer, iss: issuer }).filter(([, value]) => value !== null)
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters as [string, string][])}`
}

function single(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name)
  return more.length ? undefined : value
}

const bad = (message: string, code: OauthErrorCode = 'invalid_request'): OauthError => new OauthError(code, message)
