/** People of this install, as the platform admin sees them. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { createUser } from '../../src/operations/users/create-user.ts'
import type { listUsers } from '../../src/operations/users/list-users.ts'
import { Card, CardBody, Empty } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { isFiltered, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { PASSWORD_HINT, type Word } from '../parts/words.ts'

export type UserRow = AnswerOf<typeof listUsers>['items'][number]

const STATUS: Record<UserRow['status'], Word> = {
  active: { word: 'Active', icon: 'check', tone: 'ok' },
  pending: { word: 'Waits for approval', icon: 'clock', tone: 'warn' },
  suspended: { word: 'Suspended', icon: 'lock', tone: 'bad' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
}

export const UserStatusChip = ({ status }: Pick<UserRow, 'status'>) => <Chip {...STATUS[status]} />

export type UsersProps = {
  list: Paged<UserRow>
  query: Query
  /** Where this page is; each person stands below it. */
  self: string
  idempotency_key: string
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  zone?: string
}

export const Users = ({ list, query, self, idempotency_key, values, issues, zone = 'UTC' }: UsersProps) => (
  <>
    <PageHead title="Users" sub="Everybody who has an account on this install." />
    <Filters
      href={self}
      query={query}
      search="Search e-mail or name"
      filters={[
        {
          name: 'status',
          label: 'Status',
          choices: [
            { value: '', label: 'All' },
            ...Object.entries(STATUS).map(([value, { word }]) => ({ value, label: word })),
          ],
        },
      ]}
    />
    <ListCard
      caption="Users"
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={
        isFiltered(query) ? (
          <Empty
            icon="users"
            action={
              <a class="btn" href={self}>
                Clear filters
              </a>
            }
          >
            Nobody fits these filters.
          </Empty>
        ) : (
          <Empty icon="users">There is no account yet.</Empty>
        )
      }
    />
    <Card title="New account">
      <CardBody>
        <Form
          action={self}
          schema={createUser.input}
          fields={['email', 'name', 'password']}
          values={values}
          issues={issues}
          inputs={{ email: { type: 'email', autocomplete: 'off' }, password: { autocomplete: 'new-password' } }}
          hints={{ password: PASSWORD_HINT }}
          hidden={{ idempotency_key }}
          verb="Make the account"
        />
      </CardBody>
    </Card>
  </>
)

const columns = (self: string, zone: string): Column<UserRow>[] => [
  {
    label: 'Name',
    sort: 'name',
    cell: (user) => (
      <>
        <a class="name" href={`${self}/${user.id}`} data-row>
          <b>{user.name}</b>
        </a>{' '}
        {user.platform_admin && <Chip word="Platform admin" icon="shield-check" tone="info" />}
        <span class="sub">
          {user.email}
          <br />
          <UserStatusChip status={user.status} />
        </span>
      </>
    ),
  },
  { label: 'E-mail', sort: 'email', class: 'wide-only', cell: (user) => user.email },
  { label: 'Status', class: 'wide-only', cell: (user) => <UserStatusChip status={user.status} /> },
  { label: 'Workspaces', class: 'num wide-only', cell: (user) => String(user.workspaces) },
  {
    label: 'Last seen',
    sort: 'last_seen_at',
    class: 'num when wide-only',
    cell: (user) => <When time={user.last_seen_at} zone={zone} />,
  },
  {
    label: 'Created',
    sort: 'created_at',
    class: 'num when wide-only',
    cell: (user) => <When time={user.created_at} zone={zone} />,
  },
  { label: 'Actions', class: 'end', cell: (user) => <Decide of={user} self={self} /> },
]

/** What waits for a decision is decided in its row. */
const Decide = ({ of, self }: { of: UserRow; self: string }) =>
  of.status === 'pending' ? (
    <div class="row">
      <Post action={`${self}/${of.id}/approve`} class="btn small primary">
        Approve<span class="vh">{` ${of.name}`}</span>
      </Post>
      <Post action={`${self}/${of.id}/decline`} class="btn small">
        Decline<span class="vh">{` ${of.name}`}</span>
      </Post>
    </div>
  ) : null
