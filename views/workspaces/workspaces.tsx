/** All workspaces of the install as a tree: plan, credits, people, state and last activity. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import type { getWorkspaceFacts } from '../../src/operations/workspaces/get-workspace-facts.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, NothingFound } from '../kit/fold.tsx'
import { Split } from '../kit/panel.tsx'
import { Chip } from '../parts/chips.tsx'
import { worded } from '../parts/forms/schema-fields.ts'
import { Filters } from '../parts/lists/filters.tsx'
import { listHref, type Paged, type Query } from '../parts/lists/list.ts'
import { type Column, ListCard, Named } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { SUBSCRIPTION_WORDS, type Word } from '../parts/text/words.ts'

type Workspace = AnswerOf<typeof listTenants>['items'][number]
export type WorkspaceRow = Workspace & { facts: AnswerOf<typeof getWorkspaceFacts>['workspaces'][number] }

export type WorkspacesProps = {
  list: Paged<WorkspaceRow>
  query: Query
  self: string
  zone: string
  /** Panel beside the list. */
  panel?: Child
}

export const Workspaces = ({ list, query, self, zone, panel }: WorkspacesProps) => (
  <>
    <Filters
      href={self}
      query={query}
      search="Search names"
      filters={[{ name: 'kind', label: 'Kind', choices: KINDS }]}
      kept={['include_archived']}
    />
    <Split panel={panel}>
      <ListCard
        caption="Workspaces"
        columns={columnsOf(self, query, zone, Boolean(panel))}
        list={list}
        href={self}
        query={query}
        order="tree"
        lines
        empty={
          query.q || query.kind ? (
            <NothingFound href={self}>No workspace fits.</NothingFound>
          ) : (
            <EmptyState icon="users">No workspace yet. Each comes with a sign-up.</EmptyState>
          )
        }
      />
    </Split>
  </>
)

const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'agency', label: 'Agencies' },
  { value: 'team', label: 'Teams' },
  { value: 'client', label: 'Clients' },
]

/** An open panel leaves room for a few columns only. */
const columnsOf = (self: string, query: Query, zone: string, narrow: boolean): Column<WorkspaceRow>[] => [
  {
    label: 'Workspace',
    sort: 'name',
    cell: (row) => (
      <Name of={row} href={listHref(self, query, { page: query.page, open: row.id, transfer: '', plan: '' })} />
    ),
  },
  { label: 'Credits', class: 'num', cell: ({ facts }) => <b class="fig">{number(facts.credits.index.available)}</b> },
  ...(narrow
    ? []
    : [{ label: 'People', class: 'num', cell: ({ facts }: WorkspaceRow) => many(facts.people, 'person', 'people') }]),
  { label: 'State', cell: (row) => <Chip {...stateOf(row)} /> },
  ...(narrow
    ? []
    : [
        {
          label: 'Last change',
          class: 'num when',
          cell: ({ facts }: WorkspaceRow) => <When time={facts.last_act_at} zone={zone} />,
        },
      ]),
]

const Name = ({ of: { name, kind, depth, facts }, href }: { of: WorkspaceRow; href: string }) => (
  <Named href={href} name={name} sub={`${worded(kind)}, ${depth === 1 ? facts.plan.name : `of ${facts.root_name}`}`} />
)

/** The state that matters most to the operator. */
export function stateOf({ archived, archived_by, depth, facts }: WorkspaceRow): Word {
  if (archived) return { word: 'Archived', icon: 'ban', tone: 'idle' }
  if (archived_by) return { word: `Hidden with ${archived_by.name}`, icon: 'ban', tone: 'idle' }
  if (depth === 1 && facts.plan.status === 'past_due')
    return { word: SUBSCRIPTION_WORDS.past_due, icon: 'triangle-alert', tone: 'warn' }
  return { word: 'In use', icon: 'check', tone: 'ok' }
}
