/** Somebody's own account, as it is and with a refused password. */
import { DAY, HOUR, plus } from '../../src/kernel/time/clock.ts'
import { Account, type AccountProps } from '../../views/account/account.tsx'
import { UnverifiedAccounts } from '../../views/account/unverified.tsx'
import { DEFAULT_PREFERENCES } from '../../views/document.tsx'
import { AppPage } from '../../views/layout.tsx'
import { PageHead } from '../../views/parts/page/page-head.tsx'
import { ViewBanner } from '../../views/view-as/banner.tsx'
import { inPage } from './frames.tsx'
import { at, NASTY, NOW, shell } from './samples.ts'
import { IDENTITIES } from './sso.tsx'

const here = {
  id: 'a',
  current: true,
  ip: '192.0.2.4',
  device: 'Firefox on Linux',
  created_at: plus(NOW, -HOUR),
  last_seen_at: NOW,
  expires_at: plus(NOW, DAY),
}
const SESSIONS = [here, { ...here, id: 'b', current: false, ip: null, device: NASTY, last_seen_at: plus(NOW, -HOUR) }]

const app = {
  id: 'c',
  client_id: 'https://desk.example/client.json',
  client_name: 'Desk',
  scope: 'read write',
  tenant_id: 'a',
  tenant_name: 'Northwind',
  daily_credit_cap: 100,
  approval_above: 30,
  created_at: plus(NOW, -DAY),
  expires_at: plus(NOW, 89 * DAY),
  last_used_at: NOW,
  added: [],
}
const APPS = [
  app,
  {
    ...app,
    id: 'd',
    client_name: NASTY,
    tenant_name: NASTY,
    scope: 'read write admin',
    daily_credit_cap: null,
    approval_above: null,
  },
  { ...app, id: 'e', client_name: 'Notebook', scope: 'read', last_used_at: null },
]

const PROFILE: AccountProps['profile'] = {
  id: 'a',
  name: NASTY,
  email: 'ada@northwind.example',
  email_verified: true,
  pending_email: null,
  locale: 'en',
  time_zone: 'Europe/Vienna',
  status: 'active',
  platform_admin: false,
  second_factor: 'none',
  last_seen_at: NOW,
  created_at: NOW,
}

const accountPage = (more: Partial<AccountProps> = {}) =>
  inPage(
    'Account',
    'settings',
    <Account
      profile={PROFILE}
      preferences={DEFAULT_PREFERENCES}
      now={NOW}
      zone="Europe/Vienna"
      connect={at('/connect')}
      sessions={{ items: SESSIONS, total: 2, page: 1, page_size: 50 }}
      apps={APPS}
      identities={[]}
      providers={[]}
      self={at('/account')}
      {...more}
    />,
  )

const UNPROVED = [
  {
    id: 'a',
    email: 'newhire@northwind.example',
    made_by: 'mallory@bakery.example',
    created_at: plus(NOW, -DAY),
    places: [
      { name: NASTY, role: 'owner' as const },
      { name: 'Bakery', role: 'admin' as const },
    ],
  },
  { id: 'b', email: 'old@northwind.example', made_by: null, created_at: NOW, places: [] },
]

const LOOKED_AT = { name: NASTY, until: plus(NOW, HOUR) }

export const accountGallery = [
  {
    name: 'view-as',
    page: () => (
      <AppPage shell={shell('Jobs')} title="Jobs" banner={<ViewBanner view={LOOKED_AT} zone="UTC" />}>
        <PageHead title="Jobs" />
      </AppPage>
    ),
  },
  {
    name: 'accounts-unproved',
    page: () => inPage('Unverified accounts', 'settings', <UnverifiedAccounts accounts={UNPROVED} />),
  },
  {
    name: 'account',
    page: () => accountPage({ identities: IDENTITIES, providers: [{ id: 'a', name: 'Northwind login' }] }),
  },
  {
    name: 'account-refused',
    page: () =>
      accountPage({
        apps: [],
        sent: { password: { values: {}, issues: [{ path: 'new_password', message: 'Use at least 15 characters' }] } },
      }),
  },
  {
    name: 'account-moving',
    page: () =>
      accountPage({
        apps: [],
        connect: undefined,
        profile: { ...PROFILE, pending_email: 'ada@quay.example' },
        sent: {
          profile: {
            values: { name: '', time_zone: NASTY, locale: NASTY },
            issues: [
              { path: 'name', message: 'must not be empty' },
              { path: 'time_zone', message: 'must be a time zone such as Europe/Vienna' },
            ],
          },
        },
      }),
  },
  {
    name: 'account-unconfirmed',
    page: () =>
      accountPage({
        profile: { ...PROFILE, email_verified: false },
        sent: { leave: { values: {}, issues: [{ path: 'confirm', message: 'must be your own e-mail address' }] } },
      }),
  },
]
