/** All workspaces of the install as a tree: plan, credits, people, state and last activity. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listTenants } from '../../src/operations/tenants/workspaces.ts'
import { getWorkspaceFacts } from '../../src/operations/workspaces.ts'
import { Chip } from '../parts/chips.tsx'
import { worded } from '../parts/forms/schema-fields.ts'
import { listHref } from '../parts/lists/list.ts'
import { type Column, Named } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { type StatusWord, SUBSCRIPTION_WORDS } from '../parts/text/words.ts'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'

type Workspace = AnswerOf<typeof listTenants>['items'][number]
export type WorkspaceRow = Workspace & { facts: AnswerOf<typeof getWorkspaceFacts>['workspaces'][number] }

export const WORKSPACES = '/app/platform/workspaces'

export async function withFacts(rows: readonly Workspace[], call: SignedInCall): Promise<WorkspaceRow[]> {
  if (rows.length === 0) return []
  const { workspaces } = await call.call(getWorkspaceFacts, { ids: rows.map(({ id }) => id).join(',') })
  const facts = new Map(workspaces.map((one) => [one.id, one]))
  return rows.map((row) => ({ ...row, facts: facts.get(row.id)! }))
}

export const workspaceList = listScreen({
  at: '/workspaces',
  operator: true,
  operation: listTenants,
  rows: withFacts,
  title: 'Workspaces',
  sub: 'Agencies with their teams and clients. A plan belongs to the agency and applies to all below it.',
  kind: 'clients',
  search: 'Search names',
  filters: { kind: { agency: 'Agency', team: 'Team', client: 'Client' } },
  kept: ['include_archived'],
  columns,
  menu: ({ query }) => [
    query.include_archived
      ? { label: 'Hide archived', icon: 'archive', href: WORKSPACES }
      : { label: 'Show archived', icon: 'archive', href: `${WORKSPACES}?include_archived=true` },
  ],
  empty: { icon: 'users', text: 'No workspace yet. Each comes with a sign-up.' },
  nothing: 'No workspace fits.',
})

/** An open panel leaves room for a few columns only. */
function columns({ self, query, zone, beside }: ListState): Column<WorkspaceRow>[] {
  const people: Column<WorkspaceRow> = {
    label: 'People',
    class: 'num',
    word: null,
    cell: ({ facts }) => many(facts.people, 'person', 'people'),
  }
  const changed: Column<WorkspaceRow> = {
    label: 'Last change',
    class: 'num when',
    cell: ({ facts }) => <When time={facts.last_act_at} zone={zone} />,
  }
  return [
    {
      label: 'Workspace',
      sort: 'name',
      cell: (row) => (
        <Name of={row} href={listHref(self, query, { page: query.page, open: row.id, transfer: '', plan: '' })} />
      ),
    },
    { label: 'Credits', class: 'num', cell: ({ facts }) => <b class="fig">{number(facts.credits.index.available)}</b> },
    ...(beside ? [] : [people]),
    { label: 'State', cell: (row) => <Chip {...stateOf(row)} /> },
    ...(beside ? [] : [changed]),
  ]
}

const Name = ({ of: { name, kind, depth, facts }, href }: { of: WorkspaceRow; href: string }) => (
  <Named
    href={href}
    name={name}
    sub={[`${worded(kind)}, `, depth === 1 ? facts.plan.name : ['of ', <bdi>{facts.root_name}</bdi>]]}
  />
)

/** The state that matters most to the operator. */
export function stateOf({ archived, archived_by, depth, facts }: WorkspaceRow): StatusWord {
  if (archived) return { word: 'Archived', icon: 'ban', tone: 'idle' }
  if (archived_by) return { word: `Hidden with ${archived_by.name}`, icon: 'ban', tone: 'idle' }
  if (depth === 1 && facts.plan.status === 'past_due')
    return { word: SUBSCRIPTION_WORDS.past_due, icon: 'triangle-alert', tone: 'warn' }
  return { word: 'In use', icon: 'check', tone: 'ok' }
}
