/** Clients of a workspace: their results, how long their credits last, and a panel that transfers credits. */

import { points } from '../../src/domains/figures/index.ts'
import { filled, type SignedInCall } from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { SPAN } from '../../src/kernel/time/last-days.ts'
import { listClients } from '../../src/operations/clients/clients.ts'
import { allocateCredits, getCredits } from '../../src/operations/credits/balances.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { addSampleData } from '../../src/operations/sample-data.ts'
import { getTenantOverview } from '../../src/operations/tenants/overview.ts'
import { createSubTenant, getTenant, updateTenant } from '../../src/operations/tenants/workspaces.ts'
import { type BarPart, DayBars, Keys } from '../kit/bars.tsx'
import { type Act, ActMenu } from '../kit/menu.tsx'
import { Delta } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { listHref, type Query } from '../parts/lists/list.ts'
import type { FileColumns } from '../parts/lists/list-file.ts'
import { type Column, Named } from '../parts/lists/table.tsx'
import { Avatar } from '../parts/person.tsx'
import { many, number, percent } from '../parts/text/format.ts'
import { DEFINITIONS } from '../parts/text/glossary.ts'
import { SampleLink } from '../sample/sample.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { Filters, ListState } from '../screens/list-spec.ts'
import { may, zoneOf } from '../shell.tsx'
import type { ClientRow } from './client-row.ts'
import { PICK, PickedClients, pickedActsOf } from './picked/picked.tsx'
import { Credits } from './purse.tsx'
import { SavedViews, viewActs } from './saved-views.tsx'
import { KindAndNote, TransferPanel } from './transfer.tsx'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Before the credits of a client in the list. */
    client_columns(view: ListState): readonly Column<ClientRow>[]
  }
}

const KEYS = [
  { label: 'Indexed', tone: 'in' },
  { label: 'Not indexed', tone: 'out' },
  { label: 'Waiting', tone: 'wait' },
] as const

const FILE: FileColumns<ClientRow> = {
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  tags: ({ tags }) => tags.join(', '),
  hosts: ({ hosts }) => hosts.join(', '),
  archived: ({ archived }) => archived,
  sent_30d: ({ sent_30d }) => sent_30d,
  indexed_30d: ({ indexed_30d }) => indexed_30d,
  refunded_30d: ({ returned_30d }) => returned_30d,
  last_rate: ({ last }) => last?.rate,
  usual_rate: ({ usual }) => usual,
  available: ({ available }) => available,
  reserved: ({ reserved }) => reserved,
  runway_days: ({ runway_days }) => runway_days,
}

export const clientList = listScreen({
  at: '/clients',
  operation: listClients,
  title: 'Clients',
  kind: 'clients',
  sub: async (call, { counts, available }) => {
    const own = await ownPurse(call)
    return `${many(counts.all, 'client has', 'clients have')} ${many(available, 'credit')}. ${number(own.available)} more can be transferred.`
  },
  search: 'Search clients',
  kept: ['kind', 'include_archived'],
  filters: (_, { tags }): Filters =>
    tags.length > 0 ? { tag: Object.fromEntries(tags.map(({ tag, clients }) => [tag, `${tag} (${clients})`])) } : {},
  views: {
    name: 'view',
    label: 'Filter',
    choices: { off_usual: 'Off usual', low_credits: 'Low credits', no_push: 'No push' },
    first: 'all',
    counts: ({ counts }) => counts,
    more: (view, { saved_views }) => <SavedViews view={view} views={saved_views} />,
  },
  columns,
  chosen: ({ id }, { query }) => id === query.transfer,
  acts: (view) => (
    <>
      <Keys parts={KEYS} />
      <PickedClients view={view} />
    </>
  ),
  csv: FILE,
  panel: (call) => transferPanel(call),
  act: (call) =>
    may(call, createSubTenant) ? { label: 'Add client', icon: 'plus', href: `${call.base}/clients/new` } : null,
  menu: (call, { saved_views }) => [...filtersIn(call), ...viewActs(call, saved_views)],
  empty: {
    icon: 'users',
    text: ({ base, may }, { counts }) =>
      counts.all > 0 ? (
        'No client fits.'
      ) : (
        <>
          No client yet. Each has credits, people and reports of its own.{' '}
          {may(addSampleData) && <SampleLink base={base} />}
        </>
      ),
  },
  nothing: 'No client fits.',
})

function filtersIn({ base, query }: SignedInCall): Act[] {
  const at = (changes: Query) => listHref(`${base}/clients`, query, changes)
  return [
    query.include_archived
      ? { label: 'Hide archived', icon: 'archive', href: at({ include_archived: '' }) }
      : { label: 'Show archived', icon: 'archive', href: at({ include_archived: 'true' }) },
    query.kind
      ? { label: 'Clients and teams', icon: 'users', href: at({ kind: '' }) }
      : { label: 'Teams only', icon: 'users', href: at({ kind: 'team' }) },
  ]
}

/** Index and check credits that a workspace can transfer. */
export async function bothKinds(call: SignedInCall, tenant_id: string) {
  const { index, check } = await call.call(getCredits, { tenant_id })
  return { available: index.available, checks: check.available }
}

