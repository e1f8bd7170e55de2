/** One person: what they may, where they are signed in, and what can be done about it. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { addUserMembership } from '../../src/operations/users/add-user-membership.ts'
import type { getUser } from '../../src/operations/users/get-user.ts'
import { updateUser } from '../../src/operations/users/update-user.ts'
import { Card, CardBody, Empty, Facts } from '../parts/card.tsx'
import { CopyField } from '../parts/copy.tsx'
import { ConfirmLink, type Question } from '../parts/dialogs.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { ROLE_WORDS } from '../parts/words.ts'
import { UserStatusChip } from './users.tsx'

export type UserDetail = AnswerOf<typeof getUser>

/** What is asked before it is done, by the last word of its address. */
export const QUESTIONS: Record<'suspend' | 'delete' | 'reset' | 'link', Question> = {
  suspend: {
    title: 'Suspend this account?',
    body: 'They are signed out everywhere at once, and their keys and apps are refused. Nothing is deleted.',
    verb: 'Suspend',
  },
  delete: {
    title: 'Delete this account?',
    body: 'They leave every workspace, and keys that they made are revoked. What they ordered stays. It cannot be undone.',
    verb: 'Delete the account',
  },
  reset: {
    title: 'Send a link for a new password?',
    body: 'They are signed out everywhere, and their apps stop. The letter’s link works for an hour.',
    verb: 'Send the link',
    tone: 'plain',
  },
  link: {
    title: 'Make a link for a new password?',
    body: 'They are signed out everywhere, and their apps stop. You hand the link over; it works once, for an hour.',
    verb: 'Make the link',
    tone: 'plain',
  },
}

export type UserProps = {
  user: UserDetail
  /** Where the list is. */
  list: string
  /** Workspaces that they could be let into. */
  places: readonly { id: string; name: string }[]
  /** Which form was refused, and why. */
  refused?: { form: 'edit' | 'membership'; values: Record<string, unknown>; issues: readonly Issue[] }
  zone?: string
}

export function User({ user, list, places, refused, zone = 'UTC' }: UserProps) {
  const self = `${list}/${user.id}`
  const of = (form: 'edit' | 'membership') => (refused?.form === form ? refused : undefined)
  return (
    <>
      <PageHead
        title={user.name}
        crumbs={[{ label: 'Users', href: list }, { label: user.email }]}
        sub={<UserStatusChip status={user.status} />}
        actions={<Acts user={user} self={self} />}
      />
      <div class="grid">
        <Card title="Account" class="w5">
          <CardBody>
            <AccountFacts user={user} zone={zone} />
          </CardBody>
        </Card>
        <Card title="Change" class="w7">
          <CardBody>
            <Form
              id="edit"
              action={self}
              schema={updateUser.input}
              fields={['name', 'email', 'platform_admin']}
              values={{
                name: user.name,
                email: user.email,
                platform_admin: user.platform_admin,
                ...of('edit')?.values,
              }}
              issues={of('edit')?.issues}
              hints={{ email: 'A new address counts once they have opened the link that is sent there.' }}
              verb="Save"
            />
          </CardBody>
        </Card>
      </div>
      <Memberships user={user} self={self} zone={zone} places={places} refused={of('membership')} />
      <Card title="Signed in">
        {user.sessions.length > 0 ? (
          <Sessions user={user} self={self} zone={zone} />
        ) : (
          <Empty icon="circle-user">Nobody is signed in to this account.</Empty>
        )}
      </Card>
    </>
  )
}

const Acts = ({ user: { status }, self }: { user: UserDetail; self: string }) => (
  <>
    {(status === 'pending' || status === 'declined') && (
      <Post action={`${self}/approve`} class="btn primary">
        Approve
      </Post>
    )}
    {status === 'pending' && <Post action={`${self}/decline`}>Decline</Post>}
    {status === 'suspended' && (
      <Post action={`${self}/activate`} class="btn primary">
        Activate
      </Post>
    )}
    {(status === 'active' || status === 'pending') && (
      <>
        <Ask self={self} act="reset" label="New password by e-mail" />
        <Ask self={self} act="link" label="New password by link" />
        <Ask self={self} act="suspend" label="Suspend" />
      </>
    )}
    <Ask self={self} act="delete" label="Delete" />
  </>
)

