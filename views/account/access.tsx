/** Access to an account: sessions, identity providers and apps. */
import { EmptyState, Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import type { ListPage } from '../parts/lists/list.ts'
import { DataTable, Pager } from '../parts/lists/table.tsx'
import {
  appColumns,
  type ConnectedApp,
  type Identity,
  identityColumns,
  type Session,
  sessionColumns,
} from './columns.tsx'

export type AccessProps = {
  sessions: ListPage<Session>
  apps: readonly ConnectedApp[]
  identities: readonly Identity[]
  /** Identity providers that the account can be connected to. */
  providers: readonly { id: string; name: string }[]
  self: string
  /** Page where apps are connected; none on an own domain. */
  connect?: string | undefined
  zone: string
}

export const Access = ({ sessions, apps, identities, providers, self, connect, zone }: AccessProps) => {
  const isNew = ({ id }: { id: string }) => identities.every(({ provider_id }) => provider_id !== id)
  return (
    <>
      <Section title="Signed in">
        <DataTable caption="Sessions" columns={sessionColumns(self, zone)} rows={sessions.items} lines />
        {sessions.total > sessions.items.length && <Pager list={sessions} href={self} query={{}} />}
      </Section>
      {(identities.length > 0 || providers.length > 0) && (
        <Section title="Single sign-on">
          {identities.length > 0 && (
            <DataTable
              caption="Identity providers that sign you in"
              columns={identityColumns(self, zone)}
              rows={identities}
              lines
            />
          )}
          <div class="acts">
            {providers.filter(isNew).map(({ id, name }) => (
              <Post action={`${self}/identities/${id}/connect`}>{`Connect ${name}`}</Post>
            ))}
          </div>
        </Section>
      )}
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