/** Available credits of the workspace that transfers them to clients. */
export async function ownPurse(call: SignedInCall) {
  const { id, name } = await call.call(getTenant, { id: call.caller.tenant_id })
  return { name, ...(await bothKinds(call, id)) }
}

/** Panel of the client in the address; `issues` are those of its refused form. */
export async function transferPanel(call: SignedInCall, issues?: readonly Issue[]) {
  const { base, query } = call
  const id = query.transfer
  if (!id || !may(call, allocateCredits)) return undefined
  const { name } = await call.call(getTenant, { id })
  const { standing, tile_url } = await call.call(getTenantOverview, { id })
  const around = { self: `${base}/clients`, query, now: call.app.clock.now(), zone: zoneOf(call) }
  const to = { id, name, tile_url, ...standing, ...(await bothKinds(call, id)) }
  const from = await ownPurse(call)
  return <TransferPanel {...{ ...around, to, from, issues }} idempotency_key={newId()} more={<KindAndNote />} />
}

function columns(view: ListState): Column<ClientRow>[] {
  const { self, now, zone } = view
  return [
    ...(pickedActsOf(view).length > 0 ? [PICK] : []),
    { label: 'Client', sort: 'name', cell: (row) => <Name of={row} self={self} /> },
    { label: 'Indexed, change', help: DEFINITIONS.rate, class: 'rate', cell: (row) => <Rate of={row} /> },
    {
      label: 'Links pushed, 30 days',
      class: 'd30 opt',
      cell: (row) => <DayBars days={daysOf(row)} label="Links pushed in 30 days" />,
    },
    ...filled(view, 'client_columns').flatMap((more) => more(view)),
    { label: 'Credits', class: 'cred', word: 'Credits', cell: (row) => <Credits of={row} now={now} zone={zone} /> },
    {
      label: 'More',
      class: 'end',
      cell: (row) => <ActMenu id={`client-${row.id}`} label={`More for ${row.name}`} acts={actsOf(row, view)} />,
    },
  ]
}

const Name = ({ of, self }: { of: ClientRow; self: string }) => (
  <span class="who">
    <Avatar name={of.name} logo_url={of.tile_url} />
    <span>
      <Named href={`${self}/${of.id}`} name={of.name} />
      <small>
        {of.archived ? <Chip word="Archived" icon="ban" tone="idle" /> : of.kind === 'team' && 'Team'}{' '}
        {of.hosts.join(', ') || (of.kind === 'client' && 'No host yet')} <TagList of={of.tags} />
      </small>
    </span>
  </span>
)

/** Without colours: a tag is a word of the agency, and no state. */
export const TagList = ({ of }: { of: readonly string[] }) => (
  <>
    {of.map((tag) => (
      <span class="tag">{tag}</span>
    ))}
  </>
)

/** Result of the last final day of sending, against the usual of the days before. */
function Rate({ of }: { of: Pick<ClientRow, 'last' | 'usual' | 'off_usual' | 'sent_30d'> }) {
  const { last, usual, off_usual, sent_30d } = of
  if (last === null || sent_30d === 0)
    return (
      <span class="soft">
        {sent_30d === 0 ? 'no push' : 'waiting'}
        {usual !== null && <small class="sub2">usual {percent(usual)}</small>}
      </span>
    )
  return (
    <>
      <span class="fig">{percent(last.rate)}</span>
      <span class="only-phone"> indexed</span>{' '}
      {usual === null ? (
        off_usual && <span class="delta down">low</span>
      ) : (
        <Delta points={points(last.rate, usual)} off={off_usual !== null} />
      )}
      <small class="sub2">{`of ${many(last.links, 'link')}`}</small>
    </>
  )
}

/** Always thirty bars, even after a recent first push. */
const daysOf = ({ days }: Pick<ClientRow, 'days'>) => [
  ...Array.from({ length: SPAN - days.length }, () => ({ parts: [] as BarPart[] })),
  ...days.map(({ indexed, not_indexed, waiting }) => ({
    parts: [
      { label: 'indexed', value: indexed, tone: 'in' },
      { label: 'not indexed', value: not_indexed, tone: 'out' },
      { label: 'waiting', value: waiting, tone: 'wait' },
    ] satisfies BarPart[],
  })),
]

/** A push for the client in the agency's workspace, which can transfer missing credits. */
export const pushHref = (base: string, id: string): string => `${base}/push?tenant_id=${id}`

function actsOf(row: ClientRow, { base, self, query, may }: ListState): (Act | null)[] {
  const runs = may(updateTenant)
  const { id, archived } = row
  const at = `${self}/${id}`
  const transfer = listHref(self, query, { page: query.page, transfer: id, amount: '', way: '' })
  return [
    may(allocateCredits) && !archived
      ? { label: 'Transfer credits', icon: 'coins', href: transfer, in_place: true }
      : null,
    may(submitIndexJob) && !archived ? { label: 'New push', icon: 'send', href: pushHref(base, id) } : null,
    archived ? null : { label: 'Reports', icon: 'file-text', href: `/app/w/${id}/reports` },
    runs && archived ? { label: 'Restore client', icon: 'undo-2', href: `${at}/restore` } : null,
    runs && !archived ? { label: 'Archive client', icon: 'archive', href: `${at}/archive`, danger: true } : null,
    runs ? { label: 'Delete client', icon: 'trash-2', href: `${at}/delete`, danger: true } : null,
  ]
}
