/** An app of a test, the person who is asked about it, and what they say, by the rules alone. */
import { createHash } from 'node:crypto'
import {
  type Client,
  giveConsent,
  holderOfToken,
  type OauthError,
  personIn,
  redeem,
  refresh,
  registerClient,
  type Scope,
  siteOf,
  type TokenHolder,
  type Tokens,
} from '../../../src/domains/oauth/index.ts'
import { CAST, type Person, type World } from '../../world.ts'

export const VERIFIER = 'a verifier of the app that nobody else knows, long enough'
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
export const REDIRECT = 'http://127.0.0.1:33418/callback'

export const registered = (w: World, client_name = 'Desk'): Client =>
  w.db.write((tx) => registerClient(tx, { client_name, redirect_uris: [REDIRECT] }))

type Allowed = { who?: Person; scope?: Scope; cap?: number | null; alone?: number | null; tenant_id?: string }

/** The code that the app gets when the person says yes. */
export function codeFor(
  w: World,
  client: Client,
  { who = 'ada', scope = 'write', cap = null, alone = null, tenant_id }: Allowed = {},
): string {
  const wish = { redirect_uri: REDIRECT, state: null, challenge: CHALLENGE, scope }
  const person = w.db.read((tx) => personIn(tx, CAST[who].id, tenant_id ?? CAST[who].tenant_id))!
  const yes = { scope, daily_credit_cap: cap, approval_above: alone }
  return w.db.write((tx) => giveConsent(tx, person, client, wish, yes, { ip: '192.0.2.7', request_id: 'test' }))
}

export const redeemed = (w: World, client: Client, code: string, more: object = {}): Tokens | OauthError =>
  w.db.write((tx) =>
    redeem(tx, siteOf(w.app.config)!, {
      code,
      client_id: client.id,
      redirect_uri: REDIRECT,
      verifier: VERIFIER,
      ...more,
    }),
  )

/** The tokens of a new connection. */
export const connected = (w: World, client: Client, allowed: Allowed = {}): Tokens =>
  redeemed(w, client, codeFor(w, client, allowed)) as Tokens

export const refreshed = (w: World, client: Client, token: string, scope: string | null = null): Tokens | OauthError =>
  w.db.write((tx) => refresh(tx, siteOf(w.app.config)!, token, client.id, scope))

/** Whom an access token speaks for at this moment. */
export function holderOf(w: World, token: string): TokenHolder | null {
  const holder = w.db.read((tx) => holderOfToken(tx, siteOf(w.app.config)!, token))
  return holder && holder.expires_at > w.clock.now() ? holder : null
}
