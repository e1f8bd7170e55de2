/** Somebody's own account, all of it: who they are, where they are signed in, and the apps that act for them. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { changePassword } from '../../src/operations/account/change-password.ts'
import type { listSessions } from '../../src/operations/account/list-sessions.ts'
import type { Preferences } from '../document.tsx'
import { Card, CardBody } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Paged } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { Apps, type ConnectedApp } from './apps.tsx'
import { Address, type FormProps, Leave, Looks, refusedIn, You } from './profile.tsx'

export type Session = AnswerOf<typeof listSessions>['items'][number]

export type AccountProps = FormProps & {
  sessions: Paged<Session>
  apps: readonly ConnectedApp[]
  preferences: Preferences
  /** Where apps are connected, if they are at this address. */
  connect?: string
}

export const Account = (props: AccountProps) => {
  const { profile, sessions, apps, self, zone, preferences } = props
  return (
    <>
      <PageHead
        title="Your account"
        sub={`${profile.name}, ${profile.email}`}
        actions={
          <Post action="/app/sign-out">
            <Icon name="log-out" />
            Sign out
          </Post>
        }
      />
      <You {...props} />
      <Address {...props} />
      <Password {...props} />
      <Looks self={self} preferences={preferences} />
      <ListCard
        title="Where you are signed in"
        caption="Sessions"
        columns={columns(self, zone)}
        list={sessions}
        href={self}
        query={{}}
      />
      <Apps apps={apps} self={self} zone={zone} connect={props.connect} />
      <Leave {...props} />
    </>
  )
}

const Password = ({ profile, self, refused }: FormProps) => (
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
        issues={refusedIn('password', refused).issues}
        verb="Change password"
        class="inline"
      >
        <input type="text" name="username" value={profile.email} autocomplete="username" hidden readonly />
      </Form>
    </CardBody>
  </Card>
)

const columns = (self: string, zone: string): Column<Session>[] => [
  {
    label: 'Device',
    cell: (one) => (
      <>
        <b>{one.device}</b> {one.current && <Chip word="This one" icon="check" tone="ok" />}
        <span class="sub">
          {one.ip ?? 'Address unknown'} · <When time={one.last_seen_at} zone={zone} />
        </span>
      </>
    ),
  },
  { label: 'Address', class: 'wide-only', cell: (one) => one.ip ?? '–' },
  { label: 'Signed in', class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
  { label: 'Last seen', class: 'num when wide-only', cell: (one) => <When time={one.last_seen_at} zone={zone} /> },
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