const Ask = ({ self, act, label }: { self: string; act: keyof typeof QUESTIONS; label: string }) => (
  <ConfirmLink href={`${self}/${act}`} {...QUESTIONS[act]}>
    {label}
  </ConfirmLink>
)

const AccountFacts = ({ user, zone }: { user: UserDetail; zone: string }) => (
  <Facts
    facts={[
      { label: 'E-mail', value: user.email },
      { label: 'Confirmed', value: user.email_verified ? 'Yes' : 'No' },
      ...(user.pending_email ? [{ label: 'Wants', value: user.pending_email }] : []),
      { label: 'Platform admin', value: user.platform_admin ? 'Yes' : 'No' },
      { label: 'API keys', value: String(user.api_keys) },
      { label: 'Connected apps', value: String(user.apps) },
      { label: 'Last seen', value: <When time={user.last_seen_at} zone={zone} /> },
      ...(user.paused_until
        ? [
            {
              label: 'Wrong passwords',
              value: (
                <>
                  no sign-in from new browsers until <When time={user.paused_until} zone={zone} exact />
                </>
              ),
            },
          ]
        : []),
      { label: 'Created', value: <When time={user.created_at} zone={zone} /> },
    ]}
  />
)

type MembershipsProps = {
  user: UserDetail
  self: string
  zone: string
  places: UserProps['places']
  refused: UserProps['refused']
}

const Memberships = ({ user, self, zone, places, refused }: MembershipsProps) => (
  <Card title="Workspaces">
    {user.memberships.length > 0 ? (
      <DataTable
        caption="Workspaces"
        rows={user.memberships}
        columns={[
          { label: 'Workspace', cell: (one) => <a href={`/app/w/${one.tenant_id}`}>{one.tenant_name}</a> },
          { label: 'Role', cell: (one) => ROLE_WORDS[one.role] },
          { label: 'Since', class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
          {
            label: 'Actions',
            class: 'end',
            cell: (one) => (
              <Post action={`${self}/memberships/${one.tenant_id}/remove`} class="btn small">
                Remove<span class="vh">{` from ${one.tenant_name}`}</span>
              </Post>
            ),
          },
        ]}
      />
    ) : (
      <Empty icon="users">They belong to no workspace.</Empty>
    )}
    <CardBody>
      <Form
        id="membership"
        action={`${self}/memberships`}
        schema={membership(places)}
        values={refused?.values}
        issues={refused?.issues}
        hints={{ role: 'It holds in the workspaces below too.' }}
        verb="Let them in, or change the role"
        class="inline"
      />
    </CardBody>
  </Card>
)

/** The workspaces are chosen by their names. */
const membership = (places: UserProps['places']) => ({
  properties: {
    tenant_id: { title: 'Workspace', anyOf: places.map(({ id, name }) => ({ const: id, title: name })) },
    role: addUserMembership.input.properties.role,
  },
  required: ['tenant_id', 'role'],
})

const Sessions = ({ user, self, zone }: { user: UserDetail; self: string; zone: string }) => (
  <DataTable
    caption="Signed in"
    rows={user.sessions}
    columns={[
      { label: 'Device', cell: (one) => one.device },
      { label: 'Address', class: 'wide-only', cell: (one) => one.ip ?? '–' },
      { label: 'Last seen', class: 'num when', cell: (one) => <When time={one.last_seen_at} zone={zone} /> },
      {
        label: 'Actions',
        class: 'end',
        cell: (one) => (
          <Post action={`${self}/sessions/${one.id}/end`} class="btn small">
            Sign out<span class="vh">{` ${one.device}`}</span>
          </Post>
        ),
      },
    ]}
  />
)

/** The link for a new password, this once. */
export const ResetLink = ({ user, url, list }: { user: UserDetail; url: string; list: string }) => (
  <>
    <PageHead
      title="Hand this link over"
      crumbs={[
        { label: 'Users', href: list },
        { label: user.email, href: `${list}/${user.id}` },
      ]}
    />
    <Card>
      <CardBody>
        <CopyField
          id="secret"
          label="Link to choose a new password"
          value={url}
          hint="Shown this once. It works once, for an hour, and whoever has it can enter the account."
        />
        <div class="actions">
          <a class="btn primary" href={`${list}/${user.id}`}>
            I handed it over
          </a>
        </div>
      </CardBody>
    </Card>
  </>
)
