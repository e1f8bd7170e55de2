import { namesFor } from '../../src/doors/pages/people.ts'
import { goTo, platformAction, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  createIdentityProvider,
  deleteIdentity,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentities,
  listIdentityProviders,
  testIdentityProvider,
  updateIdentityProvider,
} from '../../src/features/sso/operations/identity-providers.ts'
import { beginTrial } from '../../src/features/sso/visitors.ts'
import { assertProof } from '../../src/kernel/operation/proof.ts'
import { Section } from '../kit/fold.tsx'
import { leadTo } from '../lead-to.tsx'
import { Chip } from '../parts/chips.tsx'
import type { FormSchema } from '../parts/forms/form.tsx'
import { Named } from '../parts/lists/table.tsx'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'
import { platformAct } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { assertMay, drawPage, zoneOf } from '../shell.tsx'
import { Presets } from './presets.tsx'
import { type Finding, ProviderPage, stateOf } from './provider.tsx'
import { placesOf, ruleScreens, type WorkspaceNames } from './rules.tsx'
import { KIND_WORDS } from './words.ts'

const SSO = '/app/platform/sso'

const providerList = listScreen(
  {
    at: '/sso',
    operator: true,
    operation: listIdentityProviders,
    title: 'Single sign-on',
    sub: 'People sign in through your identity provider.',
    kind: 'settings',
    empty: { icon: 'key-round', text: 'No identity provider yet. People sign in with a password or a passkey.' },
    nothing: 'No provider fits.',
    columns: ({ self, zone }) => [
      {
        label: 'Provider',
        sort: 'name',
        cell: ({ id, name, issuer }) => <Named href={`${self}/${id}`} name={name} sub={issuer} />,
      },
      { label: 'State', cell: (provider) => <Chip {...stateOf(provider)} /> },
      { label: 'People', class: 'wide-only', cell: ({ people }) => people },
      {
        label: 'Last answer',
        class: 'wide-only',
        cell: ({ last_ok_at }) => (last_ok_at ? <When time={last_ok_at} zone={zone} /> : 'none yet'),
      },
    ],
  },
  () => newProvider(),
)

const createForm = formScreen({
  at: '/sso',
  operator: true,
  operation: createIdentityProvider,
  fields: [],
  sentence: [
    'Let people sign in with {kind}, by a button that says {name}.',
    'The organisation is {organisation}, the issuer {issuer}.',
    'The client ID is {client_id}, and its secret {client_secret}.',
  ].join('\n'),
  once: true,
  words: { kind: KIND_WORDS },
  empty: {
    name: 'its name',
    organisation: 'Google: domain, Entra: tenant id',
    issuer: 'only of others: https://login.acme.example',
    client_id: 'as the provider shows it',
    client_secret: 'as the provider shows it',
  },
  inputs: { issuer: { type: 'url' } },
  faults: ['conflict'],
  verb: 'Add identity provider',
  page: (call, refused) => providerList.draw(call, newProvider(refused)),
  done: (_, { id }) => goTo(`${SSO}/${id}`, { text: 'Added. Register its redirect address next.' }),
})

const newProvider = (refused?: RefusedForm) => (
  <Section title="New identity provider" id="new">
    {createForm.form(SSO, { kind: 'google' }, { children: <Presets /> }, refused)}
  </Section>
)

const selfOf = ({ params }: SignedInCall): string => `${SSO}/${params.id}`

const WORDS = {
  default_role: ROLE_WORDS,
  no_match: { default_role: 'they have that role', refuse: 'the sign-in is refused' },
  trust_mfa: { true: 'counts as ours', false: 'does not replace ours' },
  end_session: { true: 'signs out there too', false: 'leaves that session open' },
}

const editForm = formScreen({
  at: '/sso/:id',
  operator: true,
  operation: updateIdentityProvider,
  sentence:
    'New people have the role {default_role}. Where no rule matches, {no_match}. A session lasts at most {max_session_hours} hours. The second factor of the provider {trust_mfa}, and signing out here {end_session}.',
  fields: ['name', 'client_id', 'client_secret', 'domains', 'creates', 'home', 'groups_claim', 'manage_all'],
  hints: {
    domains: 'One a line, such as acme.example.',
    creates: 'For people of these domains who have no account, if the provider verified their address.',
  },
  empty: { client_secret: 'Unchanged', domains: 'Any address' },
  words: WORDS,
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
  const head = {
    title: provider.name,
    sub: provider.issuer,
    crumbs: [{ label: 'Single sign-on', href: SSO }, { label: provider.name }],
    operator: true,
    kind: 'settings',
    menu: [{ label: 'Delete provider', icon: 'trash-2' as const, href: `${self}/delete`, danger: true }],
  }
  const places = await placesOf(call)
  const drawn = { schema: homeAmong(places), words: { ...WORDS, home: places } }
  const form = editForm.form(self, { ...provider, client_secret: '' }, drawn, refused)
  const props = {
    provider,
    people,
    findings,
    self,
    form,
    places,
    refusedRule,
    zone: zoneOf(call),
    names: namesFor(call),
  }
  return drawPage(call, head, <ProviderPage {...props} />)
}

/** The form's schema with these workspaces as the choices of `home`. */
const homeAmong = (places: WorkspaceNames): FormSchema => ({
  properties: {
    ...updateIdentityProvider.input.properties,
    home: { title: 'Workspace of new people', enum: ['', ...Object.keys(places)] },
  },
})

/** A trial redirects to the provider, so it needs a recent proof of the visitor. */
async function tryOut(call: SignedInCall) {
  assertMay(call, updateIdentityProvider)
  assertProof(call.caller, call.app.clock.now())
  const { provider, url, cookie } = await beginTrial(call, selfOf(call))
  return leadTo(call, { title: `Trial of ${provider}`, verb: `Go on to ${provider}`, url, cookies: [cookie] })
}

const endedText = (n: number): string => (n === 0 ? '' : ` ${many(n, 'session')} ended.`)

export const ssoSettings: readonly Screen[] = [
  ...providerList.screens,
  ...createForm.screens,
  platformPage('/sso/:id', (call) => providerPage(call)),
  ...editForm.screens,
  ...ruleScreens((call, refusedRule) => providerPage(call, { refusedRule })),
  platformAct('/sso/:id/test', testIdentityProvider, (call, { findings }) => providerPage(call, { findings })),
  platformAction('/sso/:id/try', tryOut),
  platformAct('/sso/:id/turn', updateIdentityProvider, (call, { sessions_ended }) =>
    goTo(selfOf(call), { text: `Saved.${endedText(sessions_ended)}` }),
  ),
  platformAct('/sso/:id/people/:identity_id/disconnect', deleteIdentity, (call) =>
    goTo(selfOf(call), { text: 'Disconnected, and signed out everywhere.' }),
  ),
  ...askScreen({
    at: '/sso/:id/delete',
    operator: true,
    operation: deleteIdentityProvider,
    of: (call) => call.call(getIdentityProvider, { id: call.params.id }),
    question: {
      title: 'Delete this identity provider?',
      points: ['Its sessions end now.', 'Its people then sign in with a password.', 'Accounts and memberships stay.'],
      body: 'This cannot be undone.',
      verb: 'Delete provider',
    },
    crumbs: (call, { name }) => [
      { label: 'Single sign-on', href: SSO },
      { label: name, href: selfOf(call) },
    ],
    done: (_, { sessions_ended }) =>
      goTo(SSO, { text: `Provider deleted. Accounts stay.${endedText(sessions_ended)}` }),
  }),
]
