/** The platform's pages of people: users, invites, the waitlist, how one gets in. */
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import type { Child } from '../../../views/jsx/elements.ts'
import { AppPage } from '../../../views/layout.tsx'
import type { RefusedForm } from '../../../views/screens/form-screen.tsx'
import {
  Invite,
  type InviteDetail,
  type InviteRow,
  inviteList,
  MadeInvites,
  newInvites,
} from '../../../views/signups/invites/invites.tsx'
import { Access, declineForm, type WaitlistRow, waitlist } from '../../../views/signups/invites/waitlist.tsx'
import { ResetLink, User } from '../../../views/users/user.tsx'
import type { UserDetail } from '../../../views/users/user-access.tsx'
import { newUser, type UserRow, userList } from '../../../views/users/users.tsx'
import { inPage, NO_ROWS } from '../frames.tsx'
import { NASTY, NOW, nameOf, shell } from '../samples.ts'

const SELF = '/app/platform'
const inPlatform = (title: string, content: Child, current = title) => (
  <AppPage shell={shell(current, { operator: true })} title={title}>
    {content}
  </AppPage>
)

const pages = <Row,>(items: Row[]) => ({ items, total: items.length, page: 1, page_size: 50 })

const person = (id: string, more: Partial<UserRow>): UserRow => ({
  id,
  email: `${id}@northwind.example`,
  email_verified: true,
  name: NASTY,
  status: 'active',
  platform_admin: false,
  second_factor: 'none',
  workspaces: 1,
  last_seen_at: NOW,
  created_at: plus(NOW, -40 * DAY),
  ...more,
})

const USERS = [
  person('pia', { status: 'pending', name: 'Pia', last_seen_at: null }),
  person('ada', { name: 'Ada', platform_admin: true, workspaces: 12 }),
  person('nasty', {}),
  person('sam', { status: 'suspended', name: 'Sam' }),
  person('dot', { status: 'declined', name: 'Dot', email: `${'long-'.repeat(14)}address@quay.example` }),
]

const DETAIL: UserDetail = {
  ...person('ada', { name: 'Ada' }),
  pending_email: 'ada@elsewhere.example',
  locale: 'en',
  time_zone: 'Europe/Vienna',
  memberships: [
    { tenant_id: 'ten_northwind', tenant_name: 'Northwind Agency', kind: 'agency', role: 'owner', created_at: NOW },
    { tenant_id: 'ten_bakery', tenant_name: NASTY, kind: 'client', role: 'client_viewer', created_at: NOW },
  ],
  sessions: [
    {
      id: 'one',
      current: false,
      ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      device: 'Firefox on Windows',
      created_at: NOW,
      last_seen_at: NOW,
      expires_at: plus(NOW, 7 * DAY),
    },
  ],
  api_keys: 3,
  apps: 1,
  paused_until: NOW,
}
const PLACES = [
  { id: 'ten_northwind', name: 'Northwind Agency' },
  { id: 'ten_bakery', name: NASTY },
]

const invite = (id: string, more: Partial<InviteRow>): InviteRow => ({
  id,
  code: 'spc_sample',
  url: 'https://signal.northwind.example/welcome?token=spc_sample',
  email: null,
  note: null,
  status: 'active',
  max_uses: 1,
  uses: 0,
  expires_at: plus(NOW, 30 * DAY),
  revoked_at: null,
  sent_at: null,
  created_by: 'pat@platform.example',
  created_at: NOW,
  ...more,
})
const INVITES = [
  invite('a', { email: 'quinn@quay.example', sent_at: NOW, note: NASTY }),
  invite('b', { max_uses: 50, uses: 12, status: 'used', note: 'Fair' }),
  invite('c', { uses: 1, status: 'redeemed' }),
  invite('d', { status: 'revoked', revoked_at: NOW }),
  invite('e', { status: 'expired' }),
]
const INVITE: InviteDetail = {
  ...INVITES[1]!,
  redemptions: [{ user_id: 'u', email: 'quinn@quay.example', name: NASTY, redeemed_at: NOW }],
}

