/** Identity providers of the install, and a form to add one. */
import { goTo } from '../../src/doors/pages/web.ts'
import { createIdentityProvider, listIdentityProviders } from '../../src/features/sso/operations/identity-providers.ts'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { Presets } from './presets.tsx'
import { stateOf } from './provider.tsx'
import { KIND_WORDS } from './words.ts'

export const SSO = '/app/platform/sso'

export const providerList = listScreen(
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

export const createForm = formScreen({
  at: '/sso',
  operator: true,
  operation: createIdentityProvider,
  fields: ['kind', 'name', 'organisation', 'issuer', 'client_id', 'client_secret'],
  once: true,
  words: { kind: KIND_WORDS },
  hints: {
    organisation: 'Google: your domain, such as acme.example. Entra: the tenant id. Empty for others.',
    issuer: 'Its address, such as https://login.acme.example. Empty for Google and Entra.',
  },
  inputs: { issuer: { type: 'url' } },
  faults: ['conflict'],
  verb: 'Add identity provider',
  page: (call, refused) => providerList.draw(call, newProvider(refused)),
  done: (_, { id }) => goTo(`${SSO}/${id}`, { text: 'Added. Register its redirect address next.' }),
})

const newProvider = (refused?: RefusedForm) => (
  <Section title="New identity provider" id="new">
    <Presets />
    {createForm.form(SSO, { kind: 'google' }, {}, refused)}
  </Section>
)
