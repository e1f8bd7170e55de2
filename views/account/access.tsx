/** Access to an account: sessions, apps, and ways to sign in that features add. */

import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listOauthGrants, listSessions } from '../../src/operations/account/sessions.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import type { ListPage } from '../parts/lists/list.ts'
import { Pager } from '../parts/lists/pager.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'

type Session = AnswerOf<typeof listSessions>['items'][number]

/** `Firefox on Windows`, as the API names it, in the language of the page. */
function deviceIn(to: Reader, device: string): string {
  const [browser = '', system] = device.split(' on ')
  if (system) return say(to, '{browser} on {system}', { browser, system })
  return browser === 'Unknown' ? say(to, 'Unknown') : browser
}

const sessionColumns = (self: string, zone: Reader): Column<Session>[] => [
  {
    label: text('Device'),
    cell: (one) => (
      <Named name={deviceIn(zone, one.device)} sub={one.ip ?? say(zone, 'Address unknown')}>
        {one.current && <Chip to={zone} word={text('This one')} icon="check" tone="ok" />}
      </Named>
    ),
  },
  { label: text('Signed in'), class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
  { label: text('Last seen'), class: 'num when', cell: (one) => <When time={one.last_seen_at} zone={zone} /> },
  {
    label: text('Sign out'),
    class: 'end',
    cell: (one) =>
      !one.current && (
        <Post
          to={zone}
          action={`${self}/sessions/${one.id}/end`}
          class="btn small"
          label={say(zone, 'Sign out')}
          of={deviceIn(zone, one.device)}
        />
      ),
  },
]

/** `added`: the people that the app added. */
type ConnectedApp = AnswerOf<typeof listOauthGrants>['items'][number]

const appColumns = (self: string, zone: Reader): Column<ConnectedApp>[] => [
  {
    label: text('App'),
    cell: (one) => (
      <>
        <span class="name">{one.client_name}</span>
        <small class="sub2">{`${one.tenant_name} · ${sayStored(zone, MAY[one.scope] ?? one.scope)}`}</small>
        {one.added && one.added.length > 0 && (
          <small class="sub2">{say(zone, 'Added: {people}', { people: one.added.join(', ') })}</small>
        )}
      </>
    ),
  },
  { label: text('A day'), class: 'num wide-only', cell: (one) => capOf(one, zone) },
  { label: text('Asks above'), class: 'num wide-only', cell: (one) => askedAbove(one, zone) },
  { label: text('Last used'), class: 'num when', cell: (one) => <When time={one.last_used_at} zone={zone} /> },
  {
    label: text('Disconnect'),
    class: 'end',
    cell: (one) => (
      <Post
        to={zone}
        action={`${self}/apps/${one.id}/disconnect`}
        class="btn small"
        label={say(zone, 'Disconnect')}
        of={one.client_name}
      />
    ),
  },
]

/** Scopes, in the words of the page where the visitor allowed them. */
const MAY: Record<string, string> = {
  read: text('Read'),
  'read write': text('Read and push'),
  'read write admin': text('Read, push and manage'),
}

const capOf = ({ scope, daily_credit_cap }: ConnectedApp, to: Reader): string =>
  scope === 'read' ? '–' : daily_credit_cap === null ? say(to, 'No limit') : creditsIn(to, daily_credit_cap)

const creditsIn = (to: Reader, credits: number): string =>
  say(to, '{credits, plural, one {# credit} other {# credits}}', { credits })

const askedAbove = ({ scope, approval_above: most }: ConnectedApp, to: Reader): string =>
  scope === 'read' || most === null ? '–' : creditsIn(to, most)

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
  zone: Reader
}

export const Access = ({ sessions, apps, sections, self, connect, zone }: AccessProps) => {
  return (
    <>
      <Section title={say(zone, 'Signed in')}>
        <DataTable
          to={zone}
          caption={text('Sessions')}
          columns={sessionColumns(self, zone)}
          rows={sessions.items}
          lines
        />
        {sessions.total > sessions.items.length && <Pager to={zone} list={sessions} href={self} query={{}} />}
      </Section>
      {sections}
      <Section
        title={say(zone, 'Connected apps')}
        aside={connect && <a href={connect}>{say(zone, 'Connect an app')}</a>}
      >
        <DataTable
          to={zone}
          caption={text('Apps that act for you')}
          columns={appColumns(self, zone)}
          rows={apps}
          lines
          empty={
            <EmptyState icon="plug-zap">
              {say(zone, 'No app acts for you. An app asks once it knows the MCP address.')}
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}
