/** The answer of a provider, from its code to a session. */

import {
  actor,
  beginStep,
  countPeople,
  createUser,
  hasFactor,
  type OpenedSession,
  openSession,
  type SignInOrigin,
  type UserRow,
  writeEntry,
} from '../../domains/accounts/index.ts'
import { assertRoomInTree } from '../../domains/plans/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { systemCaller } from '../../kernel/operation/caller.ts'
import { guarded, PATIENCE } from './breaker.ts'
import { connect, prove } from './connect.ts'
import { type Flow, secretsOf, takeFlow } from './flows.ts'
import { optionsOf } from './options.ts'
import { decide, type EntryDecision, emailIn } from './people/entry.ts'
import { applyGrants } from './people/groups.ts'
import { link, noteUse } from './people/identities.ts'
import { offer } from './people/offers.ts'
import { redeem, type VouchedIdentity } from './protocol/client.ts'
import { SsoRefused, START_AGAIN, Unverified } from './protocol/refused.ts'
import { providerById } from './providers.ts'
import { attachPart, endOf, keepPart } from './sessions.ts'
import type { ProviderRow } from './tables.ts'

type ProviderAnswer = {
  /** Parameters of the callback's address. */
  query: Record<string, string>
  browser: string | null
  redirect_uri: string
  from: SignInOrigin
  /** The session of the browser, if it has one. */
  session_id: string | null
}

export type SignInOutcome =
  | { act: 'signed_in'; opened: OpenedSession; next: string }
  | { act: 'second_step'; token: string; next: string }
  | { act: 'letter'; email: string }
  | { act: 'linked'; next: string }
  | { act: 'proved'; cookie: string; next: string }
  | { act: 'tried'; vouched: VouchedIdentity; decision: EntryDecision | SsoRefused; next: string }

/** The outcome of an answer. Throws `SsoRefused`; the flow is used up by then. */
export async function takeAnswer(app: App, provider: ProviderRow, answer: ProviderAnswer): Promise<SignInOutcome> {
  const { query, browser } = answer
  const state = query.state ?? ''
  const flow = app.db.write((tx) => takeFlow(tx, provider.id, state, browser))
  if (!flow || browser === null) throw new SsoRefused('state', START_AGAIN)
  if (flow.purpose !== 'test') app.db.read((tx) => void providerNow(tx, provider))
  if (query.error === undefined && !CODE.test(query.code ?? '')) throw new Unverified('token', 'the code is no code')
  const { redirect_uri, from } = answer
  const asked = { query, redirect_uri, state, ...secretsOf({ browser, state, redirect_uri }) }
  const vouched = await guarded(app, provider, from.ip, () =>
    redeem(app, provider, asked, AbortSignal.timeout(PATIENCE)).catch((error) => {
      throw isCancelled(query, error)
        ? new SsoRefused('denied', said('The sign-in at {name} was cancelled.', { name: provider.name }))
        : error
    }),
  )
  if (flow.session_id !== null && flow.session_id !== answer.session_id) throw new SsoRefused('state', START_AGAIN)
  if (flow.purpose === 'link') {
    connect(app, provider, flow.session_id, vouched, from.ip)
    return { act: 'linked', next: flow.next }
  }
  if (flow.purpose === 'proof') return { act: 'proved', cookie: prove(app, provider, flow, vouched), next: flow.next }
  if (flow.purpose === 'test') return { ...tried(app, provider, vouched), next: flow.next }
  return enter(app, provider, flow, vouched, { from, browser })
}

/** RFC 6749, appendix A.11, and no longer than a browser sends. */
const CODE = /^[\x21-\x7e]{1,2048}$/

/** The person said no there. An answer of another issuer says nothing. */
const isCancelled = ({ error: said }: Record<string, string>, error: unknown): boolean =>
  said === 'access_denied' && error instanceof SsoRefused && error.reason === 'provider_error'

/** A provider may be changed or turned off while somebody is on the way to it, or while its answer is verified. */
function providerNow(tx: ReadTx, { id }: ProviderRow): ProviderRow {
  const now = providerById(tx, id)
  if (now?.enabled !== 1) throw new SsoRefused('state', START_AGAIN)
  return now
}

