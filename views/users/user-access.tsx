/** A person's access: their workspaces and signed-in devices. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getUser } from '../../src/operations/users/accounts.ts'
import { Post } from '../parts/forms/post.tsx'
import { DataTable, Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'

export type UserDetail = AnswerOf<typeof getUser>

type RowsProps = { user: UserDetail; self: string; zone: string }

export const Memberships = ({ user, self, zone }: RowsProps) => (
  <DataTable
    caption="Workspaces"
    rows={user.memberships}
    lines
    columns={[
      { label: 'Workspace', cell: (one) => <Named href={`/app/w/${one.tenant_id}`} name={one.tenant_name} /> },
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
)

export const Sessions = ({ user, self, zone }: RowsProps) => (
  <DataTable
    caption="Sessions"
    rows={user.sessions}
    lines
    columns={[
      { label: 'Device', cell: (one) => <Named name={one.device} sub={one.ip ?? 'Address unknown'} /> },
      { label: 'Last seen', class: 'num when', cell: (one) => <When time={one.last_seen_at} zone={zone} /> },
      {
        label: 'Actions',
        class: 'end',
        cell: (one) => (
          <Post action={`${self}/sessions/${one.id}/end`} class="btn small" label="Sign out" of={one.device} />
        ),
      },
    ]}
  />
)
