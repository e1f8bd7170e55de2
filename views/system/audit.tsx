/** Who changed what, in all workspaces. */
import { Fault } from '../../src/kernel/operation/fault.ts'
import { type AnswerOf, changes } from '../../src/kernel/operation/operation.ts'
import { exportAuditCsv } from '../../src/operations/audit/export-audit-csv.ts'
import { listAuditLog } from '../../src/operations/audit/list-audit-log.ts'
import { listHref } from '../parts/list.ts'
import type { Column } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { View } from '../screens/list-spec.ts'

export type AuditRow = AnswerOf<typeof listAuditLog>['items'][number]

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

const columns = ({ self, zone }: View): Column<AuditRow>[] => [
  {
    label: 'What',
    cell: (row) => (
      <>
        <b>{inWords(row.action)}</b>
        <div class="muted">
          {row.target !== null && <Find self={self} q={row.target} />}
          <Changes row={row} />
        </div>
      </>
    ),
  },
  {
    label: 'Who',
    cell: (row) => (
      <>
        <Find self={self} q={row.actor} />
        <small class="sub2">{`${through(row)}${row.as_platform ? ' · platform admin' : ''}`}</small>
      </>
    ),
  },
  {
    label: 'Workspace',
    cell: ({ tenant_id, tenant_name }) =>
      tenant_id && <a href={listHref(self, {}, { tenant_id })}>{tenant_name ?? 'deleted'}</a>,
  },
  {
    label: 'From',
    class: 'wide-only',
    cell: (row) => (
      <>
        {row.ip && <Find self={self} q={row.ip} />}
        {row.request_id && <div class="muted id">{row.request_id}</div>}
      </>
    ),
  },
  { label: 'When', class: 'num', cell: (row) => <When time={row.created_at} zone={zone} exact /> },
]

const Find = ({ self, q }: { self: string; q: string }) => (
  <a class="tap" href={listHref(self, {}, { q })}>
    {q}
  </a>
)

export const auditList = listScreen({
  at: '/audit',
  operator: true,
  operation: listAuditLog,
  title: 'Audit',
  sub: 'Every change in every workspace: who made it, how, and what changed.',
  search: 'Part of a name; or a whole target, IP address or request id',
  filters: ({ app }) => ({
    action: Object.fromEntries(
      app.operations
        .filter(changes)
        .map(({ name }) => [name, inWords(name)])
        .sort(),
    ),
  }),
  columns,
  nothing: 'No change fits these filters.',
  empty: { icon: 'shield-check', text: 'Nothing was changed yet. Reading leaves no line.' },
  csv: exportAuditCsv,
  // A search with too many names is answered on the page.
  shows: (error) => {
    if (error instanceof Fault && error.code === 'validation_failed') return error.message
    throw error
  },
})

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