function tried(app: App, provider: ProviderRow, vouched: VouchedIdentity) {
  try {
    const decision = app.db.read((tx) => decide(tx, provider, vouched.claims))
    return { act: 'tried' as const, vouched, decision }
  } catch (error) {
    if (error instanceof SsoRefused) return { act: 'tried' as const, vouched, decision: error }
    throw error
  }
}

type Entered = { user: UserRow; part: string; step: string | null; methods: 'sso' | 'sso mfa' }

async function enter(
  app: App,
  asked: ProviderRow,
  { next }: Flow,
  vouched: VouchedIdentity,
  { from, browser }: { from: SignInOrigin; browser: string },
): Promise<SignInOutcome> {
  const { claims } = vouched
  const done = app.db.write((tx): Entered | string => {
    const provider = providerNow(tx, asked)
    const decision = decide(tx, provider, claims)
    if (decision.act === 'letter') {
      const { user, email } = decision
      if (user) offer(tx, app, { provider, user, subject: claims.sub, email, browser })
      return email
    }
    const { user, identity } = decision.act === 'create' ? created(tx, app, provider, vouched, decision) : decision
    if (user.platform_admin && from.domain_of)
      throw new SsoRefused(
        'no_access',
        said('Platform admins sign in at {address} only.', { address: app.config.site_url }),
      )
    if (decision.grants) applyGrants(tx, provider, user, decision.grants)
    noteUse(tx, identity, emailIn(claims))
    const methods = isTrusted(provider, claims) ? 'sso mfa' : 'sso'
    const part = keepPart(tx, app, { provider, vouched })
    return { user, methods, part, step: entered(tx, { provider, part, user, methods, from }) }
  })
  if (typeof done === 'string') return { act: 'letter', email: done }
  if (done.step !== null) return { act: 'second_step', token: done.step, next }
  const opened = await openSession(app, done.user.id, from, done.methods, endOf(asked, app.clock.now()))
  if (!app.db.write((tx) => attachPart(tx, done.part, opened.session_id))) throw new SsoRefused('state', START_AGAIN)
  return { act: 'signed_in', opened, next }
}

type VouchedUser = {
  provider: ProviderRow
  part: string
  user: UserRow
  methods: 'sso' | 'sso mfa'
  from: SignInOrigin
}

/** Notes the sign-in; or begins the second step, for a person with a factor whose provider is not trusted with it. */
function entered(tx: Tx, { provider, part, user, methods, from }: VouchedUser): string | null {
  if (methods === 'sso' && hasFactor(tx, user.id))
    return beginStep(tx, user.id, from, { first: 'sso', handoff: part, ends_at: endOf(provider, tx.now) })
  writeEntry(tx, user, from, methods, { provider: provider.id })
  return null
}

/** Whether the provider says that it asked for a second factor, and is trusted with it. */
function isTrusted(provider: ProviderRow, { acr, amr }: VouchedIdentity['claims']): boolean {
  const { trust_mfa, mfa_values } = optionsOf(provider)
  const said = [acr, ...(Array.isArray(amr) ? amr : [])]
  return trust_mfa && said.some((one) => mfa_values.includes(String(one)))
}

type CreateDecision = Extract<EntryDecision, { act: 'create' }>

/** An account for a new person; 429 where the plan has no room, and then nothing is made. */
function created(
  tx: Tx,
  app: App,
  provider: ProviderRow,
  { claims }: VouchedIdentity,
  { email, name, grants }: CreateDecision,
) {
  const user = createUser(tx, { email, name, verified: true })
  const identity = link(tx, { provider, subject: claims.sub, user, email, by: 'jit' })
  const after = { email, provider: provider.id, roles: Object.fromEntries(grants) }
  const line = { action: 'create_user', tenant_id: null, target: user.id, after, ip: null, request_id: null }
  writeAudit(tx, actor(user), line)
  applyGrants(tx, provider, user, grants)
  for (const tenant_id of grants.keys())
    assertRoomInTree(tx, app, { ...systemCaller(tenant_id), platform: true }, tenant_id, 'members', countPeople)
  return { user, identity }
}
