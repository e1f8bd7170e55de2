import { namesFor } from '../../src/doors/pages/people.ts'
import { beginTrial } from '../../src/doors/pages/sign-in/sso.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { assertProof } from '../../src/kernel/operation/proof.ts'
import { deleteIdentity } from '../../src/operations/identity-providers/delete-identity.ts'
import { deleteIdentityProvider } from '../../src/operations/identity-providers/delete-identity-provider.ts'
import { getIdentityProvider } from '../../src/operations/identity-providers/get-identity-provider.ts'
import { listIdentities } from '../../src/operations/identity-providers/list-identities.ts'
import { testIdentityProvider } from '../../src/operations/identity-providers/test-identity-provider.ts'
import { updateIdentityProvider } from '../../src/operations/identity-providers/update-identity-provider.ts'
import { ROLE_WORDS } from '../parts/text/words.ts'
import { act } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { assertMay, drawPage, may, zoneOf } from '../shell.tsx'
import { leadTo } from '../sign-in/sso.tsx'
import { createForm, listOf, providerList } from './list.tsx'
import { type Finding, ProviderPage } from './provider.tsx'
import { placesOf, ruleScreens } from './rules.tsx'
import { NO_MATCH_WORDS } from './words.ts'

const selfOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`

const editForm = formScreen({
  at: '/sso/:id',
  operation: updateIdentityProvider,
  fields: [
    ...['name', 'client_id', 'client_secret', 'domains', 'creates', 'default_role', 'groups_claim'],
    ...['no_match', 'manage_all', 'trust_mfa', 'max_session_hours', 'end_session'],
  ],
  hints: {
    client_secret: 'Empty: it stays.',
    domains: 'One a line, such as acme.example. Empty: any address.',
    creates: 'For people of these domains who have no account.',
  },
  words: { default_role: ROLE_WORDS, no_match: NO_MATCH_WORDS },
  read: ({ client_secret, ...form }) => (client_secret ? { ...form, client_secret } : form),
  verb: 'Save settings',
  tone: 'plain',
  faults: ['conflict'],
  page: (call, refused) => providerPage(call, { refused }),
  done: (call) => goTo(selfOf(call), { text: 'Settings saved.' }),
})

type ProviderPageState = { refused?: RefusedForm; refusedRule?: RefusedForm; findings?: readonly Finding[] }

async function providerPage(call: SignedInCall, { refused, refusedRule, findings }: ProviderPageState = {}) {
  const { id } = call.params
  const provider = await call.call(getIdentityProvider, { id })
  const people = await call.call(listIdentities, { id, page_size: 200 })
  const self = selfOf(call)
  const owner = may(call, updateIdentityProvider)
  const head = {
    title: provider.name,
    sub: provider.issuer,
    crumbs: [{ label: 'Single sign-on', href: listOf(call) }, { label: provider.name }],
    kind: 'settings',
    menu: owner ? [{ label: 'Delete provider', icon: 'trash-2' as const, href: `${self}/delete`, danger: true }] : [],
  }
  const form = editForm.form(self, { ...provider, client_secret: '' }, undefined, refused)
  const places = await placesOf(call)
  const props = {
    provider,
    people,
    findings,
    self,
    owner,
    form,
    places,
    refusedRule,
    zone: zoneOf(call),
    names: namesFor(call),
  }
  return drawPage(call, head, <ProviderPage {...props} />)
}

/** A trial redirects to the provider, so it needs a recent proof of the visitor. */
async function tryOut(call: SignedInCall) {
  assertMay(call, updateIdentityProvider)
  assertProof(call.caller, call.app.clock.now())
  const { provider, url, cookie } = await beginTrial(call, selfOf(call))
  return leadTo(call, { title: `Trial of ${provider}`, verb: `Go on to ${provider}`, url, cookies: [cookie] })
}

export const ssoSettings: readonly Screen[] = [
  ...providerList.screens,
  ...createForm.screens,
  page('/sso/:id', (call) => providerPage(call)),
  ...editForm.screens,
  ...ruleScreens((call, refusedRule) => providerPage(call, { refusedRule })),
  act('/sso/:id/test', testIdentityProvider, (call, { findings }) => providerPage(call, { findings })),
  action('/sso/:id/try', tryOut),
  act('/sso/:id/turn', updateIdentityProvider, (call) => goTo(selfOf(call), { text: 'Saved.' })),
  act('/sso/:id/people/:identity_id/disconnect', deleteIdentity, (call) =>
    goTo(selfOf(call), { text: 'Disconnected, and signed out everywhere.' }),
  ),
  ...askScreen({
    at: '/sso/:id/delete',
    operation: deleteIdentityProvider,
    of: (call) => call.call(getIdentityProvider, { id: call.params.id }),
    question: {
      title: 'Delete this identity provider?',
      points: ['Its people then sign in with a password.', 'Accounts and memberships stay.'],
      body: 'This cannot be undone.',
      verb: 'Delete provider',
    },
    crumbs: (call, { name }) => [
      { label: 'Single sign-on', href: listOf(call) },
      { label: name, href: selfOf(call) },
    ],
    done: (call) => goTo(listOf(call), { text: 'Provider deleted. Accounts stay.' }),
  }),
]
