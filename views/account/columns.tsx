import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listOauthGrants, listSessions } from '../../src/operations/account/sessions.ts'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'

export type Session = AnswerOf<typeof listSessions>['items'][number]

export const sessionColumns = (self: string, zone: string): Column<Session>[] => [
  {
    label: 'Device',
    cell: (one) => (
      <Named name={one.device} sub={one.ip ?? 'Address unknown'}>
        {one.current && <Chip word="This one" icon="check" tone="ok" />}
      </Named>
    ),
  },
  { label: 'Signed in', class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
  { label: 'Last seen', class: 'num when', cell: (one) => <When time={one.last_seen_at} zone={zone} /> },
  {
    label: 'Sign out',
    class: 'end',
    cell: (one) =>
      !one.current && (
        <Post action={`${self}/sessions/${one.id}/end`} class="btn small" label="Sign out" of={one.device} />
      ),
  },
]

/** `added`: the people that the app added. */
export type ConnectedApp = AnswerOf<typeof listOauthGrants>['items'][number]

export const appColumns = (self: string, zone: string): Column<ConnectedApp>[] => [
  {
    label: 'App',
    cell: (one) => (
      <>
        <span class="name">{one.client_name}</span>
        <small class="sub2">{`${one.tenant_name} · ${MAY[one.scope] ?? one.scope}`}</small>
        {one.added && one.added.length > 0 && <small class="sub2">Added: {one.added.join(', ')}</small>}
      </>
    ),
  },
  { label: 'A day', class: 'num wide-only', cell: (one) => capOf(one) },
  { label: 'Asks above', class: 'num wide-only', cell: (one) => askedAbove(one) },
  { label: 'Last used', class: 'num when', cell: (one) => <When time={one.last_used_at} zone={zone} /> },
  {
    label: 'Disconnect',
    class: 'end',
    cell: (one) => (
      <Post action={`${self}/apps/${one.id}/disconnect`} class="btn small" label="Disconnect" of={one.client_name} />
    ),
  },
]

/** Scopes, in the words of the page where the visitor allowed them. */
const MAY: Record<string, string> = {
  read: 'Read',
  'read write': 'Read and push',
  'read write admin': 'Read, push and manage',
}

const capOf = ({ scope, daily_credit_cap }: ConnectedApp): string =>
  scope === 'read' ? '–' : daily_credit_cap === null ? 'No limit' : many(daily_credit_cap, 'credit')

const askedAbove = ({ scope, approval_above: most }: ConnectedApp): string =>
  scope === 'read' || most === null ? '–' : many(most, 'credit')
