/** Identity providers of a workspace and those below it, and a form to add one. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { createIdentityProvider } from '../../src/operations/identity-providers/create-identity-provider.ts'
import { listIdentityProviders } from '../../src/operations/identity-providers/list-identity-providers.ts'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { may } from '../shell.tsx'
import { Presets } from './presets.tsx'
import { stateOf } from './provider.tsx'
import { KIND_WORDS, LEVEL_WORDS } from './words.ts'

export const listOf = ({ base }: SignedInCall): string => `${base}/sso`

export const providerList = listScreen(
  {
    at: '/sso',
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
        cell: ({ id, name, issuer, tenant_id }) => (
          <Named
            href={`${self}/${id}`}
            name={name}
            sub={`${tenant_id === null ? 'The whole install · ' : ''}${issuer}`}
          />
        ),
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
  (call) => may(call, createIdentityProvider) && newProvider(call),
)

export const createForm = formScreen({
  at: '/sso',
  operation: createIdentityProvider,
  fields: ['level', 'kind', 'name', 'organisation', 'issuer', 'client_id', 'client_secret'],
  given: ({ caller, params }) =>
    caller.platform ? { tenant_id: params.ws } : { tenant_id: params.ws, level: 'workspace' },
  once: true,
  words: { kind: KIND_WORDS, level: LEVEL_WORDS },
  hints: {
    organisation: 'Google: your domain, such as acme.example. Entra: the tenant id. Empty for others.',
    issuer: 'Its address, such as https://login.acme.example. Empty for Google and Entra.',
  },
  inputs: { issuer: { type: 'url' } },
  faults: ['conflict', 'forbidden'],
  verb: 'Add identity provider',
  page: (call, refused) => providerList.draw(call, newProvider(call, refused)),
  done: (call, { id }) => goTo(`${listOf(call)}/${id}`, { text: 'Added. Register its redirect address next.' }),
})

const FIELDS = ['kind', 'name', 'organisation', 'issuer', 'client_id', 'client_secret']

const newProvider = (call: SignedInCall, refused?: RefusedForm) => (
  <Section title="New identity provider" id="new">
    <Presets />
    {createForm.form(
      listOf(call),
      { kind: 'google', level: 'workspace' },
      call.caller.platform ? undefined : { fields: FIELDS },
      refused,
    )}
  </Section>
)
