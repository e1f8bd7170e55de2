/** Single sign-on: a provider in the settings, and what its people see on the way. */
import { DEFAULTS } from '../../src/features/sso/options.ts'
import { type Provider, ProviderPage } from '../../views/sso/provider.tsx'
import { Connect, Leading, NotSignedIn, Unconnected, UndoConnection } from '../../views/sso/sign-in.tsx'
import { Trial } from '../../views/sso/trial.tsx'
import { inPage, inPublic } from './frames.tsx'
import { at, NASTY, NOW, nameOf } from './samples.ts'

const { organisation, home, ...options } = DEFAULTS
const SITE = 'https://push.northwind.example'

const provider = (more: Partial<Provider> = {}): Provider => ({
  ...options,
  ...{ id: 'a', name: 'Northwind login', kind: 'generic', issuer: 'https://login.northwind.example' },
  ...{ organisation, home, client_id: 'signalpost', client_secret: { set: true, hint: '…77c0' } },
  ...{ enabled: true, enforce: false, people: 12, last_ok_at: NOW, last_error: null, last_error_at: null },
  redirect_uri: `${SITE}/app/sso/a/callback`,
  sign_in_url: `${SITE}/app/sso/a/start`,
  rules: [{ value: NASTY, tenant_id: 'b', role: 'member' }],
  created_at: NOW,
  updated_at: NOW,
  ...more,
})

const identity = {
  ...{ id: 'i', provider_id: 'a', provider: 'Northwind login', user_id: 'u', account: 'ada@northwind.example' },
  ...{ email: 'ada@login.example', linked_by: 'self' as const, linked_at: NOW, last_at: NOW },
}
export const IDENTITIES = [identity, { ...identity, id: 'j', provider: NASTY, email: NASTY, last_at: null }]

const list = (items: typeof IDENTITIES) => ({ items, total: items.length, page: 1, page_size: 50 })
const FINDINGS = [
  { what: 'Configuration', ok: true, found: 'found at https://login.northwind.example' },
  { what: 'Clock', ok: false, found: NASTY },
]

const page = (more: Partial<Parameters<typeof ProviderPage>[0]> = {}) =>
  inPage(
    'Single sign-on',
    'settings',
    <ProviderPage
      provider={provider()}
      people={list(IDENTITIES)}
      self={at('/sso/a')}
      form={null}
      places={{ b: 'Bakery', c: NASTY }}
      zone="Europe/Vienna"
      names={nameOf}
      {...more}
    />,
  )

const CONNECT = { action: '/app/sso/connect?token=t', provider: NASTY, email: 'ada@login.example', issues: [] }

export const ssoGallery = [
  { name: 'sso-provider', page: () => page({ findings: FINDINGS }) },
  {
    name: 'sso-provider-failing',
    page: () =>
      page({
        provider: provider({ name: NASTY, enabled: false, last_error: NASTY, client_secret: null, last_ok_at: null }),
        people: list([]),
      }),
  },
  {
    name: 'sso-trial',
    page: () =>
      inPublic(
        'Trial',
        <Trial
          provider={NASTY}
          claims={[
            ['email', 'ada@northwind.example'],
            ['groups', NASTY],
          ]}
          would="New account ada@northwind.example for Ada, member of Northwind."
          back={at('/sso/a')}
        />,
      ),
  },
  { name: 'sso-refused', page: () => inPublic('Not signed in', <NotSignedIn title="Not signed in" message={NASTY} />) },
  {
    name: 'sso-unconnected',
    page: () => inPublic('Check your e-mail', <Unconnected provider={NASTY} email="a@b.example" />),
  },
  {
    name: 'sso-leading',
    page: () => inPublic('Trial', <Leading title="Trial" verb={NASTY} url="https://login.example/" />),
  },
  {
    name: 'sso-connect',
    page: () =>
      inPublic(
        'Connect sign-in',
        <Connect {...CONNECT} account="ada@northwind.example" need={{ password: true, code: true, sign_in: false }} />,
      ),
  },
  {
    name: 'sso-connect-refused',
    page: () =>
      inPublic(
        'Connect sign-in',
        <Connect
          {...CONNECT}
          account="ada@northwind.example"
          need={{ password: true, code: false, sign_in: false }}
          issues={[{ path: 'password', message: 'is wrong' }]}
        />,
      ),
  },
  {
    name: 'sso-connect-signed-out',
    page: () =>
      inPublic(
        'Connect sign-in',
        <Connect {...CONNECT} account="ada@northwind.example" need={{ password: false, code: false, sign_in: true }} />,
      ),
  },
  {
    name: 'sso-undo',
    page: () =>
      inPublic(
        'Disconnect sign-in',
        <UndoConnection provider={NASTY} account="ada@northwind.example" action="/app/sso/undo?token=t" />,
      ),
  },
]
