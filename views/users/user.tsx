/** One person: rights, sessions, and acts on the account. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { listTenants } from '../../src/operations/tenants/workspaces.ts'
import { addUserMembership } from '../../src/operations/users/access.ts'
import { getUser, updateUser } from '../../src/operations/users/accounts.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import type { Act } from '../kit/menu.tsx'
import { Strip } from '../kit/strip.tsx'
import { LinkButton } from '../parts/button.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import { Banner } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { Memberships, Sessions, type UserDetail } from './user-access.tsx'
import { USERS, UserStatusChip } from './users.tsx'

/** Questions before an act, by the last part of its address. */
export const QUESTIONS: Record<'suspend' | 'delete' | 'reset' | 'link' | 'factors', Question> = {
  suspend: {
    title: 'Suspend this account?',
    body: 'They are signed out everywhere at once, and their keys and apps are refused. Nothing is deleted.',
    verb: 'Suspend account',
  },
  delete: {
    title: 'Delete this account?',
    points: [
      'They leave every workspace.',
      'API keys they made are revoked.',
      'Their pushes, checks and reports stay.',
    ],
    body: 'This cannot be undone.',
    verb: 'Delete account',
  },
  reset: {
    title: 'Send a link for a new password?',
    body: 'They are signed out everywhere, and their apps stop. The link in the e-mail works for an hour.',
    verb: 'Send link',
    tone: 'plain',
  },
  link: {
    title: 'Create a link for a new password?',
    body: 'They are signed out everywhere, and their apps stop. You hand the link over; it works once, for an hour.',
    verb: 'Create link',
    tone: 'plain',
  },
  factors: {
    title: 'Remove the second factors of this person?',
    body: 'For a person who lost theirs. They are signed out everywhere and get an e-mail; the password stays.',
    verb: 'Remove factors',
  },
}

/** Labels as in lists. */
const FACTOR_WORDS: Record<UserDetail['second_factor'], string> = { none: 'None', totp: 'App', passkey: 'Passkey' }

const saved = ({ params }: SignedInCall) => goTo(`${USERS}/${params.id}`, { text: 'Saved.' })

const editForm: FormOf = formScreen({
  at: '/users/:id',
  operator: true,
  operation: updateUser,
  id: 'edit',
  fields: ['name', 'email', 'platform_admin'],
  // An unchanged address is not sent, so that no new confirmation link is sent.
  read: ({ was, email, ...form }) => ({ ...form, email: email === was ? undefined : email }),
  hints: { email: 'A new address counts once the link sent there is opened.' },
  faults: ['conflict', 'rate_limited'],
  verb: 'Save account',
  page: (call, edit) => userPage(call, { edit }),
  done: saved,
})

const membershipForm: FormOf = formScreen({
  at: '/users/:id/memberships',
  operator: true,
  operation: addUserMembership,
  id: 'membership',
  fields: ['tenant_id', 'role'],
  hints: { role: 'It holds in the workspaces below too.' },
  faults: ['conflict', 'plan_limit'],
  verb: 'Set role',
  tone: 'plain',
  class: 'inline',
  page: (call, membership) => userPage(call, { membership }),
  done: saved,
})

export const userForms = [...editForm.screens, ...membershipForm.screens]

type RefusedForms = { edit?: RefusedForm; membership?: RefusedForm }

export async function userPage(call: SignedInCall, sent?: RefusedForms) {
  const user = await call.call(getUser, { id: call.params.id })
  // A person joins further workspaces on the pages of those workspaces.
  const places = (await call.call(listTenants, { page_size: 200, sort: 'name' })).items
  const self = `${USERS}/${user.id}`
  const decide = user.status === 'pending' || user.status === 'declined'
  const act = decide
    ? { label: 'Approve', href: `${self}/approve`, post: true as const }
    : user.status === 'suspended'
      ? { label: 'Activate', href: `${self}/activate`, post: true as const }
      : null
  const head = {
    title: user.name,
    sub: <UserStatusChip status={user.status} />,
    crumbs: [{ label: 'Users', href: USERS }, { label: user.email }],
    act,
    menu: actsOf(user, self),
    operator: true,
    kind: 'settings',
  }
  return drawPage(call, head, <User user={user} places={places} sent={sent} zone={zoneOf(call)} />)
}

