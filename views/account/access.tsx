/** Access to an account: sessions, apps, and ways to sign in that features add. */

import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listOauthGrants, listSessions } from '../../src/operations/account/sessions.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import type { ListPage } from '../parts/lists/list.ts'
import { Pager } from '../parts/lists/pager.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'

type Session = AnswerOf<typeof listSessions>['items'][number]

const sessionColumns = (self: string, zone: string): Column<Session>[] => [
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
type ConnectedApp = AnswerOf<typeof listOauthGrants>['items'][number]

const appColumns = (self: string, zone: string): Column<ConnectedApp>[] => [
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

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Ways to sign in, on the page of an account. */
    account_sections(call: SignedInCall): Promise<Child>
  }
}

export type AccessProps = {
  sessions: ListPage<Session>
  apps: readonly ConnectedApp[]
  /** Parts of features. */
  sections: Child
  self: string
  /** Page where apps are connected; none on an own domain. */
  connect?: string | undefined
  zone: string
}

export const Access = ({ sessions, apps, sections, self, connect, zone }: AccessProps) => {
  return (
    <>
      <Section title="Signed in">
        <DataTable caption="Sessions" columns={sessionColumns(self, zone)} rows={sessions.items} lines />
        {sessions.total > sessions.items.length && <Pager list={sessions} href={self} query={{}} />}
      </Section>
      {sections}
      <Section title="Connected apps" aside={connect && <a href={connect}>Connect an app</a>}>
        <DataTable
          caption="Apps that act for you"
          columns={appColumns(self, zone)}
          rows={apps}
          lines
          empty={
            <EmptyState icon="plug-zap">No app acts for you. An app asks once it knows the MCP address.</EmptyState>
          }
        />
      </Section>
    </>
  )
}