const asked = (id: string, status: WaitlistRow['status'], note: string | null): WaitlistRow => ({
  id,
  email: `${id}@quay.example`,
  note,
  status,
  invite_id: status === 'invited' ? 'a' : null,
  answer_note: null,
  decided_by: null,
  decided_at: null,
  created_at: NOW,
})
const ASKED = [
  asked('quinn', 'pending', `${NASTY} ${'Forty shops, one of me. '.repeat(12)}`),
  asked('lu', 'pending', null),
  asked('mo', 'invited', 'From the fair'),
  asked('io', 'declined', null),
  asked('jo', 'joined', NASTY),
]

const ACCESS = {
  signup_mode: 'approval' as const,
  can_sign_up: true,
  free_plan: { name: 'Free', trial_index_credits: 10, monthly_index_credits: 0, monthly_check_credits: 100 },
}

const users = (list: Parameters<typeof userList.View>[0]['list'] = pages(USERS), refused?: RefusedForm) =>
  inPlatform(
    'Users',
    <userList.View list={list} query={refused ? {} : { q: 'a' }} self={`${SELF}/users`} below={newUser(refused)} />,
  )
const invites = (list: Parameters<typeof inviteList.View>[0]['list'] = pages(INVITES), refused?: RefusedForm) =>
  inPlatform('Invites', <inviteList.View list={list} query={{}} self={`${SELF}/invites`} below={newInvites(refused)} />)
const user = (more: object = {}) => inPage('Ada', 'settings', <User user={DETAIL} places={PLACES} {...more} />)

const LAST = [{ path: '', message: 'This is the last platform admin of this install. Make someone else one first.' }]

export const userGallery = [
  { name: 'users', page: () => users() },
  { name: 'users-none', page: () => users(NO_ROWS) },
  {
    name: 'users-422',
    page: () =>
      users(pages(USERS), {
        values: { email: 'nowhere', name: NASTY },
        issues: [{ path: 'email', message: 'is wrong' }],
      }),
  },
  { name: 'user', page: () => user() },
  { name: 'user-409', page: () => user({ sent: { edit: { values: { name: NASTY }, issues: LAST } } }) },
  {
    name: 'user-nowhere',
    page: () => user({ user: { ...DETAIL, status: 'pending', memberships: [], sessions: [], pending_email: null } }),
  },
  {
    name: 'user-reset-link',
    page: () =>
      inPage(
        'New password',
        'settings',
        <ResetLink url="https://signal.northwind.example/reset?token=spw_sample" back={`${SELF}/users/ada`} />,
      ),
  },
  { name: 'invites', page: () => invites() },
  { name: 'invites-none', page: () => invites(NO_ROWS) },
  {
    name: 'invites-422',
    page: () =>
      invites(pages(INVITES), { values: {}, issues: [{ path: 'email', message: 'is required to send the invite' }] }),
  },
  {
    name: 'invites-made',
    page: () =>
      inPage(
        '40 new invites',
        'settings',
        <MadeInvites urls={Array.from({ length: 40 }, (_, i) => `${INVITE.url}${i}`)} />,
      ),
  },
  { name: 'invite', page: () => inPage('Invite', 'settings', <Invite invite={INVITE} names={nameOf} />) },
  {
    name: 'waitlist-platform',
    page: () =>
      inPlatform('Waitlist', <waitlist.View list={pages(ASKED)} query={{ status: 'all' }} self={`${SELF}/waitlist`} />),
  },
  {
    name: 'waitlist-decline',
    page: () => inPage('Decline quinn@quay.example?', 'settings', declineForm.form(`${SELF}/waitlist/quinn/decline`)),
  },
  {
    name: 'access',
    page: () =>
      inPage(
        'Access',
        'settings',
        <Access rule={{ second_factor: 'admins', grace_until: null, keys_too: false }} access={ACCESS} />,
      ),
  },
  {
    name: 'access-no-mail',
    page: () =>
      inPage(
        'Access',
        'settings',
        <Access
          rule={{ second_factor: 'admins', grace_until: null, keys_too: true }}
          access={{ ...ACCESS, can_sign_up: false }}
        />,
      ),
  },
]
