/** Who belongs to a workspace, what each may do, and inviting somebody. */

import { memberFields } from '../../src/domains/accounts/index.ts'
import { ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listMembers } from '../../src/operations/members/list-members.ts'
import { Banner, Card, CardBody, Empty } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { Select } from '../parts/field.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { ONCE } from '../parts/hx.ts'
import type { Paged, Query } from '../parts/list.ts'
import { Menu } from '../parts/menu.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { ROLE_WORDS } from '../parts/words.ts'
import { SameAs } from '../same-as/same-as.tsx'

export type MemberRow = AnswerOf<typeof listMembers>['items'][number]

export type MembersProps = {
  list: Paged<MemberRow>
  query: Query
  self: string
  workspace: string
  /** The highest role that the visitor may give; null for those who may give none. */
  highest: Role | null
  /** Who was invited just now, with the link to hand over where there is one. */
  invited?: { email: string; url: string | null }
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
  idempotency_key: string
  zone?: string
}

export function Members(props: MembersProps) {
  const { list, self, workspace, highest, invited } = props
  return (
    <>
      <PageHead title="People" sub={`They can open ${workspace}. So can people of the workspaces above it.`} />
      {invited && <Invited {...invited} />}
      {highest && <Invite {...props} highest={highest} />}
      <ListCard
        caption="Members"
        columns={columns(props)}
        list={list}
        href={self}
        query={props.query}
        order="name"
        empty={<Empty icon="users">No people yet. People of the workspaces above can open it.</Empty>}
      />
      <Card title="Roles">
        <CardBody>
          <dl class="keys">
            {ROLES.map((role) => (
              <>
                <dt>
                  <b>{ROLE_WORDS[role]}</b>
                </dt>
                <dd>{MAY[role]}</dd>
              </>
            ))}
          </dl>
        </CardBody>
      </Card>
    </>
  )
}

const MAY: Record<Role, string> = {
  client_viewer: 'Reads jobs, links and reports.',
  member: 'Pushes and checks links, and shares reports.',
  admin: 'Runs the workspace as well: clients, people, keys, credits, IndexNow sites.',
  owner: 'Everything. The last owner cannot be removed.',
}

const Invited = ({ email, url }: { email: string; url: string | null }) => (
  <Banner tone="ok">
    <p>{`${email} is invited by e-mail.`}</p>
    {url && (
      <CopyField
        id="invitation"
        label="Invitation link, to send yourself"
        value={url}
        hint="Works once, within 7 days."
      />
    )}
  </Banner>
)

const Invite = ({ self, highest, values, issues, idempotency_key }: MembersProps & { highest: Role }) => (
  <Card title="Invite a person">
    <CardBody>
      <Form
        action={self}
        schema={invitation(highest)}
        values={{ role: 'member', ...values }}
        issues={issues}
        hints={{ name: 'Used when the address has no account yet.', role: '' }}
        hidden={{ idempotency_key }}
        verb="Invite"
        class="inline"
      />
    </CardBody>
  </Card>
)

const rolesTo = (highest: Role): readonly Role[] => ROLES.slice(0, ROLES.indexOf(highest) + 1)

const invitation = (highest: Role): FormSchema => ({
  properties: { ...memberFields, role: { ...memberFields.role, enum: rolesTo(highest) } },
  required: ['email', 'role'],
})

function columns({ self, highest, zone = 'UTC' }: MembersProps): Column<MemberRow>[] {
  const all: Column<MemberRow>[] = [
    { label: 'Name', sort: 'name', cell: (row) => <Person of={row} /> },
    { label: 'Role', cell: (row) => <RoleCell of={row} self={self} highest={highest} /> },
    {
      label: 'Since',
      class: 'num when wide-only',
      sort: 'created_at',
      cell: (row) => <When time={row.created_at} zone={zone} />,
    },
  ]
  if (!highest) return all
  return [
    ...all,
    {
      label: 'Actions',
      class: 'end',
      cell: (row) => (
        <Menu
          id={`member-${row.uid}`}
          label={`Actions for ${row.name}`}
          items={[{ label: 'Remove', icon: 'trash-2', href: `${self}/${row.uid}/remove`, danger: true }]}
        />
      ),
    },
  ]
}

const Person = ({ of }: { of: MemberRow }) => (
  <>
    <b>{of.name}</b> {!of.joined && <Chip word="Invited" icon="clock" tone="info" />}
    {of.status === 'suspended' && <Chip word="Suspended" icon="ban" tone="bad" />}
    <br />
    <span class="muted small">{of.email}</span>
  </>
)

/** A role above one's own is read, not changed. */
function RoleCell({ of, self, highest }: { of: MemberRow; self: string; highest: Role | null }) {
  const roles = highest ? rolesTo(highest) : []
  if (!roles.includes(of.role)) return <>{ROLE_WORDS[of.role]}</>
  const action = `${self}/${of.uid}/role`
  return (
    <form method="post" action={action} class="row" {...ONCE}>
      <Select
        control={{ name: 'role', 'aria-label': `Role of ${of.name}` }}
        choices={roles.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
        value={of.role}
      />
      <button type="submit" class="btn small">
        Change<span class="vh"> the role of {of.name}</span>
      </button>
      <SameAs of={action} short />
    </form>
  )
}
