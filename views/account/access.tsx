/** Access to an account: sessions, apps, and ways to sign in that features add. */
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import type { ListPage } from '../parts/lists/list.ts'
import { DataTable, Pager } from '../parts/lists/table.tsx'
import { appColumns, type ConnectedApp, type Session, sessionColumns } from './columns.tsx'

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