function actsOf({ status, second_factor }: UserDetail, self: string): (Act | null)[] {
  const ask = (name: keyof typeof QUESTIONS) => ({ ask: `${self}/${name}`, question: QUESTIONS[name] })
  const open = status === 'active' || status === 'pending'
  return [
    status === 'pending' ? { label: 'Decline', icon: 'x', post: `${self}/decline` } : null,
    open ? { label: 'New password by e-mail', icon: 'mail', ...ask('reset') } : null,
    open ? { label: 'New password by link', icon: 'link', ...ask('link') } : null,
    second_factor === 'none' ? null : { label: 'Remove second factors', icon: 'key-round', ...ask('factors') },
    open ? { label: 'Suspend', icon: 'lock', ...ask('suspend'), danger: true } : null,
    { label: 'Delete', icon: 'trash-2', ...ask('delete'), danger: true },
  ]
}

type UserProps = {
  user: UserDetail
  /** Workspaces to add the person to. */
  places: readonly { id: string; name: string }[]
  sent?: RefusedForms | undefined
  zone?: string
}

export function User({ user, places, sent = {}, zone = 'UTC' }: UserProps) {
  const self = `${USERS}/${user.id}`
  const { name, email, platform_admin } = user
  return (
    <>
      {user.paused_until && (
        <Banner tone="warn">
          Wrong passwords: no sign-in from new browsers until <When time={user.paused_until} zone={zone} exact />.
        </Banner>
      )}
      <Strip
        facts={[
          {
            label: 'E-mail',
            value: user.email_verified ? 'Verified' : 'Not verified',
            note: user.pending_email && `wants ${user.pending_email}`,
          },
          { label: 'Second factor', value: FACTOR_WORDS[user.second_factor] },
          { label: 'API keys', value: String(user.api_keys) },
          { label: 'Connected apps', value: String(user.apps) },
          {
            label: 'Last seen',
            value: <When time={user.last_seen_at} zone={zone} />,
            note: (
              <>
                created <When time={user.created_at} zone={zone} />
              </>
            ),
          },
        ]}
      />
      <Section title="Account">
        {editForm.form(self, { name, email, platform_admin }, { hidden: { was: email } }, sent.edit)}
      </Section>
      <Section title="Workspaces">
        {user.memberships.length > 0 ? (
          <Memberships user={user} self={self} zone={zone} />
        ) : (
          <EmptyState icon="users">They belong to no workspace.</EmptyState>
        )}
        {membershipForm.form(`${self}/memberships`, {}, { schema: membership(places) }, sent.membership)}
      </Section>
      <Section title="Sessions">
        {user.sessions.length > 0 ? (
          <Sessions user={user} self={self} zone={zone} />
        ) : (
          <EmptyState icon="circle-user">Nobody is signed in to this account.</EmptyState>
        )}
      </Section>
    </>
  )
}

const membership = (places: UserProps['places']) => ({
  properties: {
    tenant_id: { title: 'Workspace', anyOf: places.map(({ id, name }) => ({ const: id, title: name })) },
    role: addUserMembership.input.properties.role,
  },
  required: ['tenant_id', 'role'],
})

export const ResetLink = ({ url, back }: { url: string; back: string }) => (
  <div class="form">
    <CopyField
      id="secret"
      label="Link to choose a new password"
      value={url}
      hint="Shown this once. It works once, for an hour; anyone who has it can enter the account."
    />
    <div class="actions">
      <LinkButton class="btn primary" href={back} label="I handed it over" />
    </div>
  </div>
)
