/** Every workspace of the install, in its tree: plan, credits, people, state and when somebody last did something. */
import type { WorkspaceFacts } from '../../src/domains/reports/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { Empty, NothingFound } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { many, number } from '../parts/format.ts'
import type { Paged, Query } from '../parts/list.ts'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'

export type Workspace = AnswerOf<typeof listTenants>['items'][number]
export type WorkspaceRow = Workspace & { facts: WorkspaceFacts }

export type WorkspacesProps = { list: Paged<WorkspaceRow>; query: Query; self: string; zone?: string }

export const Workspaces = ({ list, query, self, zone = 'UTC' }: WorkspacesProps) => {
  const hidden = query.include_archived !== 'true'
  const searched = query.q || query.kind
  return (
    <>
      <PageHead
        title="Workspaces"
        sub="Agencies with their teams and clients. A plan belongs to the agency and holds for all below it."
        actions={
          <a class="btn" href={hidden ? `${self}?include_archived=true` : self}>
            {hidden ? 'Show archived' : 'Hide archived'}
          </a>
        }
      />
      <Filters
        href={self}
        query={query}
        search="Search names"
        filters={[{ name: 'kind', label: 'Kind', choices: KINDS }]}
        kept={['include_archived']}
      />
      <ListCard
        caption="Workspaces"
        columns={columnsOf(self, query, zone)}
        list={list}
        href={self}
        query={query}
        order="tree"
        empty={
          searched ? (
            <NothingFound href={self}>No workspace is called that.</NothingFound>
          ) : (
            <Empty icon="users">No workspace yet: each comes with a sign-up.</Empty>
          )
        }
      />
    </>
  )
}

const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'agency', label: 'Agencies' },
  { value: 'team', label: 'Teams' },
  { value: 'client', label: 'Clients' },
]

const columnsOf = (self: string, query: Query, zone: string): Column<WorkspaceRow>[] => [
  {
    label: 'Workspace',
    sort: 'name',
    cell: (row) => <Name of={row} self={self} inset={!query.q && !query.kind && (query.sort ?? 'tree') === 'tree'} />,
  },
  { label: 'Plan', class: 'wide-only', cell: (row) => <PlanCell of={row} /> },
  { label: 'Credits', class: 'num', cell: ({ facts }) => <Credits of={facts} /> },
  { label: 'People', class: 'num wide-only', cell: ({ facts }) => number(facts.people) },
  { label: 'State', class: 'wide-only', cell: (row) => <Chip {...stateOf(row)} /> },
  {
    label: 'Last act',
    class: 'num when wide-only',
    cell: ({ facts }) => <When time={facts.last_act_at} zone={zone} />,
  },
  { label: 'Actions', class: 'end', cell: (row) => <Menu {...menuOf(row, self)} /> },
]

const KIND_WORDS: Record<Workspace['kind'], string> = { agency: 'Agency', team: 'Team', client: 'Client' }

const Name = ({ of, self, inset }: { of: WorkspaceRow; self: string; inset: boolean }) => (
  <>
    {inset && '\u2003'.repeat(of.depth - 1)}
    <a href={`${self}/${of.id}`} data-row>
      <b>{of.name}</b>
    </a>{' '}
    <span class="muted small">{KIND_WORDS[of.kind]}</span>
    <span class="sub">
      {of.depth === 1 ? of.facts.plan.name : `of ${of.facts.root_name}`}
      {(of.archived || of.archived_by) && ', archived'}
    </span>
  </>
)

const PlanCell = ({ of: { depth, facts } }: { of: WorkspaceRow }) =>
  depth === 1 ? <span>{facts.plan.name}</span> : <span class="muted small">of {facts.root_name}</span>

const Credits = ({ of: { credits } }: { of: WorkspaceFacts }) => (
  <span
    title={`${many(credits.index.reserved, 'credit')} reserved, ${many(credits.check.available, 'check credit')} free`}
  >
    {number(credits.index.available)}
  </span>
)

/** How a workspace stands: what the operator would look at first. */
export function stateOf({ archived, archived_by, depth, facts }: WorkspaceRow): Word {
  if (archived) return { word: 'Archived', icon: 'ban', tone: 'idle' }
  if (archived_by) return { word: `Hidden with ${archived_by.name}`, icon: 'ban', tone: 'idle' }
  if (depth === 1 && facts.plan.status === 'past_due')
    return { word: 'Payment late', icon: 'triangle-alert', tone: 'warn' }
  return { word: 'In use', icon: 'check', tone: 'ok' }
}

function menuOf({ id, name, archived, archived_by }: WorkspaceRow, self: string) {
  const at = `${self}/${id}`
  const items: MenuItem[] = [
    ...(archived || archived_by ? [] : [{ label: 'Open', icon: 'layout-dashboard' as const, href: `/app/w/${id}` }]),
    { label: 'Give credits', icon: 'coins', href: `${at}#credits` },
    { label: 'Billing', icon: 'rows-3', href: `/app/platform/billing/tenants/${id}` },
    archived
      ? { label: 'Restore', icon: 'undo-2', href: `${at}/restore` }
      : { label: 'Archive', icon: 'ban', href: `${at}/archive` },
  ]
  return { id: `workspace-${id}`, label: `Actions for ${name}`, items }
}
