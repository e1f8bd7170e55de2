/** Audit trail: of all workspaces for the operator, of one workspace for its owners. */

import { filled, type SignedInCall } from '../../src/doors/pages/web.ts'
import { type AnswerOf, changes } from '../../src/kernel/operation/operation.ts'
import { exportAuditCsv, listAuditLog } from '../../src/operations/audit.ts'
import { listTenantAudit } from '../../src/operations/tenants/overview.ts'
import { listHref } from '../parts/lists/list.ts'
import type { Column } from '../parts/lists/table.tsx'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { auditWords } from './audit-words.ts'

export type AuditRow = AnswerOf<typeof listAuditLog>['items'][number]
/** A line with its sentence. */
type SaidRow = AuditRow & { said: string }

/** Sentences are made from the summaries of the operations. */
function inSentences(rows: readonly AuditRow[], { app }: Pick<SignedInCall, 'app'>): SaidRow[] {
  const summaries = new Map(app.operations.map(({ name, summary }) => [name, summary]))
  return rows.map((row) => ({ ...row, said: auditWords(row, summaries.get(row.action)) }))
}

const inWords = (action: string): string => action.replaceAll('_', ' ')

const VIA: Record<AuditRow['via'], string> = {
  key: 'API key',
  session: 'in the browser',
  oauth: 'connected app',
  system: 'automatically',
}
const DOOR = { api: 'API', tool: 'tool', page: 'page' } as const

const through = ({ via, app, door }: AuditRow): string =>
  [VIA[via], app, door && DOOR[door]].filter(Boolean).join(' · ')

const columnsOf =
  (operator: boolean) =>
  ({ self, zone, names }: ListState): Column<SaidRow>[] => [
    {
      label: 'Change',
      cell: (row) => (
        <>
          <p>
            <a class="tap" href={listHref(self, {}, { q: row.actor })} title={row.actor}>
              <Name of={names(row.actor)} />
            </a>{' '}
            <Said row={row} self={self} operator={operator} />
          </p>
          <small class="sub2">
            <code>{row.action}</code>
            {` · ${through(row)}${row.as_platform ? ' · platform admin' : ''}`}
          </small>
          <Details row={row} self={self} />
        </>
      ),
    },
    { label: 'When', class: 'num', word: null, cell: (row) => <When time={row.created_at} zone={zone} exact /> },
  ]

/** The sentence with the name of its workspace, which for the operator finds the other lines of the workspace. */
function Said({
  row: { said, tenant_id, tenant_name },
  self,
  operator,
}: {
  row: SaidRow
  self: string
  operator: boolean
}) {
  const [start, ...end] = said.split('a workspace')
  if (!operator || !tenant_id) return <>{operator ? said : said.replace('a workspace', 'this workspace')}</>
  const workspace = (
    <a class="tap" href={listHref(self, {}, { tenant_id })}>
      {tenant_name ? <Name of={tenant_name} /> : 'a deleted workspace'}
    </a>
  )
  return end.length > 0 ? (
    <>
      {start}
      {workspace}
      {end.join('a workspace')}
    </>
  ) : (
    <>
      {said} · {workspace}
    </>
  )
}

const actionsIn = ({ app }: SignedInCall, operator: boolean): Record<string, string> =>
  Object.fromEntries(
    app.operations
      .filter((operation) => changes(operation) && (operator || operation.role !== 'platform'))
      .map(({ name }) => [name, inWords(name)])
      .sort(),
  )

export const auditList = listScreen({
  at: '/audit',
  operator: true,
  operation: listAuditLog,
  rows: inSentences,
  title: 'Audit',
  sub: 'Every change in every workspace, failed sign-ins, refusals, and reads of sensitive data.',
  search: 'Name, target, IP or request id',
  filters: (call) => ({ action: actionsIn(call, true) }),
  columns: columnsOf(true),
  nothing: 'No change fits these filters.',
  empty: { icon: 'shield-check', text: 'Nothing was changed yet.' },
  csv: exportAuditCsv,
  menu: (call) => [
    ...filled(call, 'audit_menu').flatMap((acts) => acts('/app/platform/audit')),
    { label: 'Export with hashes (JSONL)', icon: 'download', href: '/app/platform/audit/jsonl' },
    { label: 'Erase a person', icon: 'trash-2', href: '/app/platform/audit/erase', danger: true },
  ],
  // The page shows a refused search with too many names above the list.
  says_refusals: true,
})

export const ownAuditList = listScreen({
  at: '/audit',
  operation: listTenantAudit,
  rows: inSentences,
  given: ({ caller }: SignedInCall) => ({ id: caller.tenant_id }),
  title: 'Audit',
  sub: 'Every change in this workspace, what the operator of this install viewed, and reads of sensitive data.',
  kind: 'settings',
  search: 'Name, target, IP or request id',
  filters: (call) => ({ action: actionsIn(call, false) }),
  columns: columnsOf(false),
  nothing: 'No change fits these filters.',
  empty: { icon: 'shield-check', text: 'Nothing was changed yet.' },
  menu: (call) => [
    ...filled(call, 'audit_menu').flatMap((acts) => acts(`${call.base}/audit`)),
    { label: 'Export CSV', icon: 'download', href: `${call.base}/audit/csv` },
    { label: 'Export with hashes (JSONL)', icon: 'download', href: `${call.base}/audit/jsonl` },
  ],
})

/** Ids, addresses and changes, folded. */
const Details = ({ row, self }: { row: AuditRow; self: string }) => (
  <details>
    <summary>Details</summary>
    <Id name="Target" of={row.id} value={row.target} self={self} />
    <Id name="IP address" of={row.id} value={row.ip} self={self} />
    <Id name="Request" of={row.id} value={row.request_id} self={self} />
    {(row.before || row.after) && (
      <pre>
        <code>{[said('before', row.before), said('after', row.after)].filter(Boolean).join('\n')}</code>
      </pre>
    )}
  </details>
)

type IdProps = { name: string; of: string; value: string | null; self: string }

/** An id can be searched for and copied; its text is not shown. */
const Id = ({ name, of, value, self }: IdProps) =>
  value === null ? null : (
    <p class="row small">
      <a class="tap" href={listHref(self, {}, { q: value })}>{`Changes with this ${name.toLowerCase()}`}</a>
      <button type="button" class="btn small js-only" data-do="copy" data-from={`${name.replace(' ', '-')}-${of}`}>
        {`Copy ${name}`}
      </button>
      <span class="vh" id={`${name.replace(' ', '-')}-${of}`}>
        {value}
      </span>
    </p>
  )

const said = (name: string, state: object | null): string => (state ? `${name}: ${JSON.stringify(state, null, 2)}` : '')
