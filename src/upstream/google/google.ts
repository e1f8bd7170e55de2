/** Google's OAuth 2.0 for web servers (developers.google.com/identity/protocols/oauth2/web-server). */
import Type from 'typebox'
import type { Google, GoogleClient, Tokens } from '../../domains/checks/google/google.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { type Context, createHttp, type Http, type Reply } from '../http.ts'
import { indexingOf } from './indexing.ts'
import { searchConsoleOf } from './search-console.ts'

const CONSENT_URL = 'https://accounts.google.com'
const TOKEN_URL = 'https://oauth2.googleapis.com'
const INDEXING_URL = 'https://indexing.googleapis.com'
const API_URL = 'https://www.googleapis.com'

export function createGoogle({ client_id, client_secret, base_url }: GoogleClient, context: Context): Google {
  const http = (standard: string, secrets: string[], headers?: Record<string, string>): Http =>
    createHttp({ ...context, name: 'Google', base_url: base_url ?? standard, secrets, ...(headers && { headers }) })

  const ofToken = async (secret: string, form: Record<string, string>, signal: AbortSignal): Promise<Tokens> => {
    const at = http(TOKEN_URL, [secret, client_secret])
    const reply = await at.send({ path: '/token', form: { ...form, client_id, client_secret } }, signal)
    if (errorIn(at, reply) === 'invalid_grant') throw at.failure('invalid', 'answered that the consent is gone', reply)
    if (reply.status === 400 || reply.status === 401) throw at.refusal(reply, 'auth')
    const { access_token, expires_in, refresh_token, scope = '', id_token, ...more } = at.read(TokenAnswer, reply)
    const scopes = scope.split(' ').filter(Boolean)
    const lasts = more.refresh_token_expires_in ?? null
    return { access_token, expires_in, refresh_token: refresh_token ?? null, scopes, email: emailIn(id_token), lasts }
  }
  const withToken = (token: string): Http => http(API_URL, [token], { authorization: `Bearer ${token}` })

  return {
    consentUrl({ redirect_uri, state, challenge, scope }) {
      const url = new URL(`${base_url ?? CONSENT_URL}/o/oauth2/v2/auth`)
      const query = {
        ...{ client_id, redirect_uri, state, scope },
        ...{ response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' },
        ...{ access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    redeem: ({ code, verifier, redirect_uri }, signal) =>
      ofToken(code, { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri }, signal),
    refresh: (refresh_token, signal) => ofToken(refresh_token, { grant_type: 'refresh_token', refresh_token }, signal),
    async revoke(token, signal) {
      const at = http(TOKEN_URL, [token])
      const reply = await at.send({ path: '/revoke', form: { token } }, signal)
      if (reply.status !== 200 && errorIn(at, reply) !== 'invalid_token') throw at.refusal(reply)
    },
    async refusalOfClient(redirect_uri, signal) {
      const at = http(TOKEN_URL, [client_secret])
      const form = { grant_type: 'authorization_code', code: 'none', redirect_uri, client_id, client_secret }
      const reply = await at.send({ path: '/token', form }, signal)
      const error = errorIn(at, reply)
      return error === 'invalid_grant' ? null : (error ?? `it answered ${reply.status}`)
    },
    ...searchConsoleOf(withToken),
    ...indexingOf((token) => http(INDEXING_URL, [token], { authorization: `Bearer ${token}` })),
  }
}

const errorIn = (http: Http, reply: Reply): string | null =>
  reply.status === 200 ? null : (http.peek(Refusal, reply)?.error.slice(0, 60) ?? null)

/** The token came from Google over TLS instead of a signature (OpenID Connect Core 3.1.3.7). */
function emailIn(id_token: string | undefined): string | null {
  try {
    const claims = JSON.parse(Buffer.from(id_token?.split('.')[1] ?? '', 'base64url').toString()) as { email?: unknown }
    return typeof claims.email === 'string' ? claims.email.slice(0, 254) : null
  } catch {
    return null
  }
}

const text = Type.Optional(Type.String())
const Refusal = compiled(Type.Object({ error: Type.String() }))
const TokenAnswer = compiled(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Number(),
    refresh_token: text,
    refresh_token_expires_in: Type.Optional(Type.Number()),
    scope: text,
    id_token: text,
  }),
)
