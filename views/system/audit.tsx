/** Who changed what, in all workspaces. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listAuditLog } from '../../src/operations/audit/list-audit-log.ts'
import { Banner, Empty, NothingFound } from '../parts/card.tsx'
import { Filters } from '../parts/filters.tsx'
import { isFiltered, listHref, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

export type AuditRow = AnswerOf<typeof listAuditLog>['items'][number]

export type AuditProps = {
  list: Paged<AuditRow>
  query: Query
  self: string
  /** Names of what can be done, to choose from. */
  actions: readonly string[]
  /** Why nothing was looked for. */
  refused?: string
  zone?: string
}

export const Audit = ({ list, query, self, actions, refused, zone = 'UTC' }: AuditProps) => (
  <>
    <PageHead
      title="Audit"
      sub="Every change in every workspace: who made it, through what, and what it changed."
      actions={
        <a class="btn" href={listHref(`${self}/csv`, query, {})} data-key="e">
          Export CSV
        </a>
      }
    />
    <Filters
      href={self}
      query={query}
      search="Part of a name; or a whole target, IP address or request id"
      filters={[
        {
          name: 'action',
          label: 'Action',
          choices: [
            { value: '', label: 'Every action' },
            ...actions.map((value) => ({ value, label: inWords(value) })),
          ],
        },
      ]}
    />
    {refused && <Banner tone="warn">{refused}</Banner>}
    <ListCard
      caption="Audit trail"
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      empty={
        isFiltered(query) ? (
          <NothingFound href={self}>Nothing in the trail fits.</NothingFound>
        ) : (
          <Empty icon="shield-check">Nothing was changed yet. Reading leaves no line.</Empty>
        )
      }
    />
  </>
)

const inWords = (action: string): string => action.replaceAll('_', ' ')

const VIA: Record<AuditRow['via'], string> = {
  key: 'API key',
  session: 'signed in',
  oauth: 'connected app',
  system: 'by itself',
}
const DOOR = { api: 'API', tool: 'tool', page: 'page' } as const

const through = ({ via, app, door }: AuditRow): string =>
  [VIA[via], app, door && DOOR[door]].filter(Boolean).join(' · ')

const columns = (self: string, zone: string): Column<AuditRow>[] => [
  {
    label: 'What',
    cell: (row) => (
      <>
        <b>{inWords(row.action)}</b>
        <div class="muted">
          {row.target !== null && (
            <a class="tap" href={listHref(self, {}, { q: row.target })}>
              {row.target}
            </a>
          )}
          <Changes row={row} />
        </div>
        <span class="sub">
          {row.tenant_name !== null && `${row.tenant_name} · `}
          <When time={row.created_at} zone={zone} exact />
        </span>
      </>
    ),
  },
  {
    label: 'Who',
    cell: (row) => (
      <>
        <a href={listHref(self, {}, { q: row.actor })}>{row.actor}</a>
        <div class="muted">{`${through(row)}${row.as_platform ? ' · platform admin' : ''}`}</div>
      </>
    ),
  },
  {
    label: 'Workspace',
    class: 'wide-only',
    cell: (row) =>
      row.tenant_id === null ? (
        <span class="muted">–</span>
      ) : (
        <a href={listHref(self, {}, { tenant_id: row.tenant_id })}>{row.tenant_name ?? 'deleted'}</a>
      ),
  },
  {
    label: 'From',
    class: 'wide-only',
    cell: (row) => (
      <>
        {row.ip === null ? <span class="muted">–</span> : <a href={listHref(self, {}, { q: row.ip })}>{row.ip}</a>}
        {row.request_id !== null && <div class="muted id">{row.request_id}</div>}
      </>
    ),
  },
  { label: 'When', class: 'num wide-only', cell: (row) => <When time={row.created_at} zone={zone} exact /> },
]

/** What it was and what it became, folded away until someone asks. */
const Changes = ({ row: { before, after } }: { row: AuditRow }) =>
  before === null && after === null ? null : (
    <details>
      <summary>Changes</summary>
      <pre>
        <code>{[said('before', before), said('after', after)].filter(Boolean).join('\n')}</code>
      </pre>
    </details>
  )

const said = (name: string, state: object | null): string => (state ? `${name}: ${JSON.stringify(state, null, 2)}` : '')
