/** Data and actions of the page on which a person connects an app. */
import { type Visitor, workspacesOf } from '../../domains/accounts/index.ts'
import {
  type AuthorizationRequest,
  type Client,
  giveConsent,
  personIn,
  SCOPES,
  type Scope,
  scopesFor,
} from '../../domains/oauth/index.ts'
import { inUseBelow } from '../../domains/tenants/index.ts'
import { assertEnrolled } from '../../kernel/operation/admission.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { assertProof } from '../../kernel/operation/proof.ts'

export {
  type AuthorizationRequest,
  answerAt,
  type Client,
  clientIdIn,
  clientOf,
  isOnThisMachine,
  OauthError,
  parametersIn,
  readWish,
  redirectIn,
  type Site,
  shownPlace,
  siteOf,
  sourceOf,
  whyOff,
} from '../../domains/oauth/index.ts'

/** The scopes that the person has in at least one workspace; in the chosen one an app is limited to theirs there. */
export const scopesOf = (app: App, { user, within }: Visitor): readonly Scope[] =>
  app.db
    .read((tx) => workspacesOf(tx, user.id, within))
    .map(({ role }) => scopesFor(role))
    .reduce((most, one) => (one.length > most.length ? one : most), [SCOPES[0]])

/** The widest of these scopes that is not wider than the wanted one. */
export const atMost = (wanted: Scope, scopes: readonly Scope[]): Scope =>
  scopes.findLast((one) => SCOPES.indexOf(one) <= SCOPES.indexOf(wanted)) ?? SCOPES[0]

/** The person as the caller who connects the app to this workspace; null where they or their session may not act. */
export function callerFor(app: App, visitor: Visitor, tenant_id: string): Caller | null {
  const { user, session_id, proof, caller, within = '/' } = visitor
  const person = app.db.read((tx) => personIn(tx, user.id, tenant_id))
  if (!person?.path.startsWith(within)) return null
  return { ...person, via: 'session', session_id, proof, ...(caller?.must_enrol ? { must_enrol: true } : {}) }
}

/** Longer lists are of no use in a choice. */
const MOST_PLACES = 500

/** Where an app may act: the person's own workspaces that the session reaches, and those below them. */
export function placesFor(app: App, { user, within }: Visitor): { id: string; name: string }[] {
  const all = app.db.read((tx) =>
    workspacesOf(tx, user.id, within).flatMap((place) => [
      { id: place.id, name: place.name },
      ...inUseBelow(tx, place.path, MOST_PLACES)
        .filter(({ id }) => id !== place.id)
        .map(({ id, name }) => ({ id, name: `${place.name} › ${name}` })),
    ]),
  )
  return [...new Map(all.reverse().map((place) => [place.id, place])).values()].reverse()
}

type Ceilings = Omit<Parameters<typeof giveConsent>[4], 'scope'>
type GrantedConsent = {
  client: Client
  wish: AuthorizationRequest
  scope: Scope
  ceilings: Ceilings
  from: Parameters<typeof giveConsent>[5]
}

/** Connects the app; returns the code that it exchanges for its token. */
export const allow = (app: App, caller: Caller, { client, wish, scope, ceilings, from }: GrantedConsent): string => {
  assertEnrolled(caller)
  const yes = { scope: atMost(scope, scopesFor(caller.role)), ...ceilings }
  if (yes.scope === 'admin') assertProof(caller, app.clock.now())
  return app.db.write((tx) => giveConsent(tx, caller, client, wish, yes, from))
}
