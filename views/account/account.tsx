/** Somebody's own account: the password, and where they are signed in. */
import type { AnswerOf } from '../../src/kernel/operation.ts'
import type { listSessions } from '../../src/operations/account/list-sessions.ts'
import { Card, CardBody } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { ErrorLine, Field } from '../parts/field.tsx'
import { fieldOf, type Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import type { Paged } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable, Pager } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

export type Session = AnswerOf<typeof listSessions>['items'][number]

export type AccountProps = {
  user: { name: string; email: string }
  sessions: Paged<Session>
  hrefs: { self: string; password: string; sign_out: string; end: (id: string) => string }
  issues?: readonly Issue[]
  zone?: string
}

export const Account = ({ user, sessions, hrefs, issues = [], zone = 'UTC' }: AccountProps) => (
  <>
    <PageHead
      title="Your account"
      sub={`${user.name}, ${user.email}`}
      actions={
        <form method="post" action={hrefs.sign_out}>
          <button type="submit" class="btn">
            <Icon name="log-out" />
            Sign out
          </button>
        </form>
      }
    />
    <Card title="Password">
      <CardBody>
        <Password action={hrefs.password} email={user.email} issues={issues} />
      </CardBody>
    </Card>
    <Card id="list" title="Where you are signed in" foot={<Pager list={sessions} href={hrefs.self} query={{}} />}>
      <DataTable caption="Sessions" columns={columns(hrefs, zone)} rows={sessions.items} />
    </Card>
  </>
)

const Password = ({ action, email, issues }: { action: string; email: string; issues: readonly Issue[] }) => (
  <form method="post" action={action} class="form inline" {...ONCE} novalidate={issues.length > 0}>
    {issues.length > 0 && (
      <div class="form-error" role="alert">
        <ErrorLine>{many(issues.length, 'field needs', 'fields need')} your attention.</ErrorLine>
      </div>
    )}
    <input type="text" name="username" value={email} autocomplete="username" hidden readonly />
    {FIELDS.map(({ name, label, hint, input }) => (
      <Field name={name} label={label} hint={hint} error={issues.find((issue) => fieldOf(issue) === name)?.message}>
        {(control) => <input class="input" type="password" required {...input} {...control} />}
      </Field>
    ))}
    <div class="actions">
      <button type="submit" class="btn primary">
        Change password
      </button>
    </div>
  </form>
)

const FIELDS = [
  {
    name: 'current_password',
    label: 'Current password',
    hint: undefined,
    input: { autocomplete: 'current-password' },
  },
  {
    name: 'new_password',
    label: 'New password',
    hint: 'At least 15 characters. You are signed out everywhere else.',
    input: { autocomplete: 'new-password', minlength: '15' },
  },
] as const

const columns = (hrefs: AccountProps['hrefs'], zone: string): Column<Session>[] => [
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
        <form method="post" action={hrefs.end(one.id)} {...ONCE}>
          <button type="submit" class="btn small">
            Sign out<span class="vh">{` ${one.device}`}</span>
          </button>
        </form>
      ),
  },
]
