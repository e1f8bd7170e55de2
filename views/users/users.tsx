/** All accounts of this install, and a form for a new one. */
import { goTo } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { createUser, listUsers } from '../../src/operations/users/accounts.ts'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { PASSWORD_HINT, type StatusWord } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'

export const USERS = '/app/platform/users'

export type UserRow = AnswerOf<typeof listUsers>['items'][number]

const STATUS: Record<UserRow['status'], StatusWord> = {
  active: { word: 'Active', icon: 'check', tone: 'ok' },
  pending: { word: 'Awaiting approval', icon: 'clock', tone: 'warn' },
  suspended: { word: text('Suspended'), icon: 'lock', tone: 'bad' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
}

export const UserStatusChip = ({ to, status }: Pick<UserRow, 'status'> & { to?: Reader }) => (
  <Chip to={to} {...STATUS[status]} />
)

const columns = ({ self, zone }: ListState): Column<UserRow>[] => [
  {
    label: 'Name',
    sort: 'name',
    cell: (user) => (
      <Named href={`${self}/${user.id}`} name={user.name} sub={user.email}>
        {user.second_factor !== 'none' && <Chip word="Second factor" icon="shield-check" tone="ok" />}
        {user.platform_admin && <Chip word="Platform admin" icon="shield-check" tone="info" />}
      </Named>
    ),
  },
  { label: 'Status', cell: (user) => <UserStatusChip status={user.status} /> },
  { label: 'Workspaces', class: 'num wide-only', cell: (user) => String(user.workspaces) },
  timeColumn('Last seen', 'last_seen_at', zone, 'wide-only'),
  timeColumn('Created', 'created_at', zone, 'wide-only'),
  { label: 'Actions', class: 'end', cell: (user) => <Decide of={user} self={self} /> },
]

/** Accounts that wait for a decision have its buttons in their row. */
const Decide = ({ of, self }: { of: UserRow; self: string }) =>
  of.status === 'pending' ? (
    <div class="row">
      <Post action={`${self}/${of.id}/approve`} class="btn small primary" label="Approve" of={of.name} />
      <Post action={`${self}/${of.id}/decline`} class="btn small" label="Decline" of={of.name} />
    </div>
  ) : null

export const userList = listScreen(
  {
    at: '/users',
    operator: true,
    operation: listUsers,
    title: 'Users',
    kind: 'settings',
    sub: 'Everybody who has an account on this install.',
    search: 'Search e-mail or name',
    filters: { status: STATUS },
    columns,
    empty: { icon: 'users', text: 'There is no account yet.' },
    nothing: 'Nobody fits these filters.',
  },
  () => newUser(),
)

export const createForm: FormOf = formScreen({
  at: '/users',
  operator: true,
  operation: createUser,
  fields: ['email', 'name', 'password'],
  given: () => ({}),
  inputs: { email: { type: 'email', autocomplete: 'off' }, password: { autocomplete: 'new-password' } },
  hints: { password: PASSWORD_HINT },
  once: true,
  faults: ['conflict'],
  verb: 'Create account',
  page: (call, refused) => userList.draw(call, newUser(refused)),
  done: (_, { id }) => goTo(`${USERS}/${id}`, { text: 'Account created. Add it to a workspace.' }),
})

export const newUser = (refused?: RefusedForm) => (
  <Section title="New account">{createForm.form(USERS, undefined, undefined, refused)}</Section>
)
