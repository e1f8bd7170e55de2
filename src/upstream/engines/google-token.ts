/**
 * Access tokens for a Google service account, in exchange for a signed JWT
 * (developers.google.com/identity/protocols/oauth2/service-account, RFC 7523).
 */
import Type from 'typebox'
import type { ServiceAccount } from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { millis, SECOND } from '../../kernel/time/clock.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { type Context, createHttp } from '../http.ts'

const TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** A token for the scope: a cached one that is valid for another minute, or a new one. `fresh` skips the cache. */
export async function googleToken(
  account: ServiceAccount,
  scope: string,
  context: Context,
  signal: AbortSignal,
  fresh = false,
): Promise<string> {
  const cache = `${Bun.hash(JSON.stringify([account, scope]))}`
  const now = millis(context.clock.now())
  const known = tokens.get(cache)
  if (!fresh && known && known.until > now) return known.token
  const { access_token, expires_in } = await exchange(account, scope, context, signal)
  tokens.set(cache, { token: access_token, until: now + (expires_in - 60) * SECOND })
  return access_token
}

/** Kept here since an adapter lives for one round and a token for an hour. One entry for each connected account. */
const tokens = new Map<string, { token: string; until: number }>()

const Token = compiled(Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }))

async function exchange(account: ServiceAccount, scope: string, context: Context, signal: AbortSignal) {
  const aud = account.token_uri ?? TOKEN_URI
  const assertion = await signedJwt(account, scope, aud, Math.floor(millis(context.clock.now()) / SECOND))
  const http = createHttp({ ...context, name: 'Google', base_url: aud, secrets: [assertion] })
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
  const reply = await http.send({ path: '', form }, signal)
  if (reply.status === 400) throw http.refusal(reply, 'auth')
  return http.read(Token, reply)
}

async function signedJwt(account: ServiceAccount, scope: string, aud: string, iat: number): Promise<string> {
  const header = { alg: 'RS256', typ: 'JWT', kid: account.private_key_id }
  const claims = { iss: account.client_email, scope, aud, iat, exp: iat + 3600 }
  const text = `${encoded(header)}.${encoded(claims)}`
  const signature = await crypto.subtle.sign(ALGORITHM.name, await privateKey(account), Buffer.from(text))
  return `${text}.${Buffer.from(signature).toString('base64url')}`
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

async function privateKey({ private_key }: ServiceAccount): Promise<CryptoKey> {
  // Settings and secret stores often keep the line ends of the key escaped.
  const lines = private_key.replace(/\\+[nr]/g, '\n')
  const der = Buffer.from(lines.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  try {
    return await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign'])
  } catch {
    throw new UpstreamError('auth', 'Google: the private key of the service account cannot be read')
  }
}
