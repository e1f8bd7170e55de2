/** Somebody's own account: the password, where they are signed in, and the apps that act for them. */
import type { AnswerOf } from '../../src/kernel/operation.ts'
import { changePassword } from '../../src/operations/account/change-password.ts'
import type { listSessions } from '../../src/operations/account/list-sessions.ts'
import { Card, CardBody } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Paged } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { Apps, type ConnectedApp } from './apps.tsx'

export type Session = AnswerOf<typeof listSessions>['items'][number]

export type AccountProps = {
  user: { name: string; email: string }
  sessions: Paged<Session>
  apps: readonly ConnectedApp[]
  /** Where this page is; its forms stand below it. */
  self: string
  issues?: readonly Issue[]
  zone?: string
}

export const Account = ({ user, sessions, apps, self, issues = [], zone = 'UTC' }: AccountProps) => (
  <>
    <PageHead
      title="Your account"
      sub={`${user.name}, ${user.email}`}
      actions={
        <Post action="/app/sign-out">
          <Icon name="log-out" />
          Sign out
        </Post>
      }
    />
    <Card title="Password">
      <CardBody>
        <Form
          action={`${self}/password`}
          schema={changePassword.input}
          inputs={{
            current_password: { autocomplete: 'current-password' },
            new_password: { autocomplete: 'new-password' },
          }}
          hints={{
            new_password:
              'At least 15 characters. You are signed out everywhere else, and apps have to be connected again.',
          }}
          issues={issues}
          verb="Change password"
          class="inline"
        >
          <input type="text" name="username" value={user.email} autocomplete="username" hidden readonly />
        </Form>
      </CardBody>
    </Card>
    <ListCard
      title="Where you are signed in"
      caption="Sessions"
      columns={columns(self, zone)}
      list={sessions}
      href={self}
      query={{}}
    />
    <Apps apps={apps} self={self} zone={zone} />
  </>
)

const columns = (self: string, zone: string): Column<Session>[] => [
  {
    label: 'Device',
    cell: (one) => (
      <>
        <b>{one.device}</b> {one.current && <Chip word="This one" icon="check" tone="ok" />}
        <span class="sub">{one.ip ?? 'Address unknown'}</span>
      </>
    ),
  },
  { label: 'Address', class: 'wide-only', cell: (one) => one.ip ?? '–' },
  { label: 'Signed in', class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
  { label: 'Last seen', class: 'num when', cell: (one) => <When time={one.last_seen_at} zone={zone} /> },
  {
    label: 'Sign out',
    class: 'end',
    cell: (one) =>
      !one.current && (
        <Post action={`${self}/sessions/${one.id}/end`} class="btn small">
          Sign out<span class="vh">{` ${one.device}`}</span>
        </Post>
      ),
  },
]
