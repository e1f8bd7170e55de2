/** A world with a provider, and people who sign in through it. */

import {
  browserToken,
  type FlowPurpose,
  findProvider,
  redirectOf,
  type SignInOutcome,
  startAt,
  takeAnswer,
} from '../../../src/features/sso/index.ts'
import { CLIENT, type identityProvider } from '../../upstreams/identity-provider.ts'
import { type World, world } from '../../world.ts'

export const FROM = { ip: '192.0.2.7', user_agent: 'Firefox' }
type Provider = ReturnType<typeof identityProvider>
type Json = Record<string, unknown>

/** A world that may reach providers on this machine. */
export const ssoWorld = (): World => world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })

export async function addProvider(w: World, op: Pick<Provider, 'url'>, options: Json = {}): Promise<string> {
  const { id } = await w.call<{ id: string }>('pat', 'create_identity_provider', {
    ...{ name: 'Test login', kind: 'generic', issuer: op.url },
    ...CLIENT,
    ...options,
  })
  return id
}

export const providerOf = (w: World, id: string) => w.db.read((tx) => findProvider(tx, id))

type Journey = { purpose?: FlowPurpose; session_id?: string | null; domain_of?: string | null; ip?: string }

/** A browser is sent to the provider; the parameters that it comes back with. */
export async function begin(
  w: World,
  op: Provider,
  id: string,
  claims: Json,
  { purpose = 'sign_in', session_id = null, ip = FROM.ip }: Journey = {},
) {
  const browser = browserToken(null)
  const redirect_uri = redirectOf(w.app.config.site_url, id)
  const flow = { purpose, next: '/app', session_id, redirect_uri, browser, ip }
  const address = await startAt(w.app, providerOf(w, id), flow)
  const query = op.answer(address, claims)
  return { query, browser, redirect_uri, address }
}

export const end = (
  w: World,
  id: string,
  { query, browser, redirect_uri }: Awaited<ReturnType<typeof begin>>,
  { session_id = null, domain_of = null, ip = FROM.ip }: Journey = {},
): Promise<SignInOutcome> =>
  takeAnswer(w.app, providerOf(w, id), { query, browser, redirect_uri, from: { ...FROM, domain_of, ip }, session_id })

/** There and back. */
export async function signIn(
  w: World,
  op: Provider,
  id: string,
  claims: Json,
  journey: Journey = {},
): Promise<SignInOutcome> {
  return end(w, id, await begin(w, op, id, claims, journey), journey)
}

export const sessions = (w: World): number => w.db.read((tx) => tx.number('select count(*) from sessions'))
export const letters = (w: World): { to_address: string; facts: string }[] =>
  w.db.read((tx) => tx.rows("select to_address, facts from mails where template = 'connect_provider' order by id"))

/** The token in the link of the newest letter of a kind. */
export function tokenIn(w: World, template: string): string {
  const mail = w.db.read((tx) =>
    tx.row<{ id: string; link_sealed: string }>(
      'select id, link_sealed from mails where template = ? order by id desc limit 1',
      template,
    ),
  )!
  return new URL(w.app.sealer.open(mail.link_sealed, `mails:link_sealed:${mail.id}`)).searchParams.get('token')!
}
