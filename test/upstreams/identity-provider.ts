/** An identity provider of our own that lies on demand: in its configuration, its answers, its tokens and its keys. */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { millis, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { standIn } from './stand-in.ts'

type Json = Record<string, unknown>

/** What is not as it should be. Each field replaces the honest value. */
export type Lies = {
  configuration?: Json
  header?: Json
  claims?: Json
  keys?: Json[]
  /** Signs with this key, by this algorithm, or with the client's secret. */
  signed_by?: 'another key' | 'the secret' | 'nobody'
  token?: Json
  /** Compares neither PKCE nor the redirect address. */
  unchecked?: true
  userinfo?: Json
  answer?: Record<string, string | undefined>
}

export const CLIENT = { client_id: 'signalpost', client_secret: 'a secret of the client that nobody else knows' }

const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const OTHER = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwkOf = (key: KeyObject): Json => ({ ...key.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'ES256' })
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

type Code = { nonce: string; challenge: string; redirect_uri: string; claims: Json }

export function identityProvider(now: () => Time, hostname?: string) {
  const codes = new Map<string, Code>()
  let lies: Lies = {}
  let signed_in: unknown
  const seconds = () => Math.floor(millis(now()) / SECOND)

  const token = (claims: Json, header: Json = {}): string => {
    const signing = lies.signed_by ?? 'ES256'
    const alg = signing === 'the secret' ? 'HS256' : signing === 'nobody' ? 'none' : 'ES256'
    const signed = `${base64({ alg, kid: 'k1', ...header, ...lies.header })}.${base64(claims)}`
    if (signing === 'nobody') return `${signed}.`
    const key = signing === 'another key' ? OTHER.privateKey : KEY.privateKey
    const signature =
      signing === 'the secret'
        ? createHmac('sha256', CLIENT.client_secret).update(signed).digest()
        : sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
  const base = (): Json => ({ iss: server.url, aud: CLIENT.client_id, iat: seconds(), exp: seconds() + 300 })

  const server = standIn(
    now,
    ({ path, body, headers }) => {
      if (path === '/.well-known/openid-configuration')
        return Response.json({
          issuer: server.url,
          authorization_endpoint: `${server.url}/authorize`,
          token_endpoint: `${server.url}/token`,
          jwks_uri: `${server.url}/jwks`,
          userinfo_endpoint: `${server.url}/userinfo`,
          end_session_endpoint: `${server.url}/end`,
          id_token_signing_alg_values_supported: ['ES256'],
          token_endpoint_auth_methods_supported: ['client_secret_basic'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
          ...lies.configuration,
        })
      if (path === '/jwks') return Response.json({ keys: lies.keys ?? [jwkOf(KEY.publicKey)] })
      if (path === '/userinfo') return Response.json({ sub: signed_in, ...lies.userinfo })
      if (path !== '/token') return new Response('not found', { status: 404 })
      const form = new URLSearchParams(body)
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const proved = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const basic = `Basic ${btoa(`${CLIENT.client_id}:${new URLSearchParams({ a: CLIENT.client_secret }).toString().slice(2)}`)}`
      if (
        !code ||
        (!lies.unchecked && (proved !== code.challenge || form.get('redirect_uri') !== code.redirect_uri)) ||
        headers.authorization !== basic
      )
        return Response.json({ error: 'invalid_grant' }, { status: 400 })
      const claims = { ...base(), nonce: code.nonce, ...code.claims, ...lies.claims }
      signed_in = code.claims.sub
      return Response.json({
        access_token: 'access-token-of-the-provider',
        token_type: 'Bearer',
        id_token: token(claims),
        ...lies.token,
      })
    },
    hostname,
  )

  return {
    ...server,
    /** From now on it lies in this way; without one it is honest. */
    lie(told: Lies = {}) {
      lies = told
    },
    /** A person signs in at the address that a browser was sent to: the parameters that it comes back with. */
    answer(address: string, claims: Json): Record<string, string> {
      const asked = new URL(address).searchParams
      const code = crypto.randomUUID()
      codes.set(code, {
        nonce: asked.get('nonce')!,
        challenge: asked.get('code_challenge')!,
        redirect_uri: asked.get('redirect_uri')!,
        claims,
      })
      const query = { code, state: asked.get('state')!, iss: server.url, ...lies.answer }
      return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >
    },
    logoutToken: (claims: Json = {}, header: Json = {}): string =>
      token(
        {
          ...base(),
          exp: seconds() + 100,
          jti: crypto.randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        { typ: 'logout+jwt', ...header },
      ),
  }
}
