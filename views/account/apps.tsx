/** The apps that act for somebody: where, how far, and the way out. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listOauthGrants } from '../../src/operations/account/list-oauth-grants.ts'
import { Card, Empty } from '../parts/card.tsx'
import { many } from '../parts/format.ts'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

/** `added`: the people whom it added. */
export type ConnectedApp = AnswerOf<typeof listOauthGrants>['items'][number]
type AppsProps = { apps: readonly ConnectedApp[]; self: string; zone: string; connect?: string }

export const Apps = ({ apps, self, zone, connect }: AppsProps) => (
  <Card
    title="Connected apps"
    aside={
      connect && (
        <a class="btn small" href={connect}>
          Connect an app
        </a>
      )
    }
  >
    {apps.length > 0 ? (
      <DataTable caption="Connected apps" columns={columns(self, zone)} rows={[...apps]} />
    ) : (
      <Empty icon="plug-zap">No app acts for you. An app asks for itself, once it knows the address of MCP here.</Empty>
    )}
  </Card>
)

const columns = (self: string, zone: string): Column<ConnectedApp>[] => [
  {
    label: 'App',
    cell: (one) => (
      <>
        <b>{one.client_name}</b>
        <span class="sub">{`${one.tenant_name} · ${MAY[one.scope] ?? one.scope}`}</span>
        {one.added && one.added.length > 0 && <span class="sub">Added: {one.added.join(', ')}</span>}
      </>
    ),
  },
  { label: 'Workspace', class: 'wide-only', cell: (one) => one.tenant_name },
  { label: 'May', class: 'wide-only', cell: (one) => MAY[one.scope] ?? one.scope },
  { label: 'A day', class: 'num wide-only', cell: (one) => capOf(one) },
  { label: 'Asks above', class: 'num wide-only', cell: (one) => aloneOf(one) },
  { label: 'Last used', class: 'num when', cell: (one) => <When time={one.last_used_at} zone={zone} /> },
  {
    label: 'Disconnect',
    class: 'end',
    cell: (one) => (
      <Post action={`${self}/apps/${one.id}/disconnect`} class="btn small">
        Disconnect<span class="vh">{` ${one.client_name}`}</span>
      </Post>
    ),
  },
]

/** In the words of the page where it was allowed. */
const MAY: Record<string, string> = {
  read: 'Read',
  'read write': 'Read and push',
  'read write admin': 'Read, push and manage',
}

const capOf = ({ scope, daily_credit_cap }: ConnectedApp): string =>
  scope === 'read' ? '–' : daily_credit_cap === null ? 'No ceiling' : many(daily_credit_cap, 'credit')

/** Above which a person is asked first. */
const aloneOf = ({ scope, approval_above: most }: ConnectedApp): string =>
  scope === 'read' || most === null ? '–' : many(most, 'credit')
